#include "storage/operation/table_settings.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "storage/model/limits.h"

namespace larder::operation {
namespace {

constexpr std::int64_t kThroughputUnitsMax = 1'000'000'000'000;
constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
constexpr std::string_view kReservedTagPrefix = "aws:";

Error invalid(std::string_view text) {
  return validation_error(std::string(kInvalid) + std::string(text));
}

bool is_table_arn(std::string_view arn) {
  // arn:PARTITION:dynamodb:REGION:ACCOUNT:table/NAME
  if (!arn.starts_with("arn:") || std::ranges::count(arn, ':') != 5) return false;
  if (arn.find(":dynamodb:") == std::string_view::npos) return false;
  const std::string_view name = table::name_of(arn);
  return name.size() < arn.size() && !name.empty() && name.find_first_of("/:") == std::string_view::npos;
}

}  // namespace

Result<void> check_throughput(table::BillingMode billing_mode,
                              const std::optional<table::ProvisionedThroughput>& provisioned,
                              const std::optional<table::OnDemandThroughput>& on_demand) {
  if (billing_mode == table::BillingMode::kProvisioned) {
    if (!provisioned) {
      return invalid(
          "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED");
    }
    if (on_demand) return invalid("OnDemandThroughput cannot be specified when BillingMode is PROVISIONED");
    return check_throughput_bounds(*provisioned, "");
  }
  if (provisioned) {
    return invalid(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  if (on_demand) return check_on_demand_bounds(*on_demand, "");
  return {};
}

Result<void> check_throughput_bounds(const table::ProvisionedThroughput& provisioned,
                                     std::string_view suffix) {
  const auto check = [suffix](std::string_view name, std::int64_t units) -> Result<void> {
    if (units <= kThroughputUnitsMax) return {};
    return validation_error("Given value " + std::to_string(units) + " for " + std::string(name) +
                            " is out of bounds" + std::string(suffix));
  };
  LARDER_TRY_DO(check("ReadCapacityUnits", provisioned.read_units));
  return check("WriteCapacityUnits", provisioned.write_units);
}

Result<void> check_on_demand_bounds(const table::OnDemandThroughput& on_demand, std::string_view suffix) {
  const auto check = [suffix](std::string_view name, std::int64_t units) -> Result<void> {
    if (units == -1 || (units >= 1 && units <= kThroughputUnitsMax)) return {};
    return validation_error("Given value " + std::to_string(units) + " for " + std::string(name) +
                            " is out of bounds" + std::string(suffix));
  };
  LARDER_TRY_DO(check("MaxReadRequestUnits", on_demand.read_units_max));
  return check("MaxWriteRequestUnits", on_demand.write_units_max);
}

Result<void> check_key_types(std::span<const table::KeySchemaElement> key_schema) {
  if (key_schema.empty() || key_schema.front().type != table::KeyType::kHash) {
    return validation_error("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  if (key_schema.size() > 1 && key_schema[1].type != table::KeyType::kRange) {
    return validation_error("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
  if (key_schema.size() > 1 && key_schema[0].name == key_schema[1].name) {
    return validation_error(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  }
  return {};
}

Result<void> check_key_schema(std::span<const table::KeySchemaElement> key_schema,
                              std::span<const table::AttributeDefinition> definitions) {
  LARDER_TRY_DO(check_key_types(key_schema));
  for (const table::KeySchemaElement& element : key_schema) {
    if (std::ranges::find(definitions, element.name, &table::AttributeDefinition::name) !=
        definitions.end()) {
      continue;
    }
    // The service names the two lists only when there are as many definitions as key attributes.
    if (definitions.size() < key_schema.size()) {
      return validation_error("Invalid KeySchema: Some index key attribute have no definition");
    }
    return undefined_key(key_schema, definitions);
  }
  return {};
}

Result<void> check_definition_count(std::span<const table::KeySchemaElement> key_schema,
                                    std::span<const table::AttributeDefinition> definitions) {
  // A definition given twice is one too many here, too.
  if (definitions.size() == key_schema.size()) return {};
  return invalid(
      "Number of attributes in KeySchema does not exactly match number of attributes defined in "
      "AttributeDefinitions");
}

Error undefined_key(std::span<const table::KeySchemaElement> key_schema,
                    std::span<const table::AttributeDefinition> definitions) {
  return invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: " +
                 bracketed_names(key_schema) + ", AttributeDefinitions: " + bracketed_names(definitions));
}

Result<void> check_tags(std::span<const table::Tag> tags) {
  std::vector<std::string_view> keys;
  for (const table::Tag& tag : tags) {
    if (tag.key.starts_with(kReservedTagPrefix)) {
      return invalid("Tag keys that begin with aws: are reserved. Key: " + tag.key);
    }
    keys.push_back(tag.key);
  }
  std::ranges::sort(keys);
  const auto twice = std::ranges::adjacent_find(keys);
  if (twice != keys.end()) return invalid("Tag keys must be unique. Key: " + std::string(*twice));
  return {};
}

Result<void> check_tag_count(std::size_t tags) {
  if (tags <= limits::kTagsMax) return {};
  return make_error(ErrorCode::kLimitExceeded, "A table can have at most 50 tags");
}

Result<table::Descriptor> descriptor_of_arn(const Settings& settings, const engine::Transaction& txn,
                                            std::string_view resource_arn) {
  if (!is_table_arn(resource_arn)) {
    return validation_error("Invalid TableArn: Invalid ResourceArn provided as input " +
                            std::string(resource_arn));
  }
  LARDER_TRY(std::optional<table::Description> found,
             table::find_description(txn, resource_arn, settings.clock));
  if (!found) {
    return make_error(ErrorCode::kResourceNotFound, "Requested resource not found: ResourcArn: " +
                                                        std::string(resource_arn) + " not found");
  }
  return std::move(found->descriptor);
}

Result<void> check_is_active(const table::Description& description) {
  std::string_view doing;
  if (description.status == table::Status::kCreating) doing = "created";
  if (description.status == table::Status::kDeleting) doing = "deleted";
  if (description.status == table::Status::kUpdating) doing = "updated";
  if (doing.empty()) return {};
  std::string text = "Attempt to change a resource which is still in use: Table is being ";
  text += doing;
  text += ": ";
  text += description.descriptor.name;
  return make_error(ErrorCode::kResourceInUse, std::move(text));
}

}  // namespace larder::operation
