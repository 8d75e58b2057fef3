#include "storage/operation/update_table.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "storage/base/clock.h"
#include "storage/operation/table_settings.h"
#include "storage/table/catalog_write.h"

namespace larder::operation {
namespace {

using table::BillingMode;
using table::Descriptor;

Error one_index_at_a_time() {
  return make_error(
      ErrorCode::kLimitExceeded,
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
      "table");
}

bool changes_capacity(const UpdateTableRequest& request) {
  return request.billing_mode || request.provisioned_throughput || request.on_demand_throughput ||
         request.warm_throughput || request.table_class || request.sse ||
         (request.index_updates && !request.index_updates->empty());
}

// Definitions are a delta: those that the table lacks are added. Each must be used in the end.
Result<void> add_definitions(const UpdateTableRequest& request, Descriptor& descriptor) {
  const std::span<const table::AttributeDefinition> given = request.attribute_definitions;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const table::AttributeDefinition& definition = given[i];
    const auto rest = given.subspan(i + 1);
    if (std::ranges::find(rest, definition.name, &table::AttributeDefinition::name) != rest.end()) {
      return validation_error(
          "One or more parameter values were invalid: AttributeDefinitions contains the attribute " +
          definition.name + " more than once");
    }
    const auto known = std::ranges::find(descriptor.attribute_definitions, definition.name,
                                         &table::AttributeDefinition::name);
    if (known == descriptor.attribute_definitions.end()) {
      descriptor.attribute_definitions.push_back(definition);
    } else if (known->type != definition.type) {
      return validation_error("One or more parameter values were invalid: Attribute " + definition.name +
                              " is defined as " + std::string(type_name(known->type)) +
                              " and cannot be redefined as " + std::string(type_name(definition.type)));
    }
  }
  return {};
}

bool is_used(const table::AttributeDefinition& definition, const Descriptor& descriptor) {
  const auto names_it = [&](const std::vector<table::KeySchemaElement>& keys) {
    return std::ranges::find(keys, definition.name, &table::KeySchemaElement::name) != keys.end();
  };
  return names_it(descriptor.key_schema) ||
         std::ranges::any_of(descriptor.indexes,
                             [&](const table::IndexDescriptor& index) { return names_it(index.key_schema); });
}

// A definition goes with the last index that used it; one that the request brings must be used.
Result<void> settle_definitions(const UpdateTableRequest& request, Descriptor& descriptor) {
  for (const table::AttributeDefinition& definition : request.attribute_definitions) {
    if (is_used(definition, descriptor)) continue;
    return validation_error(
        "One or more parameter values were invalid: Some AttributeDefinitions are not used. "
        "AttributeDefinitions: [" +
        definition.name + "]");
  }
  std::erase_if(descriptor.attribute_definitions, [&](const table::AttributeDefinition& definition) {
    return !is_used(definition, descriptor);
  });
  return {};
}

// What one entry of GlobalSecondaryIndexUpdates is about.
const std::string& name_of(const IndexUpdate& update) {
  return update.create ? update.create->name : update.update ? update.update->name : *update.remove;
}

bool makes_or_removes(const IndexUpdate& update) {
  return update.create || update.remove;
}

// Of the request alone.
Result<void> check_index_updates(const std::vector<IndexUpdate>& updates) {
  std::vector<std::string_view> names;
  for (const IndexUpdate& update : updates) {
    const int given = (update.create ? 1 : 0) + (update.update ? 1 : 0) + (update.remove ? 1 : 0);
    if (given == 0) {
      return validation_error(
          "One or more parameter values were invalid: One of GlobalSecondaryIndexUpdate.Update, "
          "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
    }
    const std::string& name = name_of(update);
    if (given > 1 || std::ranges::find(names, name) != names.end()) {
      return validation_error(
          "One or more parameter values were invalid: Only one global secondary index update per index is "
          "allowed "
          "simultaneously. Index: " +
          name);
    }
    names.push_back(name);
  }
  if (std::ranges::count_if(updates, makes_or_removes) > 1) return one_index_at_a_time();
  return {};
}

// `of` is "table" or "index NAME".
Error unchanged_throughput(const table::ProvisionedThroughput& throughput, const std::string& of) {
  const std::string read = std::to_string(throughput.read_units);
  const std::string write = std::to_string(throughput.write_units);
  return validation_error(
      "The provisioned throughput for the " + of +
      " will not change. The requested value equals the current value. Current "
      "ReadCapacityUnits provisioned for the " +
      of + ": " + read + ". Requested ReadCapacityUnits: " + read +
      ". Current WriteCapacityUnits provisioned for the " + of + ": " + write +
      ". Requested WriteCapacityUnits: " + write +
      ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
      "higher limits.");
}

void set_throughput(const table::ProvisionedThroughput& wanted, EpochMillis now,
                    table::ProvisionedThroughput& had, table::ThroughputHistory& history) {
  if (wanted.read_units > had.read_units || wanted.write_units > had.write_units) history.increased_at = now;
  if (wanted.read_units < had.read_units || wanted.write_units < had.write_units) {
    history.decreased_at = now;
    ++history.decreases_today;
  }
  had = wanted;
}

Result<void> change_capacity(const UpdateTableRequest& request, EpochMillis now, Descriptor& descriptor) {
  const BillingMode mode = request.billing_mode.value_or(descriptor.billing_mode);
  const bool switches = mode != descriptor.billing_mode;
  if (mode == BillingMode::kPayPerRequest) {
    LARDER_TRY_DO(check_throughput(mode, request.provisioned_throughput, request.on_demand_throughput));
    if (switches) {
      descriptor.pay_per_request_since = now;
      descriptor.provisioned = {};
      for (table::IndexDescriptor& index : descriptor.indexes) index.provisioned = {};
    }
    if (request.on_demand_throughput) descriptor.on_demand = request.on_demand_throughput;
  } else if (switches || request.provisioned_throughput || request.on_demand_throughput) {
    LARDER_TRY_DO(check_throughput(mode, request.provisioned_throughput, request.on_demand_throughput));
    if (!switches && *request.provisioned_throughput == descriptor.provisioned) {
      return unchanged_throughput(descriptor.provisioned, "table");
    }
    if (switches) {
      // Provisioning a table that paid per request is a new figure, neither an increase nor a decrease.
      descriptor.provisioned = *request.provisioned_throughput;
      descriptor.on_demand.reset();
      for (table::IndexDescriptor& index : descriptor.indexes) index.on_demand.reset();
    } else {
      set_throughput(*request.provisioned_throughput, now, descriptor.provisioned, descriptor.history);
    }
  }
  descriptor.billing_mode = mode;
  return {};
}

// A table that becomes provisioned needs figures for its global indexes, too.
Result<void> check_index_throughput_given(const UpdateTableRequest& request, const Descriptor& descriptor) {
  for (const table::IndexDescriptor& index : descriptor.indexes) {
    if (index.kind != table::IndexKind::kGlobal) continue;
    const bool given =
        request.index_updates && std::ranges::any_of(*request.index_updates, [&](const IndexUpdate& update) {
          return name_of(update) == index.name &&
                 (update.remove || (update.update && update.update->provisioned));
        });
    if (given) continue;
    return validation_error(
        "One or more parameter values were invalid: ProvisionedThroughput must be specified for index: " +
        index.name);
  }
  return {};
}

Result<table::IndexDescriptor*> find_global(Descriptor& descriptor, std::string_view name) {
  const auto index = std::ranges::find(descriptor.indexes, name, &table::IndexDescriptor::name);
  if (index == descriptor.indexes.end() || index->kind != table::IndexKind::kGlobal) {
    return make_error(ErrorCode::kResourceNotFound, "Requested resource not found");
  }
  return &*index;
}

Result<void> change_index_throughput(const IndexRequest& update, bool switches, EpochMillis now,
                                     Descriptor& descriptor) {
  LARDER_TRY(table::IndexDescriptor * index, find_global(descriptor, update.name));
  if (update.provisioned) {
    if (descriptor.billing_mode == BillingMode::kPayPerRequest) {
      return validation_error(
          "One or more parameter values were invalid: ProvisionedThroughput should not be specified for "
          "index: " +
          update.name + " when BillingMode is PAY_PER_REQUEST");
    }
    LARDER_TRY_DO(check_throughput_bounds(*update.provisioned, " for index " + update.name));
    if (switches) {
      index->provisioned = *update.provisioned;
    } else {
      if (*update.provisioned == index->provisioned) {
        return unchanged_throughput(index->provisioned, "index " + update.name);
      }
      set_throughput(*update.provisioned, now, index->provisioned, index->history);
    }
  }
  if (update.on_demand) {
    if (descriptor.billing_mode == BillingMode::kProvisioned) {
      return validation_error(
          "One or more parameter values were invalid: OnDemandThroughput should not be specified for "
          "index: " +
          update.name + " when BillingMode is PROVISIONED");
    }
    LARDER_TRY_DO(check_on_demand_bounds(*update.on_demand, " for index " + update.name));
    index->on_demand = update.on_demand;
  }
  if (update.warm) index->warm = update.warm;
  return {};
}

// All that the request says of indexes, in the descriptor alone.
Result<void> change_indexes(const UpdateTableRequest& request, bool switches, EpochMillis now,
                            Descriptor& descriptor) {
  if (!request.index_updates) return {};
  for (const IndexUpdate& update : *request.index_updates) {
    if (update.update) {
      LARDER_TRY_DO(change_index_throughput(*update.update, switches, now, descriptor));
    } else if (update.remove) {
      LARDER_TRY(const table::IndexDescriptor* index, find_global(descriptor, *update.remove));
      descriptor.indexes.erase(descriptor.indexes.begin() + (index - descriptor.indexes.data()));
    } else {
      if (std::ranges::find(descriptor.indexes, update.create->name, &table::IndexDescriptor::name) !=
          descriptor.indexes.end()) {
        return validation_error("Attempting to create an index which already exists");
      }
      LARDER_TRY_DO(
          check_indexes({&*update.create, 1}, {descriptor.key_schema, descriptor.attribute_definitions,
                                               descriptor.billing_mode, descriptor.indexes}));
      descriptor.indexes.push_back(index_descriptor(*update.create));
    }
  }
  return {};
}

// The one index that the request makes or removes.
const IndexUpdate* made_or_removed(const UpdateTableRequest& request) {
  if (!request.index_updates) return nullptr;
  const auto found = std::ranges::find_if(*request.index_updates, makes_or_removes);
  return found == request.index_updates->end() ? nullptr : &*found;
}

// Whether the request says nothing but what becomes of one index.
bool is_of_one_index(const UpdateTableRequest& request) {
  return request.index_updates && request.index_updates->size() == 1 && !request.billing_mode &&
         !request.provisioned_throughput && !request.on_demand_throughput && !request.warm_throughput &&
         !request.table_class && !request.sse && !request.deletion_protection_enabled;
}

// While an index is being built, nothing is possible but to delete it.
Result<void> check_is_free(const UpdateTableRequest& request, const table::Description& description) {
  if (description.status != table::Status::kUpdating) return check_is_active(description);
  const IndexUpdate* update = made_or_removed(request);
  if (update == nullptr) return check_is_active(description);
  if (update->create) return one_index_at_a_time();
  if (!is_of_one_index(request)) return check_is_active(description);
  for (std::size_t i = 0; i < description.indexes.size(); ++i) {
    if (description.descriptor.indexes[i].name == *update->remove &&
        description.indexes[i].status == table::Status::kCreating) {
      return {};
    }
  }
  return check_is_active(description);
}

Result<void> store(const Settings& settings, engine::WriteTransaction& txn, const UpdateTableRequest& request,
                   EpochMillis now, const Descriptor& descriptor) {
  const IndexUpdate* update = made_or_removed(request);
  if (update == nullptr) return table::replace_descriptor(txn, descriptor);
  if (update->remove) return table::drop_index(txn, descriptor, *update->remove);
  // Without a delay a build is due whatever the clock says later: a clock set back must not hold it up.
  const std::int64_t delay = settings.table_state_delay_millis;
  return table::add_index(txn, descriptor, EpochMillis{delay == 0 ? 0 : now.value + delay}, now);
}

// The answer shows the table on its way: an index that is made is being created, one that is removed still there.
void describe_change(const UpdateTableRequest& request, const Descriptor& before,
                     table::Description& description) {
  description.status = table::Status::kUpdating;
  const IndexUpdate* update = made_or_removed(request);
  if (update == nullptr) return;
  if (update->create) {
    description.indexes.push_back({table::Status::kCreating, false, {}});
    return;
  }
  const auto removed = std::ranges::find(before.indexes, *update->remove, &table::IndexDescriptor::name);
  const auto at = removed - before.indexes.begin();
  description.descriptor.indexes.insert(description.descriptor.indexes.begin() + at, *removed);
  description.indexes[static_cast<std::size_t>(at)].status = table::Status::kDeleting;
  description.indexes[static_cast<std::size_t>(at)].backfilling = false;
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
  if (request.index_updates) LARDER_TRY_DO(check_index_updates(*request.index_updates));
  LARDER_TRY(table::Description description, table::describe(txn, request.table_name, settings.clock));
  LARDER_TRY_DO(check_is_free(request, description));
  const Descriptor before = description.descriptor;
  Descriptor& descriptor = description.descriptor;
  LARDER_TRY_DO(add_definitions(request, descriptor));

  const EpochMillis now = settings.clock.now();
  LARDER_TRY_DO(change_capacity(request, now, descriptor));
  const bool switches = descriptor.billing_mode != before.billing_mode;
  if (switches && descriptor.billing_mode == BillingMode::kProvisioned) {
    LARDER_TRY_DO(check_index_throughput_given(request, descriptor));
  }
  LARDER_TRY_DO(change_indexes(request, switches, now, descriptor));
  LARDER_TRY_DO(settle_definitions(request, descriptor));
  if (descriptor.indexes.size() > before.indexes.size() && txn.growth_refused())
    return engine::storage_full();
  if (request.warm_throughput) descriptor.warm = request.warm_throughput;
  if (request.table_class) {
    descriptor.table_class = *request.table_class;
    descriptor.table_class_given = true;
    descriptor.table_class_updated_at = now;
  }
  if (request.sse) descriptor.sse = request.sse;
  if (request.deletion_protection_enabled) {
    descriptor.deletion_protection_enabled = *request.deletion_protection_enabled;
  }
  LARDER_TRY_DO(store(settings, txn, request, now, descriptor));
  // The change is in force at once; only the answer says UPDATING, as the service's does.
  if (changes_capacity(request)) describe_change(request, before, description);
  return description;
}

}  // namespace larder::operation
