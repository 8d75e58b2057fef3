// storage/operation/index_settings.h
//
// Rules about secondary indexes that CreateTable and UpdateTable share.
//
// Errors   kValidation with the service's texts, in the order of the functions and, in check_indexes, of its
//          implementation: number and names; of each index key schema, projection, throughput.
// Threads  pure functions.
// Source   AWS Developer Guide, "Service quotas"; texts that are ours stand in COMPATIBILITY.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/table/catalog.h"

namespace larder::operation {

// An index as a request asks for it: what was not given is nothing.
struct IndexRequest {
  std::string name;
  table::IndexKind kind = table::IndexKind::kGlobal;
  std::vector<table::KeySchemaElement> key_schema;
  std::optional<table::ProjectionType> projection;
  std::optional<std::vector<std::string>> non_key_attributes;
  std::optional<table::ProvisionedThroughput> provisioned;
  std::optional<table::OnDemandThroughput> on_demand;
  std::optional<table::WarmThroughput> warm;
};

// What the indexes of one request are checked against.
struct IndexContext {
  std::span<const table::KeySchemaElement> table_key;
  std::span<const table::AttributeDefinition> definitions;
  table::BillingMode billing_mode = table::BillingMode::kProvisioned;
  std::span<const table::IndexDescriptor> existing;  // of the table; none in CreateTable
};
Result<void> check_indexes(std::span<const IndexRequest> indexes, const IndexContext& context);

// That each attribute definition belongs to a key of the table or of an index.
Result<void> check_definitions_used(std::span<const table::AttributeDefinition> definitions,
                                    std::span<const table::KeySchemaElement> table_key,
                                    std::span<const table::IndexDescriptor> indexes);

table::IndexDescriptor index_descriptor(const IndexRequest& request);

}  // namespace larder::operation
