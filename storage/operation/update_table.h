// storage/operation/update_table.h
//
// Changes a table's throughput, billing mode, table class, deletion protection, encryption.
//
// Errors   in the order checked: kResourceNotFound "Requested resource not found: Table: NAME not found",
//          kResourceInUse while it is being created or deleted, kValidation (nothing to change, throughput
//          that does not fit the billing mode or is what it was).
// Threads  the writer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

struct UpdateTableRequest {                                       // absent: stays as it is
  std::string_view table_name;                                    // or its ARN
  std::vector<table::AttributeDefinition> attribute_definitions;  // empty: none given
  std::optional<table::BillingMode> billing_mode;
  std::optional<table::ProvisionedThroughput> provisioned_throughput;
  std::optional<table::OnDemandThroughput> on_demand_throughput;
  std::optional<table::TableClass> table_class;
  std::optional<table::SseSpecification> sse;
  std::optional<bool> deletion_protection_enabled;
};

Result<table::Description> update_table(const Settings& settings, engine::WriteTransaction& txn,
                                        const UpdateTableRequest& request);

}  // namespace larder::operation
