#include "ipc/api/table_parameters.h"

#include <array>
#include <string>

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace names = wire::names;
namespace words = wire::words;

ValueType key_type_of(std::string_view letter) {
  for (const ValueType type : {ValueType::kString, ValueType::kNumber}) {
    if (type_name(type) == letter) return type;
  }
  return ValueType::kBinary;
}

// The elements of a list member; none when it was not given.
std::span<const wire::Node> elements_of(const wire::Node& request, std::string_view name) {
  const wire::Node* list = request.find(name);
  return list == nullptr ? std::span<const wire::Node>() : list->elements;
}

table::ProjectionType projection_type_of(std::string_view word) {
  if (word == words::kAll) return table::ProjectionType::kAll;
  return word == words::kKeysOnly ? table::ProjectionType::kKeysOnly : table::ProjectionType::kInclude;
}

// Of an index to be made, or of one whose throughput changes: then only name and throughput are there.
operation::IndexRequest decode_index(const wire::Node& node, table::IndexKind kind) {
  operation::IndexRequest index;
  index.name = text(node, names::kIndexName);
  index.kind = kind;
  index.key_schema = decode_key_schema(node);
  if (const wire::Node* projection = node.find(names::kProjection); projection != nullptr) {
    if (const auto word = optional_text(*projection, names::kProjectionType)) {
      index.projection = projection_type_of(*word);
    }
    if (projection->find(names::kNonKeyAttributes) != nullptr) {
      std::vector<std::string>& attributes = index.non_key_attributes.emplace();
      for (const wire::Node& name : elements_of(*projection, names::kNonKeyAttributes)) {
        attributes.emplace_back(name.text);
      }
    }
  }
  index.provisioned = decode_provisioned_throughput(node);
  index.on_demand = decode_on_demand_throughput(node);
  index.warm = decode_warm_throughput(node);
  return index;
}

}  // namespace

std::vector<table::AttributeDefinition> decode_attribute_definitions(const wire::Node& request) {
  std::vector<table::AttributeDefinition> definitions;
  for (const wire::Node& element : elements_of(request, names::kAttributeDefinitions)) {
    definitions.push_back({std::string(text(element, names::kAttributeName)),
                           key_type_of(text(element, names::kAttributeType))});
  }
  return definitions;
}

std::vector<table::KeySchemaElement> decode_key_schema(const wire::Node& request) {
  std::vector<table::KeySchemaElement> schema;
  for (const wire::Node& element : elements_of(request, names::kKeySchema)) {
    const bool hash = text(element, names::kKeyType) == words::kHash;
    schema.push_back({std::string(text(element, names::kAttributeName)),
                      hash ? table::KeyType::kHash : table::KeyType::kRange});
  }
  return schema;
}

std::optional<table::BillingMode> decode_billing_mode(const wire::Node& request) {
  const auto word = optional_text(request, names::kBillingMode);
  if (!word) return std::nullopt;
  return *word == words::kPayPerRequest ? table::BillingMode::kPayPerRequest
                                        : table::BillingMode::kProvisioned;
}

std::optional<table::ProvisionedThroughput> decode_provisioned_throughput(const wire::Node& request) {
  const wire::Node* throughput = request.find(names::kProvisionedThroughput);
  if (throughput == nullptr) return std::nullopt;
  return table::ProvisionedThroughput{throughput->find(names::kReadCapacityUnits)->integer,
                                      throughput->find(names::kWriteCapacityUnits)->integer};
}

std::optional<table::OnDemandThroughput> decode_on_demand_throughput(const wire::Node& request) {
  const wire::Node* throughput = request.find(names::kOnDemandThroughput);
  if (throughput == nullptr) return std::nullopt;
  return table::OnDemandThroughput{optional_integer(*throughput, names::kMaxReadRequestUnits).value_or(-1),
                                   optional_integer(*throughput, names::kMaxWriteRequestUnits).value_or(-1)};
}

std::optional<table::WarmThroughput> decode_warm_throughput(const wire::Node& request) {
  const wire::Node* throughput = request.find(names::kWarmThroughput);
  if (throughput == nullptr) return std::nullopt;
  return table::WarmThroughput{optional_integer(*throughput, names::kReadUnitsPerSecond).value_or(0),
                               optional_integer(*throughput, names::kWriteUnitsPerSecond).value_or(0)};
}

std::optional<std::vector<operation::IndexRequest>> decode_indexes(const wire::Node& request,
                                                                   std::string_view member,
                                                                   table::IndexKind kind) {
  if (request.find(member) == nullptr) return std::nullopt;
  std::vector<operation::IndexRequest> indexes;
  for (const wire::Node& element : elements_of(request, member))
    indexes.push_back(decode_index(element, kind));
  return indexes;
}

std::optional<std::vector<operation::IndexUpdate>> decode_index_updates(const wire::Node& request) {
  if (request.find(names::kGlobalSecondaryIndexUpdates) == nullptr) return std::nullopt;
  std::vector<operation::IndexUpdate> updates;
  for (const wire::Node& element : elements_of(request, names::kGlobalSecondaryIndexUpdates)) {
    operation::IndexUpdate& update = updates.emplace_back();
    if (const wire::Node* create = element.find(names::kCreate); create != nullptr) {
      update.create = decode_index(*create, table::IndexKind::kGlobal);
    }
    if (const wire::Node* change = element.find(names::kUpdate); change != nullptr) {
      update.update = decode_index(*change, table::IndexKind::kGlobal);
    }
    if (const wire::Node* remove = element.find(names::kDelete); remove != nullptr) {
      update.remove = std::string(text(*remove, names::kIndexName));
    }
  }
  return updates;
}

std::optional<table::TableClass> decode_table_class(const wire::Node& request) {
  const auto word = optional_text(request, names::kTableClass);
  if (!word) return std::nullopt;
  return *word == words::kStandard ? table::TableClass::kStandard
                                   : table::TableClass::kStandardInfrequentAccess;
}

std::vector<table::Tag> decode_tags(const wire::Node& request) {
  std::vector<table::Tag> tags;
  for (const wire::Node& element : elements_of(request, names::kTags)) {
    tags.push_back({std::string(text(element, names::kKey)), std::string(text(element, names::kValue))});
  }
  return tags;
}

Result<std::optional<table::SseSpecification>> decode_sse(const wire::Node& request) {
  const wire::Node* node = request.find(names::kSSESpecification);
  if (node == nullptr) return std::optional<table::SseSpecification>();
  table::SseSpecification sse;
  sse.enabled = optional_boolean(*node, names::kEnabled).value_or(false);
  sse.kms_master_key_id = text(*node, names::kKMSMasterKeyId);
  const auto type = optional_text(*node, names::kSSEType);
  if (!sse.enabled && (type || !sse.kms_master_key_id.empty())) {
    return validation_error(
        "One or more parameter values were invalid: SSEType and KMSMasterKeyId can be specified only when "
        "SSE is "
        "enabled");
  }
  if (type && *type != words::kKms) {
    return validation_error("One or more parameter values were invalid: SSEType " + std::string(*type) +
                            " is not supported");
  }
  return std::optional(std::move(sse));
}

}  // namespace larder::api
