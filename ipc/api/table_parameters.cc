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
