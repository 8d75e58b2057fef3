#include "ipc/api/legacy_parameters.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/value_errors.h"
#include "ipc/wire/words.h"
#include "storage/model/limits.h"

namespace larder::api {
namespace {

namespace names = wire::names;
namespace words = wire::words;
using expression::LegacyAction;
using expression::LegacyCondition;
using expression::LegacyConnective;
using expression::LegacyOperator;
using expression::LegacyUpdate;

struct OperatorRow {
  std::string_view word;
  LegacyOperator comparison;
};

constexpr auto kOperators = std::to_array<OperatorRow>({
    {words::kEq, LegacyOperator::kEq},
    {words::kNe, LegacyOperator::kNe},
    {words::kIn, LegacyOperator::kIn},
    {words::kLe, LegacyOperator::kLe},
    {words::kLt, LegacyOperator::kLt},
    {words::kGe, LegacyOperator::kGe},
    {words::kGt, LegacyOperator::kGt},
    {words::kBetween, LegacyOperator::kBetween},
    {words::kNotNull, LegacyOperator::kNotNull},
    {words::kNull, LegacyOperator::kNull},
    {words::kContains, LegacyOperator::kContains},
    {words::kNotContains, LegacyOperator::kNotContains},
    {words::kBeginsWith, LegacyOperator::kBeginsWith},
});

LegacyOperator comparison_of(std::string_view word) {
  return std::ranges::find(kOperators, word, &OperatorRow::word)->comparison;
}

// The names that these parameters give as map keys or list elements must be names that an item's attribute can
// have: AttributeUpdates would write them. Bytes are counted here, characters by the request's shape.
Result<std::string_view> attribute_name(std::string_view name) {
  if (name.empty()) return wire::empty_name_error();
  if (name.size() > limits::kAttributeNameBytesMax) return wire::name_too_long_error();
  return name;
}

Result<void> append_operand(const wire::Node& value, LegacyCondition& condition) {
  if (value.kind == wire::NodeKind::kInvalidValue) return Error(*value.error);
  condition.operands.emplace_back(value.text);
  return {};
}

Result<void> append_operands(const wire::Node& list, LegacyCondition& condition) {
  condition.operands.reserve(list.elements.size());
  for (const wire::Node& value : list.elements) LARDER_TRY_DO(append_operand(value, condition));
  return {};
}

Error invalid_for(std::string_view what, std::string_view attribute) {
  return validation_error("One or more parameter values were invalid: " + std::string(what) +
                          " for Attribute: " + std::string(attribute));
}

// The members of one entry of Expected, as far as they were given.
struct ExpectedEntry {
  std::string_view attribute;
  const wire::Node* value;
  const wire::Node* list;
  std::optional<bool> exists;
  std::optional<std::string_view> comparison;
};

Result<void> check_with_comparison(const ExpectedEntry& entry) {
  if (entry.exists)
    return invalid_for("Exists and ComparisonOperator cannot be used together", entry.attribute);
  if (entry.value != nullptr && entry.list != nullptr) {
    return invalid_for("Value and AttributeValueList cannot be used together", entry.attribute);
  }
  const LegacyOperator comparison = comparison_of(*entry.comparison);
  const bool takes_none = comparison == LegacyOperator::kNull || comparison == LegacyOperator::kNotNull;
  if (!takes_none && entry.value == nullptr && entry.list == nullptr) {
    return invalid_for(
        "Value or AttributeValueList must be used with ComparisonOperator: " + std::string(*entry.comparison),
        entry.attribute);
  }
  return {};
}

Result<void> check_without_comparison(const ExpectedEntry& entry) {
  if (entry.list != nullptr) {
    return invalid_for("AttributeValueList can only be used with a ComparisonOperator", entry.attribute);
  }
  if (entry.exists.value_or(true) && entry.value == nullptr) {
    return invalid_for(
        std::string("Value must be provided when Exists is ") + (entry.exists ? "true" : "null"),
        entry.attribute);
  }
  if (!entry.exists.value_or(true) && entry.value != nullptr) {
    return invalid_for("Value cannot be used when Exists is false", entry.attribute);
  }
  return {};
}

Result<LegacyCondition> decode_expected_entry(const wire::Member& member) {
  LARDER_TRY(const std::string_view attribute, attribute_name(member.name));
  const ExpectedEntry entry{
      attribute, member.node.find(names::kValue), member.node.find(names::kAttributeValueList),
      optional_boolean(member.node, names::kExists), optional_text(member.node, names::kComparisonOperator)};
  LegacyCondition condition;
  condition.attribute = entry.attribute;
  if (entry.comparison) {
    LARDER_TRY_DO(check_with_comparison(entry));
    condition.comparison = comparison_of(*entry.comparison);
  } else {
    LARDER_TRY_DO(check_without_comparison(entry));
    condition.comparison = entry.exists.value_or(true) ? LegacyOperator::kEq : LegacyOperator::kNull;
  }
  if (entry.value != nullptr) LARDER_TRY_DO(append_operand(*entry.value, condition));
  if (entry.list != nullptr) LARDER_TRY_DO(append_operands(*entry.list, condition));
  return condition;
}

Result<expression::Condition> condition_of(
    const wire::Node& request, const wire::Node* map,
    Result<std::vector<LegacyCondition>> (*decode)(const wire::Node&)) {
  LARDER_TRY(const LegacyConnective connective, decode_connective(request, map));
  if (map == nullptr) return expression::Condition();
  LARDER_TRY(const std::vector<LegacyCondition> conditions, decode(*map));
  return expression::condition_from_legacy(conditions, connective);
}

LegacyAction action_of(std::optional<std::string_view> word) {
  if (word == words::kAdd) return LegacyAction::kAdd;
  if (word == words::kDelete) return LegacyAction::kDelete;
  return LegacyAction::kPut;  // the default
}

}  // namespace

Result<std::vector<LegacyCondition>> decode_conditions(const wire::Node& map) {
  std::vector<LegacyCondition> conditions;
  conditions.reserve(map.members.size());
  for (const wire::Member& member : map.members) {
    LegacyCondition condition;
    LARDER_TRY(condition.attribute, attribute_name(member.name));
    condition.comparison = comparison_of(text(member.node, names::kComparisonOperator));
    if (const wire::Node* list = member.node.find(names::kAttributeValueList); list != nullptr) {
      LARDER_TRY_DO(append_operands(*list, condition));
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

Result<std::vector<LegacyCondition>> decode_expected(const wire::Node& map) {
  std::vector<LegacyCondition> conditions;
  conditions.reserve(map.members.size());
  for (const wire::Member& member : map.members) {
    LARDER_TRY(LegacyCondition condition, decode_expected_entry(member));
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

Result<LegacyConnective> decode_connective(const wire::Node& request, const wire::Node* conditions) {
  const auto word = optional_text(request, names::kConditionalOperator);
  if (!word) return LegacyConnective::kAnd;
  if (conditions == nullptr) {
    return validation_error("ConditionalOperator cannot be used without Filter or Expected");
  }
  if (conditions->members.size() < 2) {
    return validation_error(
        "ConditionalOperator can only be used when Filter or Expected has two or more elements");
  }
  return *word == words::kOr ? LegacyConnective::kOr : LegacyConnective::kAnd;
}

Result<expression::Condition> decode_legacy_filter(const wire::Node& request, std::string_view name) {
  return condition_of(request, request.find(name), &decode_conditions);
}

Result<expression::Condition> decode_legacy_expected(const wire::Node& request) {
  return condition_of(request, request.find(names::kExpected), &decode_expected);
}

Result<expression::Update> decode_attribute_updates(const wire::Node& request) {
  const wire::Node* map = request.find(names::kAttributeUpdates);
  if (map == nullptr) return expression::Update();
  std::vector<LegacyUpdate> updates;
  updates.reserve(map->members.size());
  for (const wire::Member& member : map->members) {
    LARDER_TRY(const std::string_view attribute, attribute_name(member.name));
    LegacyUpdate update{attribute, action_of(optional_text(member.node, names::kAction)), std::nullopt};
    if (const wire::Node* value = member.node.find(names::kValue); value != nullptr) {
      if (value->kind == wire::NodeKind::kInvalidValue) return Error(*value->error);
      update.value = ValueView(value->text);
    }
    updates.push_back(update);
  }
  return expression::update_from_legacy(updates);
}

Result<expression::Projection> decode_attributes_to_get(const wire::Node& request) {
  const wire::Node* list = request.find(names::kAttributesToGet);
  if (list == nullptr) return expression::Projection();
  std::vector<std::string_view> attributes;
  attributes.reserve(list->elements.size());
  for (const wire::Node& name : list->elements) {
    LARDER_TRY(const std::string_view attribute, attribute_name(name.text));
    attributes.push_back(attribute);
  }
  return expression::projection_from_legacy(attributes);
}

}  // namespace larder::api
