#include "storage/expression/key_condition.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "storage/expression/expression_errors.h"
#include "storage/expression/parse_condition.h"
#include "storage/model/limits.h"

namespace larder::expression {
namespace {

struct KeyOperatorRow {
  Test test;
  SortOperator written;   // attribute first
  SortOperator mirrored;  // literal first; kNone where the attribute must be first
};
constexpr auto kKeyOperators = std::to_array<KeyOperatorRow>({
    {Test::kEqual, SortOperator::kEqual, SortOperator::kEqual},
    {Test::kLess, SortOperator::kLess, SortOperator::kGreater},
    {Test::kLessEqual, SortOperator::kLessEqual, SortOperator::kGreaterEqual},
    {Test::kGreater, SortOperator::kGreater, SortOperator::kLess},
    {Test::kGreaterEqual, SortOperator::kGreaterEqual, SortOperator::kLessEqual},
    {Test::kBetween, SortOperator::kBetween, SortOperator::kNone},
    {Test::kBeginsWith, SortOperator::kBeginsWith, SortOperator::kNone},
});

const KeyOperatorRow* find_key_operator(Test test) {
  const auto row = std::ranges::find(kKeyOperators, test, &KeyOperatorRow::test);
  return row == kKeyOperators.end() ? nullptr : &*row;
}

Result<KeyTest> key_test(const ConditionNode& node, const KeyOperatorRow& row) {
  std::size_t attributes = 0;
  std::size_t attribute = 0;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const Operand& operand = node.operands[i];
    if (operand.is_size) return errors::key_nested_operation();
    if (!operand.is_path()) continue;
    ++attributes;
    attribute = i;
  }
  if (attributes == 0) return errors::key_no_attribute();
  if (attributes > 1) return errors::key_several_attributes();
  if (node.operands[attribute].path.size() > 1) return errors::key_nested_attribute();
  if (attribute != 0 && row.mirrored == SortOperator::kNone)
    return errors::key_attribute_not_first(test_name(row.test));
  KeyTest test{node.operands[attribute].path.front().name, attribute == 0 ? row.written : row.mirrored,
               node.operands[attribute == 0 ? 1 : 0].value, std::nullopt};
  if (row.written == SortOperator::kBetween) test.high = node.operands[2].value;
  return test;
}

// The tests of a tree that is nothing but an AND of them, in order.
Result<void> collect_tests(const ConditionNode& node, std::vector<KeyTest>& tests) {
  if (node.negations > 0) return errors::key_operator("NOT");
  if (node.test == Test::kAnd) {
    for (const ConditionNode& child : node.children) LARDER_TRY_DO(collect_tests(child, tests));
    return {};
  }
  const KeyOperatorRow* row = find_key_operator(node.test);
  if (row == nullptr) return errors::key_operator(test_name(node.test));
  LARDER_TRY(const KeyTest test, key_test(node, *row));
  tests.push_back(test);
  return {};
}

Result<void> check_key_value(const KeyAttribute& key, std::size_t bytes_max, Error (*too_long)(),
                             ValueView value) {
  if (value.type() != key.type) return errors::key_type_mismatch();
  if (key.type == ValueType::kNumber) return {};
  const std::size_t bytes = value.text().size();
  if (bytes == 0) return errors::key_empty_value(key.name, key.type);
  if (bytes > bytes_max) return too_long();
  return {};
}

Result<void> check_sort_test(const KeyAttribute& key, const KeyTest& test) {
  LARDER_TRY_DO(check_key_value(key, limits::kSortKeyBytesMax, &errors::key_sort_too_long, test.low));
  // A prefix of a number means nothing, whichever parameter asks for it.
  if (test.comparison == SortOperator::kBeginsWith && key.type == ValueType::kNumber) {
    return errors::key_not_supported();
  }
  if (!test.high) return {};
  LARDER_TRY_DO(check_key_value(key, limits::kSortKeyBytesMax, &errors::key_sort_too_long, *test.high));
  if (*compare_scalars(test.low, *test.high) > 0) {
    return errors::between_bounds_reversed(Place::kKeyConditionExpression, test.low, *test.high);
  }
  return {};
}

}  // namespace

Result<KeyCondition> key_condition_from_tests(std::span<const KeyTest> tests, const KeySchema& schema) {
  if (tests.empty() || tests.size() > 2) return errors::key_conditions_count();
  const KeyTest* partition = nullptr;
  const KeyTest* sort = nullptr;
  for (const KeyTest& test : tests) {
    const KeyTest*& slot = test.attribute == schema.partition_key.name ? partition : sort;
    if (slot != nullptr && slot->attribute == test.attribute) return errors::key_repeated();
    if (slot == nullptr) slot = &test;
  }
  if (partition == nullptr) return errors::key_element_missed(schema.partition_key.name);
  if (sort != nullptr && !schema.sort_key) return errors::key_not_supported();
  if (sort != nullptr && sort->attribute != schema.sort_key->name) {
    return errors::key_element_missed(schema.sort_key->name);
  }
  if (partition->comparison != SortOperator::kEqual) return errors::key_not_supported();
  LARDER_TRY_DO(check_key_value(schema.partition_key, limits::kPartitionKeyBytesMax,
                                &errors::key_partition_too_long, partition->low));

  KeyCondition condition{partition->low, SortOperator::kNone, std::nullopt, std::nullopt};
  if (sort != nullptr) {
    LARDER_TRY_DO(check_sort_test(*schema.sort_key, *sort));
    condition.sort_operator = sort->comparison;
    condition.sort_low = sort->low;
    condition.sort_high = sort->high;
  }
  return condition;
}

Result<KeyCondition> parse_key_condition(std::string_view text, const KeySchema& schema, Binder& binder) {
  LARDER_TRY(const ConditionNode root, parse_condition_tree(text, Place::kKeyConditionExpression, binder));
  std::vector<KeyTest> tests;
  LARDER_TRY_DO(collect_tests(root, tests));
  return key_condition_from_tests(tests, schema);
}

}  // namespace larder::expression
