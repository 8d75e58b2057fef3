// storage/operation/table_settings.h
//
// Rules that CreateTable, UpdateTable and the tag operations share.
//
// Errors   kValidation with the service's texts, in the order of the functions.
// Threads  pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

// Throughput given if and only if the billing mode asks for it, and within bounds.
Result<void> check_throughput(table::BillingMode billing_mode,
                              const std::optional<table::ProvisionedThroughput>& provisioned,
                              const std::optional<table::OnDemandThroughput>& on_demand);

// A unit of throughput that is too large; `suffix` ends the text.
Result<void> check_throughput_bounds(const table::ProvisionedThroughput& provisioned,
                                     std::string_view suffix);

// Each maximum -1 (none) or at least 1; `suffix` ends the text.
Result<void> check_on_demand_bounds(const table::OnDemandThroughput& on_demand, std::string_view suffix);

// HASH, then perhaps RANGE, of two names.
Result<void> check_key_types(std::span<const table::KeySchemaElement> key_schema);
// A table's key schema, each attribute of which has a definition.
Result<void> check_key_schema(std::span<const table::KeySchemaElement> key_schema,
                              std::span<const table::AttributeDefinition> definitions);
// A table without indexes has no definitions beside those of its key.
Result<void> check_definition_count(std::span<const table::KeySchemaElement> key_schema,
                                    std::span<const table::AttributeDefinition> definitions);
// "Some index key attributes are not defined in AttributeDefinitions. Keys: [...], AttributeDefinitions: [...]"
Error undefined_key(std::span<const table::KeySchemaElement> key_schema,
                    std::span<const table::AttributeDefinition> definitions);

// "[PK, SK]"
template <class Named>
std::string bracketed_names(std::span<const Named> elements) {
  std::string names = "[";
  for (const Named& element : elements) names.append(names.size() > 1 ? ", " : "").append(element.name);
  return names + "]";
}

// Keys unique, none of the reserved "aws:" kind.
Result<void> check_tags(std::span<const table::Tag> tags);
// kLimitExceeded when there are more than a table may have.
Result<void> check_tag_count(std::size_t tags);

// kValidation unless it looks like the ARN of a table. kResourceNotFound "... ResourcArn: ARN not found".
Result<table::Descriptor> descriptor_of_arn(const Settings& settings, const engine::Transaction& txn,
                                            std::string_view resource_arn);

// kResourceInUse while the table is being created or deleted, or an index of it is being built.
Result<void> check_is_active(const table::Description& description);

}  // namespace larder::operation
