// Expected, QueryFilter, ScanFilter, KeyConditions and AttributesToGet, as the trees of the expressions that
// say the same.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "storage/expression/condition_tree.h"
#include "storage/expression/expression_errors.h"
#include "storage/expression/key_condition.h"
#include "storage/expression/projection_tree.h"

namespace larder::expression {
namespace {

enum class Arguments : std::uint8_t { kNone, kOne, kTwo, kSome };
enum class ArgumentTypes : std::uint8_t { kAll, kScalar, kStringOrBinary };

struct LegacyRow {
  LegacyOperator comparison;
  std::string_view name;
  Arguments arguments;
  ArgumentTypes types;
  Test test;
  SortOperator key;  // kNone: not for KeyConditions
};
constexpr auto kLegacyOperators = std::to_array<LegacyRow>({
    {LegacyOperator::kEq, "EQ", Arguments::kOne, ArgumentTypes::kAll, Test::kEqual, SortOperator::kEqual},
    {LegacyOperator::kNe, "NE", Arguments::kOne, ArgumentTypes::kAll, Test::kNotEqual, SortOperator::kNone},
    {LegacyOperator::kLe, "LE", Arguments::kOne, ArgumentTypes::kScalar, Test::kLessEqual,
     SortOperator::kLessEqual},
    {LegacyOperator::kLt, "LT", Arguments::kOne, ArgumentTypes::kScalar, Test::kLess, SortOperator::kLess},
    {LegacyOperator::kGe, "GE", Arguments::kOne, ArgumentTypes::kScalar, Test::kGreaterEqual,
     SortOperator::kGreaterEqual},
    {LegacyOperator::kGt, "GT", Arguments::kOne, ArgumentTypes::kScalar, Test::kGreater,
     SortOperator::kGreater},
    {LegacyOperator::kNotNull, "NOT_NULL", Arguments::kNone, ArgumentTypes::kAll, Test::kAttributeExists,
     SortOperator::kNone},
    {LegacyOperator::kNull, "NULL", Arguments::kNone, ArgumentTypes::kAll, Test::kAttributeNotExists,
     SortOperator::kNone},
    {LegacyOperator::kContains, "CONTAINS", Arguments::kOne, ArgumentTypes::kScalar, Test::kContains,
     SortOperator::kNone},
    {LegacyOperator::kNotContains, "NOT_CONTAINS", Arguments::kOne, ArgumentTypes::kScalar, Test::kContains,
     SortOperator::kNone},
    {LegacyOperator::kBeginsWith, "BEGINS_WITH", Arguments::kOne, ArgumentTypes::kStringOrBinary,
     Test::kBeginsWith, SortOperator::kBeginsWith},
    {LegacyOperator::kIn, "IN", Arguments::kSome, ArgumentTypes::kScalar, Test::kIn, SortOperator::kNone},
    {LegacyOperator::kBetween, "BETWEEN", Arguments::kTwo, ArgumentTypes::kScalar, Test::kBetween,
     SortOperator::kBetween},
});
static_assert([] {
  for (std::size_t i = 0; i < kLegacyOperators.size(); ++i) {
    if (kLegacyOperators[i].comparison != static_cast<LegacyOperator>(i)) return false;
  }
  return kLegacyOperators.size() == static_cast<std::size_t>(LegacyOperator::kBetween) + 1;
}());

const LegacyRow& row_of(const LegacyCondition& condition) {
  return kLegacyOperators[static_cast<std::size_t>(condition.comparison)];
}

bool count_fits(Arguments arguments, std::size_t count) {
  switch (arguments) {
    case Arguments::kNone:
      return count == 0;
    case Arguments::kOne:
      return count == 1;
    case Arguments::kTwo:
      return count == 2;
    case Arguments::kSome:
      return count > 0;
  }
  return false;
}

bool type_fits(ArgumentTypes types, ValueType type) {
  const bool string_or_binary = type == ValueType::kString || type == ValueType::kBinary;
  switch (types) {
    case ArgumentTypes::kAll:
      return true;
    case ArgumentTypes::kScalar:
      return string_or_binary || type == ValueType::kNumber;
    case ArgumentTypes::kStringOrBinary:
      return string_or_binary;
  }
  return false;
}

Result<void> check(const LegacyCondition& condition) {
  const LegacyRow& row = row_of(condition);
  const std::vector<ValueView>& operands = condition.operands;
  if (!count_fits(row.arguments, operands.size())) return errors::legacy_argument_count(row.name);
  for (const ValueView operand : operands) {
    if (!type_fits(row.types, operand.type())) return errors::legacy_argument_type(row.name, operand.type());
  }
  for (const ValueView operand : operands) {
    if (operand.type() != operands.front().type()) return errors::legacy_argument_types_differ();
  }
  if (row.arguments == Arguments::kTwo && *compare_scalars(operands[0], operands[1]) > 0) {
    return errors::legacy_between_reversed();
  }
  return {};
}

Operand attribute_operand(std::string_view attribute) {
  Operand operand;
  operand.path.push_back({attribute, -1});
  return operand;
}

ConditionNode test_node(Test test, const LegacyCondition& condition) {
  ConditionNode node;
  node.test = test;
  node.operands.push_back(attribute_operand(condition.attribute));
  for (const ValueView value : condition.operands) {
    Operand operand;
    operand.value = value;
    node.operands.push_back(std::move(operand));
  }
  return node;
}

ConditionNode translate(const LegacyCondition& condition) {
  ConditionNode node = test_node(row_of(condition).test, condition);
  if (condition.comparison != LegacyOperator::kNotContains) return node;
  // NOT_CONTAINS looks into an attribute: like every comparison but NE it is false where there is none.
  node.negations = 1;
  ConditionNode exists;
  exists.test = Test::kAttributeExists;
  exists.operands.push_back(attribute_operand(condition.attribute));
  ConditionNode both;
  both.test = Test::kAnd;
  both.children.push_back(std::move(exists));
  both.children.push_back(std::move(node));
  return both;
}

}  // namespace

Result<Condition> condition_from_legacy(std::span<const LegacyCondition> conditions,
                                        LegacyConnective connective) {
  if (conditions.empty()) return Condition();
  ConditionNode root;
  root.test = connective == LegacyConnective::kAnd ? Test::kAnd : Test::kOr;
  for (const LegacyCondition& condition : conditions) {
    LARDER_TRY_DO(check(condition));
    root.children.push_back(translate(condition));
  }
  return Condition(std::make_unique<const ConditionNode>(std::move(root)));
}

Result<KeyCondition> key_condition_from_legacy(std::span<const LegacyCondition> conditions,
                                               const KeyAttributes& key) {
  std::vector<KeyTest> tests;
  for (const LegacyCondition& condition : conditions) {
    LARDER_TRY_DO(check(condition));
    const SortOperator comparison = row_of(condition).key;
    if (comparison == SortOperator::kNone) return errors::legacy_not_indexable();
    KeyTest test{condition.attribute, comparison, condition.operands.front(), std::nullopt};
    if (comparison == SortOperator::kBetween) test.high = condition.operands.back();
    tests.push_back(test);
  }
  return key_condition_from_tests(tests, key);
}

Result<Projection> projection_from_legacy(std::span<const std::string_view> attributes_to_get) {
  if (attributes_to_get.empty()) return Projection();
  std::vector<std::string_view> seen(attributes_to_get.begin(), attributes_to_get.end());
  std::ranges::sort(seen);
  if (const auto twice = std::ranges::adjacent_find(seen); twice != seen.end()) {
    return errors::legacy_duplicate_attribute(*twice);
  }
  std::vector<Path> paths;
  for (const std::string_view attribute : attributes_to_get) paths.push_back({{attribute, -1}});
  return make_projection(paths);
}

}  // namespace larder::expression
