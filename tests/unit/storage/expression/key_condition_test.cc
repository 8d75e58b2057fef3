// Checks which key conditions are taken, what they ask a query to read, and why others are refused.
// Method: accepted texts with the range they mean; one refused row per rule that passes all rules before it.
#include <gtest/gtest.h>

#include <string>

#include "request.h"

namespace larder::expression {
namespace {

using test::notation_of;
using test::Request;

const KeySchema kSchema{{"PK", ValueType::kString}, KeyAttribute{"SK", ValueType::kString}};
const KeySchema kNumberSort{{"PK", ValueType::kBinary}, KeyAttribute{"SK", ValueType::kNumber}};
const KeySchema kPartitionOnly{{"PK", ValueType::kString}, std::nullopt};

Result<KeyCondition> parse(std::string_view text, std::string_view placeholders, const KeySchema& schema,
                           std::string& shown) {
  const Request request(placeholders);
  Binder binder = request.binder();
  Result<KeyCondition> condition = parse_key_condition(text, schema, binder);
  if (!condition.ok()) return condition;
  EXPECT_TRUE(binder.check_all_used().ok());
  shown = notation_of(condition->partition_key.front());
  if (condition->sort_low) shown += ' ' + notation_of(*condition->sort_low);
  if (condition->sort_high) shown += ' ' + notation_of(*condition->sort_high);
  return condition;
}

struct Row {
  std::string_view text;
  std::string_view placeholders;
  const KeySchema& schema;
  SortOperator sort_operator;
  std::string_view operands;
};

TEST(KeyCondition, MeansOnePartitionAndARange) {
  const Row rows[] = {
      {"PK = :p", R"({":p": "a"})", kSchema, SortOperator::kNone, R"("a")"},
      {"PK = :p", R"({":p": "a"})", kPartitionOnly, SortOperator::kNone, R"("a")"},
      {":p = PK", R"({":p": "a"})", kSchema, SortOperator::kNone, R"("a")"},
      {"PK = :p AND SK = :s", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kEqual, R"("a" "b")"},
      {"SK < :s AND PK = :p", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kLess, R"("a" "b")"},
      {"PK = :p AND SK <= :s", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kLessEqual, R"("a" "b")"},
      {"PK = :p AND SK > :s", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kGreater, R"("a" "b")"},
      {"PK = :p AND SK >= :s", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kGreaterEqual,
       R"("a" "b")"},
      {"PK = :p AND :s < SK", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kGreater, R"("a" "b")"},
      {"PK = :p AND :s >= SK", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kLessEqual, R"("a" "b")"},
      {"(PK = :p) AND (begins_with(SK, :s))", R"({":p": "a", ":s": "b"})", kSchema, SortOperator::kBeginsWith,
       R"("a" "b")"},
      {"(PK = :p AND SK BETWEEN :s AND :t)", R"({":p": "a", ":s": "b", ":t": "c"})", kSchema,
       SortOperator::kBetween, R"("a" "b" "c")"},
      {"#p = :p AND #s BETWEEN :s AND :s", R"({"#p": "PK", "#s": "SK", ":p": b"a", ":s": 1})", kNumberSort,
       SortOperator::kBetween, R"(b"a" 1 1)"},
  };
  for (const Row& row : rows) {
    std::string shown;
    const auto condition = parse(row.text, row.placeholders, row.schema, shown);
    ASSERT_TRUE(condition.ok()) << row.text << ": " << condition.error().message;
    EXPECT_EQ(condition->sort_operator, row.sort_operator) << row.text;
    EXPECT_EQ(shown, row.operands) << row.text;
  }
}

struct RefusedRow {
  std::string_view text;
  std::string_view placeholders;
  const KeySchema& schema;
  std::string message;
};

const std::string kPrefix = "Invalid KeyConditionExpression: ";
const std::string kInvalid = "One or more parameter values were invalid: ";

TEST(KeyCondition, RefusesWhatNoQueryCanRead) {
  const std::string long_key = R"({":p": ")" + std::string(2049, 'x') + "\"}";
  const std::string long_sort = R"({":p": "a", ":s": ")" + std::string(1025, 'x') + "\"}";
  const RefusedRow rows[] = {
      {"", "{}", kSchema, kPrefix + "The expression can not be empty;"},
      {"PK = :p OR SK = :p", R"({":p": "a"})", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: OR"},
      {"NOT PK = :p", R"({":p": "a"})", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: NOT"},
      {"NOT NOT PK = :p", R"({":p": "a"})", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: NOT"},
      {"PK <> :p", R"({":p": "a"})", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: <>"},
      {"PK IN (:p)", R"({":p": "a"})", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: IN"},
      {"attribute_exists(PK)", "{}", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: attribute_exists"},
      {"contains(PK, :p)", R"({":p": "a"})", kSchema,
       kPrefix + "Invalid operator used in KeyConditionExpression: contains"},
      {"size(PK) = :p", R"({":p": 1})", kSchema,
       kPrefix + "KeyConditionExpressions cannot contain nested operations"},
      {"PK.a = :p", R"({":p": "a"})", kSchema,
       kPrefix + "KeyConditionExpressions cannot have conditions on nested attributes"},
      {"PK = SK", "{}", kSchema,
       kPrefix +
           "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"},
      {":p = :q", R"({":p": "a", ":q": "a"})", kSchema,
       kPrefix + "Invalid condition in KeyConditionExpression: No key attribute specified"},
      {"PK = :p AND begins_with(:p, SK)", R"({":p": "a"})", kSchema,
       kPrefix +
           "Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as "
           "its first operand"},
      {"PK = :p AND :p BETWEEN SK AND :p", R"({":p": "a"})", kSchema,
       kPrefix +
           "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its "
           "first operand"},
      {"PK = :p AND SK > :p AND SK < :p", R"({":p": "a"})", kSchema,
       "Conditions can be of length 1 or 2 only"},
      {"PK = :p AND PK = :p", R"({":p": "a"})", kSchema,
       "KeyConditionExpressions must only contain one condition per key"},
      {"SK = :p", R"({":p": "a"})", kSchema, "Query condition missed key schema element: PK"},
      {"PK = :p AND other_attr = :p", R"({":p": "a"})", kSchema,
       "Query condition missed key schema element: SK"},
      {"PK = :p AND SK = :p", R"({":p": "a"})", kPartitionOnly, "Query key condition not supported"},
      {"PK > :p", R"({":p": "a"})", kSchema, "Query key condition not supported"},
      {"begins_with(PK, :p)", R"({":p": "a"})", kSchema, "Query key condition not supported"},
      {"PK = :p", R"({":p": 1})", kSchema, kInvalid + "Condition parameter type does not match schema type"},
      {"PK = :p AND SK = :s", R"({":p": "a", ":s": 1})", kSchema,
       kInvalid + "Condition parameter type does not match schema type"},
      {"PK = :p", R"({":p": ""})", kSchema,
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
       "empty "
       "string value. Key: PK"},
      {"PK = :p", R"({":p": b""})", kNumberSort,
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
       "empty "
       "binary value. Key: PK"},
      {"PK = :p", long_key, kSchema,
       kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
      {"PK = :p AND SK = :s", long_sort, kSchema,
       kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"},
      {"PK = :p AND SK BETWEEN :s AND :t", R"({":p": "a", ":s": "c", ":t": "b"})", kSchema,
       kPrefix + "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
                 "lower bound "
                 "operand: AttributeValue: {S:c}, upper bound operand: AttributeValue: {S:b}"},
      {"PK = :p AND begins_with(SK, :s)", R"({":p": b"a", ":s": 1})", kNumberSort,
       kPrefix + "Incorrect operand type for operator or function; operator or function: begins_with, "
                 "operand type: N"},
  };
  for (const RefusedRow& row : rows) {
    std::string shown;
    const auto condition = parse(row.text, row.placeholders, row.schema, shown);
    ASSERT_FALSE(condition.ok()) << row.text;
    EXPECT_EQ(condition.error().message, row.message) << row.text;
  }
}

}  // namespace
}  // namespace larder::expression
