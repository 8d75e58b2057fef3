// storage/operation/update_table.h
//
// Changes a table's throughput, billing mode, table class, deletion protection, encryption, or one of its global
// indexes. A new index of a table with items is built by housekeeping (storage/write/build_index.h).
//
// Errors   in the order checked: kValidation (nothing to change; index updates that say nothing, or twice something of
//          one index), kLimitExceeded (more than one index created or deleted at once), kResourceNotFound "Requested
//          resource not found: Table: NAME not found", kResourceInUse while it is being created or deleted, or an index
//          of it is being built (which may be deleted meanwhile), kValidation (definitions that nothing uses,
//          throughput that does not fit the billing mode or is what it was, an index that exists already or breaks the
//          rules of index_settings.h), kResourceNotFound (the index), kServiceUnavailable.
// Threads  the writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/index_settings.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

// One entry of GlobalSecondaryIndexUpdates: what was given of it.
struct IndexUpdate {
  std::optional<IndexRequest> create;
  std::optional<IndexRequest> update;  // name and throughput
  std::optional<std::string> remove;   // name
};

struct UpdateTableRequest {                                       // absent: stays as it is
  std::string_view table_name;                                    // or its ARN
  std::vector<table::AttributeDefinition> attribute_definitions;  // empty: none given
  std::optional<table::BillingMode> billing_mode;
  std::optional<table::ProvisionedThroughput> provisioned_throughput;
  std::optional<table::OnDemandThroughput> on_demand_throughput;
  std::optional<table::WarmThroughput> warm_throughput;
  std::optional<std::vector<IndexUpdate>> index_updates;
  std::optional<table::TableClass> table_class;
  std::optional<table::SseSpecification> sse;
  std::optional<bool> deletion_protection_enabled;
};

Result<table::Description> update_table(const Settings& settings, engine::WriteTransaction& txn,
                                        const UpdateTableRequest& request);

}  // namespace larder::operation
