// storage/operation/create_table.h
//
// Makes a table. Answers CREATING; the next DescribeTable says ACTIVE, unless the test option delays it.
//
// Errors   in the order checked: kValidation (throughput that does not fit the billing mode, key schema and attribute
//          definitions that do not fit each other, indexes: index_settings.h, tags), kResourceInUse "Table already exists:
//          NAME", kLimitExceeded (2,500 tables; 50 tags), kServiceUnavailable.
// Threads  the writer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/index_settings.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

struct CreateTableRequest {
  std::string_view table_name;  // or its ARN
  std::vector<table::AttributeDefinition> attribute_definitions;
  std::vector<table::KeySchemaElement> key_schema;
  std::optional<table::BillingMode> billing_mode;  // absent: provisioned
  std::optional<table::ProvisionedThroughput> provisioned_throughput;
  std::optional<table::OnDemandThroughput> on_demand_throughput;
  std::optional<table::WarmThroughput> warm_throughput;
  std::optional<std::vector<IndexRequest>> local_indexes, global_indexes;
  std::optional<table::TableClass> table_class;
  std::optional<table::SseSpecification> sse;
  bool deletion_protection_enabled = false;
  std::vector<table::Tag> tags;
};

Result<table::Description> create_table(const Settings& settings, engine::WriteTransaction& txn,
                                        const CreateTableRequest& request);

}  // namespace larder::operation
