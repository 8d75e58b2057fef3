// Checks the translation of the legacy parameters: what each operator and action means, and what is refused.
// Method: rows run on items in the tests' notation, as for the expressions that say the same.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "request.h"

namespace larder::expression {
namespace {

using test::notation_of;
using test::value_bytes;

// A condition whose operands are the elements of a list in the notation.
struct Operands {
  explicit Operands(std::string_view list) : bytes(value_bytes(list)) {
    for (const ValueView element : ValueView(bytes).elements()) values.push_back(element);
  }
  std::string bytes;
  std::vector<ValueView> values;
};

struct Row {
  std::string_view attribute;
  LegacyOperator comparison;
  std::string_view operands;
  std::string_view outcome;  // "true", "false", or a text of refusal
  std::string_view why;
};

std::string outcome(const Row& row) {
  const Operands operands(row.operands);
  const LegacyCondition condition{row.attribute, row.comparison, operands.values};
  const auto translated = condition_from_legacy({&condition, 1}, LegacyConnective::kAnd);
  if (!translated.ok()) return translated.error().message;
  const std::string item = value_bytes(R"({n: 5, s: "hello", ss: <"a">, l: [1, "x"], z: null, "a.b": 1})");
  return *translated->holds(ItemView(item)) ? "true" : "false";
}

TEST(LegacyCondition, Compares) {
  using enum LegacyOperator;
  const std::string count =
      "One or more parameter values were invalid: Invalid number of argument(s) for the ";
  const std::string type = "One or more parameter values were invalid: ComparisonOperator ";
  const std::string eq_count = count + "EQ ComparisonOperator";
  const std::string null_count = count + "NULL ComparisonOperator";
  const std::string between_count = count + "BETWEEN ComparisonOperator";
  const std::string in_count = count + "IN ComparisonOperator";
  const std::string lt_type = type + "LT is not valid for SS AttributeValue type";
  const std::string contains_type = type + "CONTAINS is not valid for L AttributeValue type";
  const std::string prefix_type = type + "BEGINS_WITH is not valid for N AttributeValue type";
  const Row rows[] = {
      {"n", kEq, "[5.0]", "true", "EQ"},
      {"ss", kEq, R"([<"a">])", "true", "EQ of sets"},
      {"l", kEq, R"([[1, "x"]])", "true", "EQ of lists"},
      {"absent", kEq, "[5]", "false", "EQ of a missing attribute"},
      {"a.b", kEq, "[1]", "true", "names are taken whole"},
      {"n", kNe, "[5]", "false", "NE"},
      {"absent", kNe, "[5]", "true", "NE of a missing attribute"},
      {"n", kLe, "[5]", "true", "LE"},
      {"n", kLt, "[5]", "false", "LT"},
      {"n", kGe, "[5]", "true", "GE"},
      {"n", kGt, "[4]", "true", "GT"},
      {"n", kGt, R"(["4"])", "false", "GT of another type"},
      {"z", kNotNull, "[]", "true", "NOT_NULL asks for existence"},
      {"absent", kNull, "[]", "true", "NULL for absence"},
      {"z", kNull, "[]", "false", "not for the type"},
      {"s", kContains, R"(["ell"])", "true", "CONTAINS"},
      {"ss", kContains, R"(["a"])", "true", "CONTAINS of a set"},
      {"l", kContains, R"([1])", "true", "CONTAINS of a list"},
      {"s", kNotContains, R"(["ell"])", "false", "NOT_CONTAINS"},
      {"s", kNotContains, R"(["x"])", "true", "NOT_CONTAINS of another text"},
      {"absent", kNotContains, R"(["x"])", "false", "NOT_CONTAINS of a missing attribute"},
      {"s", kBeginsWith, R"(["he"])", "true", "BEGINS_WITH"},
      {"n", kIn, "[4, 5]", "true", "IN"},
      {"n", kBetween, "[5, 6]", "true", "BETWEEN"},
      {"n", kEq, "[]", eq_count, "EQ takes one"},
      {"n", kEq, "[1, 2]", eq_count, "and no more"},
      {"n", kNull, "[1]", null_count, "NULL takes none"},
      {"n", kBetween, "[1]", between_count, "BETWEEN takes two"},
      {"n", kIn, "[]", in_count, "IN takes some"},
      {"n", kLt, R"([<"a">])", lt_type, "LT takes scalars"},
      {"n", kContains, "[[1]]", contains_type, "so does CONTAINS"},
      {"n", kBeginsWith, "[1]", prefix_type, "BEGINS_WITH takes S and B"},
      {"n", kIn, R"([1, "a"])",
       "One or more parameter values were invalid: AttributeValues inside AttributeValueList must be of same "
       "type",
       "IN takes one type"},
      {"n", kBetween, "[2, 1]",
       "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
       "BETWEEN in order"},
  };
  for (const Row& row : rows) EXPECT_EQ(outcome(row), row.outcome) << row.attribute << ": " << row.why;
}

TEST(LegacyCondition, Connects) {
  const Operands yes("[5]");
  const Operands no("[6]");
  const LegacyCondition conditions[] = {{"n", LegacyOperator::kEq, yes.values},
                                        {"n", LegacyOperator::kEq, no.values}};
  const std::string item = value_bytes("{n: 5}");
  EXPECT_FALSE(*condition_from_legacy(conditions, LegacyConnective::kAnd)->holds(ItemView(item)));
  EXPECT_TRUE(*condition_from_legacy(conditions, LegacyConnective::kOr)->holds(ItemView(item)));
  EXPECT_TRUE(condition_from_legacy({}, LegacyConnective::kAnd)->empty());
}

TEST(LegacyKeyCondition, MeansTheSameAsTheExpression) {
  const KeySchema schema{{"PK", ValueType::kString}, KeyAttribute{"SK", ValueType::kString}};
  const Operands partition(R"(["p"])");
  const Operands bounds(R"(["a", "b"])");
  const LegacyCondition between[] = {{"SK", LegacyOperator::kBetween, bounds.values},
                                     {"PK", LegacyOperator::kEq, partition.values}};
  const auto condition = key_condition_from_legacy(between, schema);
  ASSERT_TRUE(condition.ok());
  EXPECT_EQ(condition->sort_operator, SortOperator::kBetween);
  EXPECT_EQ(notation_of(*condition->sort_high), R"("b")");

  const LegacyCondition not_indexable[] = {{"PK", LegacyOperator::kNe, partition.values}};
  EXPECT_EQ(key_condition_from_legacy(not_indexable, schema).error().message,
            "Attempted conditional constraint is not an indexable operation");
  const LegacyCondition range[] = {{"PK", LegacyOperator::kGt, partition.values}};
  EXPECT_EQ(key_condition_from_legacy(range, schema).error().message, "Query key condition not supported");
  const LegacyCondition sort_only[] = {{"SK", LegacyOperator::kEq, partition.values}};
  EXPECT_EQ(key_condition_from_legacy(sort_only, schema).error().message,
            "Query condition missed key schema element: PK");
  EXPECT_EQ(key_condition_from_legacy({}, schema).error().message, "Conditions can be of length 1 or 2 only");
}

struct UpdateRow {
  LegacyAction action;
  std::string_view value;  // empty: none
  std::string_view before;
  std::string_view outcome;  // an item, or a text of refusal
  std::string_view why;
};

TEST(LegacyUpdate, Acts) {
  using enum LegacyAction;
  const UpdateRow rows[] = {
      {kPut, "1", "{}", "{a.b: 1}", "PUT"},
      {kPut, "", "{}",
       "One or more parameter values were invalid: Only DELETE action is allowed when no attribute value is "
       "specified",
       "PUT of nothing"},
      {kDelete, "", "{\"a.b\": 1}", "{}", "DELETE of the attribute"},
      {kDelete, "<1>", "{\"a.b\": <1, 2>}", "{a.b: <2>}", "DELETE of members"},
      {kDelete, "1", "{}",
       "One or more parameter values were invalid: DELETE action with value is not supported for the type N",
       "DELETE of a number"},
      {kDelete, "<1>", "{\"a.b\": <\"1\">}", "Type mismatch for attribute to update",
       "DELETE of another type"},
      {kAdd, "1", "{}", "{a.b: 1}", "ADD creates"},
      {kAdd, "1", "{\"a.b\": 1}", "{a.b: 2}", "ADD adds"},
      {kAdd, "<2>", "{\"a.b\": <1>}", "{a.b: <1, 2>}", "ADD to a set"},
      {kAdd, "[2]", "{\"a.b\": [1]}", "{a.b: [1, 2]}", "ADD to a list"},
      {kAdd, "\"x\"", "{}",
       "One or more parameter values were invalid: ADD action is not supported for the type S",
       "ADD of a string"},
      {kAdd, "1", "{\"a.b\": \"1\"}", "Type mismatch for attribute to update", "ADD to a string"},
  };
  for (const UpdateRow& row : rows) {
    const std::string value = row.value.empty() ? "" : value_bytes(row.value);
    LegacyUpdate update{"a.b", row.action, std::nullopt};
    if (!value.empty()) update.value = ValueView(value);
    const std::string before = value_bytes(row.before);
    const auto translated = update_from_legacy({&update, 1});
    std::string outcome;
    if (!translated.ok()) {
      outcome = translated.error().message;
    } else {
      const auto after = translated->apply(ItemView(before));
      outcome = after.ok() ? notation_of(ValueView(*after)) : after.error().message;
    }
    EXPECT_EQ(outcome, row.outcome) << row.why;
  }
  EXPECT_TRUE(update_from_legacy({})->empty());
}

}  // namespace
}  // namespace larder::expression
