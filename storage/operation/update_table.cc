#include "storage/operation/update_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "storage/base/clock.h"
#include "storage/operation/table_settings.h"
#include "storage/table/catalog_write.h"

namespace larder::operation {
namespace {

using table::BillingMode;
using table::Descriptor;

bool changes_capacity(const UpdateTableRequest& request) {
  return request.billing_mode || request.provisioned_throughput || request.on_demand_throughput ||
         request.table_class || request.sse;
}

// Definitions are a delta in UpdateTable. Without indexes there is nothing to add one for, so each must repeat one
// that the table has.
Result<void> check_definitions(const UpdateTableRequest& request, const Descriptor& descriptor) {
  for (const table::AttributeDefinition& definition : request.attribute_definitions) {
    if (std::ranges::find(descriptor.attribute_definitions, definition) ==
        descriptor.attribute_definitions.end()) {
      return validation_error(
          "One or more parameter values were invalid: Some AttributeDefinitions are not used. "
          "AttributeDefinitions: [" +
          definition.name + "]");
    }
  }
  return {};
}

Error unchanged_throughput(const table::ProvisionedThroughput& throughput) {
  const std::string read = std::to_string(throughput.read_units);
  const std::string write = std::to_string(throughput.write_units);
  return validation_error(
      "The provisioned throughput for the table will not change. The requested value equals the current "
      "value. "
      "Current ReadCapacityUnits provisioned for the table: " +
      read + ". Requested ReadCapacityUnits: " + read +
      ". Current WriteCapacityUnits provisioned for the table: " + write +
      ". Requested WriteCapacityUnits: " + write +
      ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.");
}

void set_throughput(const table::ProvisionedThroughput& wanted, EpochMillis now, Descriptor& descriptor) {
  const table::ProvisionedThroughput& had = descriptor.provisioned;
  if (wanted.read_units > had.read_units || wanted.write_units > had.write_units) {
    descriptor.history.increased_at = now;
  }
  if (wanted.read_units < had.read_units || wanted.write_units < had.write_units) {
    descriptor.history.decreased_at = now;
    ++descriptor.history.decreases_today;
  }
  descriptor.provisioned = wanted;
}

Result<void> change_capacity(const UpdateTableRequest& request, EpochMillis now, Descriptor& descriptor) {
  const BillingMode mode = request.billing_mode.value_or(descriptor.billing_mode);
  const bool switches = mode != descriptor.billing_mode;
  if (mode == BillingMode::kPayPerRequest) {
    LARDER_TRY_DO(check_throughput(mode, request.provisioned_throughput, request.on_demand_throughput));
    if (switches) {
      descriptor.pay_per_request_since = now;
      descriptor.provisioned = {};
    }
    if (request.on_demand_throughput) descriptor.on_demand = request.on_demand_throughput;
  } else if (switches || request.provisioned_throughput || request.on_demand_throughput) {
    LARDER_TRY_DO(check_throughput(mode, request.provisioned_throughput, request.on_demand_throughput));
    if (!switches && *request.provisioned_throughput == descriptor.provisioned) {
      return unchanged_throughput(descriptor.provisioned);
    }
    if (switches) {
      // Provisioning a table that paid per request is a new figure, neither an increase nor a decrease.
      descriptor.provisioned = *request.provisioned_throughput;
      descriptor.on_demand.reset();
    } else {
      set_throughput(*request.provisioned_throughput, now, descriptor);
    }
  }
  descriptor.billing_mode = mode;
  return {};
}

}  // namespace

Result<table::Description> update_table(const Settings& settings, engine::WriteTransaction& txn,
                                        const UpdateTableRequest& request) {
  if (!changes_capacity(request) && !request.deletion_protection_enabled) {
    return validation_error(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
        "GlobalSecondaryIndexUpdates or "
        "SSESpecification or ReplicaUpdates is required");
  }
  LARDER_TRY(table::Description description, table::describe(txn, request.table_name, settings.clock));
  LARDER_TRY_DO(check_is_active(description));
  Descriptor& descriptor = description.descriptor;
  LARDER_TRY_DO(check_definitions(request, descriptor));

  const EpochMillis now = settings.clock.now();
  LARDER_TRY_DO(change_capacity(request, now, descriptor));
  if (request.table_class) {
    descriptor.table_class = *request.table_class;
    descriptor.table_class_given = true;
    descriptor.table_class_updated_at = now;
  }
  if (request.sse) descriptor.sse = request.sse;
  if (request.deletion_protection_enabled) {
    descriptor.deletion_protection_enabled = *request.deletion_protection_enabled;
  }
  LARDER_TRY_DO(table::replace_descriptor(txn, descriptor));
  // The change is in force at once; only the answer says UPDATING, as the service's does.
  if (changes_capacity(request)) description.status = table::Status::kUpdating;
  return description;
}

}  // namespace larder::operation
