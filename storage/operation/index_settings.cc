#include "storage/operation/index_settings.h"

#include <algorithm>
#include <cstddef>

#include "storage/model/limits.h"
#include "storage/operation/table_settings.h"

namespace larder::operation {
namespace {

using table::AttributeDefinition;
using table::BillingMode;
using table::IndexDescriptor;
using table::IndexKind;
using table::KeySchemaElement;
using table::KeyType;
using table::ProjectionType;

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

Error invalid(const std::string& text) {
  return validation_error(std::string(kInvalid) + text);
}

bool is_defined(std::string_view name, std::span<const AttributeDefinition> definitions) {
  return std::ranges::find(definitions, name, &AttributeDefinition::name) != definitions.end();
}

// How many of one kind there are, in the request and in the table.
std::size_t count_of(IndexKind kind, std::span<const IndexRequest> indexes, const IndexContext& context) {
  return static_cast<std::size_t>(std::ranges::count(indexes, kind, &IndexRequest::kind) +
                                  std::ranges::count(context.existing, kind, &IndexDescriptor::kind));
}

Result<void> check_number(std::span<const IndexRequest> indexes, const IndexContext& context) {
  if (count_of(IndexKind::kLocal, indexes, context) > limits::kLocalIndexesMax) {
    return invalid("Number of LocalSecondaryIndexes exceeds per-table limit of " +
                   std::to_string(limits::kLocalIndexesMax));
  }
  if (count_of(IndexKind::kGlobal, indexes, context) > limits::kGlobalIndexesMax) {
    return invalid("GlobalSecondaryIndex count exceeds the per-table limit of " +
                   std::to_string(limits::kGlobalIndexesMax));
  }
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    const auto others = indexes.subspan(i + 1);
    if (std::ranges::find(others, indexes[i].name, &IndexRequest::name) != others.end()) {
      return invalid("Duplicate index name: " + indexes[i].name);
    }
  }
  return {};
}

Result<void> check_local_key(const IndexRequest& index, const IndexContext& context) {
  if (context.table_key.size() < 2) {
    return invalid(
        "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex");
  }
  if (index.key_schema.size() < 2) {
    return invalid("Index KeySchema does not have a range key for index: " + index.name);
  }
  const std::string& index_key = index.key_schema.front().name;
  const std::string& table_key = context.table_key.front().name;
  if (index_key != table_key) {
    return invalid("Index KeySchema does not have the same leading hash key as table KeySchema for index: " +
                   index.name + ". index hash key: " + index_key + ", table hash key: " + table_key);
  }
  return {};
}

// Up to four HASH attributes, then up to four RANGE attributes.
Result<void> check_global_key(const IndexRequest& index) {
  const std::span<const KeySchemaElement> keys = index.key_schema;
  const bool is_as_of_a_table = keys.size() < 2 || (keys.size() == 2 && keys.back().type == KeyType::kRange);
  if (is_as_of_a_table || keys.front().type != KeyType::kHash) return check_key_types(keys);
  const auto hash =
      static_cast<std::size_t>(std::ranges::count(keys, KeyType::kHash, &KeySchemaElement::type));
  const bool in_order = std::ranges::all_of(
      keys.first(hash), [](const KeySchemaElement& element) { return element.type == KeyType::kHash; });
  if (!in_order)
    return validation_error("Invalid KeySchema: HASH key types must come before RANGE key types");
  if (hash > kKeyPartsMax || keys.size() - hash > kKeyPartsMax) {
    return validation_error("Invalid KeySchema: at most 4 HASH and 4 RANGE key types are allowed in index: " +
                            index.name);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto others = keys.subspan(i + 1);
    if (std::ranges::find(others, keys[i].name, &KeySchemaElement::name) != others.end()) {
      return validation_error("Invalid KeySchema: " + keys[i].name +
                              " is given more than once in index: " + index.name);
    }
  }
  return {};
}

Result<void> check_projection(const IndexRequest& index) {
  if (!index.projection) return invalid("Unknown ProjectionType: null");
  if (*index.projection == ProjectionType::kInclude) {
    if (!index.non_key_attributes)
      return invalid("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    return {};
  }
  if (!index.non_key_attributes) return {};
  return invalid(std::string("ProjectionType is ") +
                 (*index.projection == ProjectionType::kAll ? "ALL" : "KEYS_ONLY") +
                 ", but NonKeyAttributes is specified");
}

Result<void> check_index_throughput(const IndexRequest& index, BillingMode billing_mode) {
  if (index.kind == IndexKind::kLocal) return {};
  if (billing_mode == BillingMode::kProvisioned) {
    if (!index.provisioned)
      return invalid("ProvisionedThroughput must be specified for index: " + index.name);
    if (index.on_demand) {
      return invalid("OnDemandThroughput should not be specified for index: " + index.name +
                     " when BillingMode is PROVISIONED");
    }
    return check_throughput_bounds(*index.provisioned, " for index " + index.name);
  }
  if (!index.provisioned && index.on_demand) {
    return check_on_demand_bounds(*index.on_demand, " for index " + index.name);
  }
  if (!index.provisioned) return {};
  return invalid("ProvisionedThroughput should not be specified for index: " + index.name +
                 " when BillingMode is PAY_PER_REQUEST");
}

Result<void> check_included(std::span<const IndexRequest> indexes, const IndexContext& context) {
  std::size_t included = 0;
  for (const IndexRequest& index : indexes) {
    if (index.non_key_attributes) included += index.non_key_attributes->size();
  }
  for (const IndexDescriptor& index : context.existing) included += index.non_key_attributes.size();
  if (included <= limits::kIncludedAttributesMax) return {};
  return invalid("Number of NonKeyAttributes of all indexes exceeds the per-table limit of " +
                 std::to_string(limits::kIncludedAttributesMax));
}

}  // namespace

Result<void> check_indexes(std::span<const IndexRequest> indexes, const IndexContext& context) {
  LARDER_TRY_DO(check_number(indexes, context));
  for (const IndexRequest& index : indexes) {
    if (index.kind == IndexKind::kLocal) {
      LARDER_TRY_DO(check_key_types(index.key_schema));
      LARDER_TRY_DO(check_local_key(index, context));
    } else {
      LARDER_TRY_DO(check_global_key(index));
    }
    const bool all_defined = std::ranges::all_of(index.key_schema, [&](const KeySchemaElement& element) {
      return is_defined(element.name, context.definitions);
    });
    if (!all_defined) return undefined_key(index.key_schema, context.definitions);
    LARDER_TRY_DO(check_projection(index));
    LARDER_TRY_DO(check_index_throughput(index, context.billing_mode));
  }
  return check_included(indexes, context);
}

Result<void> check_definitions_used(std::span<const AttributeDefinition> definitions,
                                    std::span<const KeySchemaElement> table_key,
                                    std::span<const IndexDescriptor> indexes) {
  std::vector<KeySchemaElement> used;
  const auto use = [&](std::span<const KeySchemaElement> keys) {
    for (const KeySchemaElement& element : keys) {
      if (std::ranges::find(used, element.name, &KeySchemaElement::name) == used.end())
        used.push_back(element);
    }
  };
  use(table_key);
  for (const IndexDescriptor& index : indexes) use(index.key_schema);
  const bool all_used = std::ranges::all_of(definitions, [&](const AttributeDefinition& definition) {
    return std::ranges::find(used, definition.name, &KeySchemaElement::name) != used.end();
  });
  if (all_used && definitions.size() == used.size()) return {};
  return invalid(
      "Some AttributeDefinitions are not used. AttributeDefinitions: " + bracketed_names(definitions) +
      ", keys used: " + bracketed_names(std::span<const KeySchemaElement>(used)));
}

IndexDescriptor index_descriptor(const IndexRequest& request) {
  IndexDescriptor descriptor;
  descriptor.name = request.name;
  descriptor.kind = request.kind;
  descriptor.key_schema = request.key_schema;
  descriptor.projection = request.projection.value_or(ProjectionType::kAll);
  descriptor.non_key_attributes = request.non_key_attributes.value_or(std::vector<std::string>());
  descriptor.provisioned = request.provisioned.value_or(table::ProvisionedThroughput{});
  descriptor.on_demand = request.on_demand;
  descriptor.warm = request.warm;
  return descriptor;
}

}  // namespace larder::operation
