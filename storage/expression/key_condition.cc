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

// The tests of a half of a key, each at its attribute's place; null where there is none.
using TestsOfHalf = std::array<const KeyTest*, kKeyPartsMax>;

struct SortedTests {
  TestsOfHalf partition{};
  TestsOfHalf sort{};
  bool has_stranger = false;  // a test of an attribute that is no part of the key
};

Result<SortedTests> sort_tests(std::span<const KeyTest> tests, const KeyAttributes& key) {
  SortedTests sorted;
  const auto place = [](std::span<const KeyAttribute> half, const KeyTest& test, TestsOfHalf& into) {
    const auto attribute = std::ranges::find(half, test.attribute, &KeyAttribute::name);
    if (attribute == half.end()) return false;
    into[static_cast<std::size_t>(attribute - half.begin())] = &test;
    return true;
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (std::ranges::find(tests.first(i), tests[i].attribute, &KeyTest::attribute) !=
        tests.begin() + static_cast<std::ptrdiff_t>(i)) {
      return errors::key_repeated();
    }
    if (!place(key.partition_key, tests[i], sorted.partition) &&
        !place(key.sort_key, tests[i], sorted.sort)) {
      sorted.has_stranger = true;
    }
  }
  return sorted;
}

Result<void> take_partition(const KeyAttributes& key, const TestsOfHalf& tests, KeyCondition& condition) {
  for (std::size_t i = 0; i < key.partition_key.size(); ++i) {
    if (tests[i]->comparison != SortOperator::kEqual) return errors::key_not_supported();
    LARDER_TRY_DO(check_key_value(key.partition_key[i], limits::kPartitionKeyBytesMax,
                                  &errors::key_partition_too_long, tests[i]->low));
    condition.partition_key.push_back(tests[i]->low);
  }
  return {};
}

Result<void> take_sort(const KeyAttributes& key, const TestsOfHalf& tests, KeyCondition& condition) {
  std::size_t used = key.sort_key.size();
  while (used > 0 && tests[used - 1] == nullptr) --used;
  for (std::size_t i = 0; i < used; ++i) {
    const bool is_last = i + 1 == used;
    if (tests[i] == nullptr || (!is_last && tests[i]->comparison != SortOperator::kEqual)) {
      return errors::key_not_supported();
    }
    LARDER_TRY_DO(check_sort_test(key.sort_key[i], *tests[i]));
    if (!is_last) {
      condition.sort_equal.push_back(tests[i]->low);
      continue;
    }
    condition.sort_operator = tests[i]->comparison;
    condition.sort_low = tests[i]->low;
    condition.sort_high = tests[i]->high;
  }
  return {};
}

}  // namespace

Result<KeyCondition> key_condition_from_tests(std::span<const KeyTest> tests, const KeyAttributes& key) {
  // The service counts two for every table, whatever its key.
  const std::size_t tests_max = std::max<std::size_t>(2, key.partition_key.size() + key.sort_key.size());
  if (tests.empty() || tests.size() > tests_max) return errors::key_conditions_count();
  LARDER_TRY(const SortedTests sorted, sort_tests(tests, key));
  for (std::size_t i = 0; i < key.partition_key.size(); ++i) {
    if (sorted.partition[i] == nullptr) return errors::key_element_missed(key.partition_key[i].name);
  }
  if (sorted.has_stranger) {
    for (std::size_t i = 0; i < key.sort_key.size(); ++i) {
      if (sorted.sort[i] == nullptr) return errors::key_element_missed(key.sort_key[i].name);
    }
    return errors::key_not_supported();
  }
  KeyCondition condition;
  LARDER_TRY_DO(take_partition(key, sorted.partition, condition));
  LARDER_TRY_DO(take_sort(key, sorted.sort, condition));
  return condition;
}

Result<KeyCondition> parse_key_condition(std::string_view text, const KeyAttributes& key, Binder& binder) {
  LARDER_TRY(const ConditionNode root, parse_condition_tree(text, Place::kKeyConditionExpression, binder));
  std::vector<KeyTest> tests;
  LARDER_TRY_DO(collect_tests(root, tests));
  return key_condition_from_tests(tests, key);
}

}  // namespace larder::expression
