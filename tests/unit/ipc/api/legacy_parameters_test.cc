// Checks how the parameters from before expressions are told apart and refused: the forms of Expected, the texts
// and their order; that each comparison operator reaches its meaning.
// Method: requests as JSON on a real store.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

std::string put_expecting(ApiClient& client, std::string_view expected) {
  return client.call("PutItem", R"({"TableName":"none","Item":{},"Expected":)" + std::string(expected) + "}");
}

constexpr RefusalRow kRefusedExpected[] = {
    {"operator and Exists", R"({"a":{"ComparisonOperator":"EQ","Exists":true,"Value":{"S":"x"},
                                     "AttributeValueList":[]}})",
     "Exists and ComparisonOperator cannot be used together for Attribute: a"},
    {"value and list", R"({"a":{"ComparisonOperator":"EQ","Value":{"S":"x"},"AttributeValueList":[]}})",
     "Value and AttributeValueList cannot be used together for Attribute: a"},
    {"no operand", R"({"a":{"ComparisonOperator":"GE"}})",
     "Value or AttributeValueList must be used with ComparisonOperator: GE for Attribute: a"},
    {"list alone", R"({"a":{"AttributeValueList":[{"S":"x"}]}})",
     "AttributeValueList can only be used with a ComparisonOperator for Attribute: a"},
    {"nothing", R"({"a":{}})", "Value must be provided when Exists is null for Attribute: a"},
    {"Exists without value", R"({"a":{"Exists":true}})",
     "Value must be provided when Exists is true for Attribute: a"},
    {"absent with value", R"({"a":{"Exists":false,"Value":{"S":"x"}}})",
     "Value cannot be used when Exists is false for Attribute: a"},
    {"too few operands", R"({"a":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"S":"x"}]}})",
     "Invalid number of argument(s) for the BETWEEN ComparisonOperator"},
    {"operands for NULL", R"({"a":{"ComparisonOperator":"NULL","Value":{"S":"x"}}})",
     "Invalid number of argument(s) for the NULL ComparisonOperator"},
    {"a wrong type", R"({"a":{"ComparisonOperator":"BEGINS_WITH","Value":{"N":"1"}}})",
     "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"},
};

TEST(LegacyParameters, RefusesExpectedThatContradictsItself) {
  ApiClient client;
  for (const RefusalRow& row : kRefusedExpected) {
    EXPECT_EQ(put_expecting(client, row.request),
              "ValidationException: One or more parameter values were invalid: " + std::string(row.error))
        << row.why;
  }
}

TEST(LegacyParameters, RefusesInvalidOperandsWithTheirOwnText) {
  ApiClient client;
  EXPECT_EQ(
      put_expecting(client, R"({"a":{"Value":{}}})"),
      "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
      "datatypes");
  EXPECT_EQ(put_expecting(client,
                          R"({"a":{"ComparisonOperator":"IN","AttributeValueList":[{"S":"a"},{"N":"-"}]}})"),
            "ValidationException: The parameter cannot be converted to a numeric value: -");
}

struct NamesRow {
  std::string_view operation;
  std::string_view before, after;  // the request around the attribute's name
};

// Every parameter whose map keys or elements are attribute names.
constexpr NamesRow kNames[] = {
    {"PutItem", R"("Item":{},"Expected":{"a":{"Exists":false},)", R"(:{"Exists":false}})"},
    {"UpdateItem", R"("Key":{},"AttributeUpdates":{"a":{"Action":"DELETE"},)", R"(:{"Action":"DELETE"}})"},
    {"UpdateItem", R"("Key":{},"AttributeUpdates":{)", R"(:{"Action":"PUT","Value":{"S":""}}})"},
    {"Scan", R"("ScanFilter":{)", R"(:{"ComparisonOperator":"NULL"}})"},
    {"Query", R"("KeyConditions":{)", R"(:{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}})"},
    {"Query", R"("KeyConditions":{"a":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}},
                 "QueryFilter":{)",
     R"(:{"ComparisonOperator":"NULL"}})"},
    {"GetItem", R"("Key":{},"AttributesToGet":["a",)", "]"},
};

TEST(LegacyParameters, RefusesNamesThatNoAttributeCanHave) {
  ApiClient client;
  std::string too_long;  // in bytes; in characters, which the request's shape counts, it would do
  for (int i = 0; i < 32'768; ++i) too_long += "\xC3\xA9";
  for (const NamesRow& row : kNames) {
    const auto answer = [&](const std::string& name) {
      return client.call(row.operation, R"({"TableName":"none",)" + std::string(row.before) + '"' + name +
                                            '"' + std::string(row.after) + "}");
    };
    const std::string invalid = "ValidationException: One or more parameter values were invalid: ";
    EXPECT_EQ(answer(""), invalid + "Empty attribute name") << row.before;
    EXPECT_EQ(answer(too_long), invalid + "Attribute name is too large, must be less than 65536 bytes")
        << row.before;
    const std::string unfit = answer(std::string(65'536, 'n'));
    EXPECT_TRUE(unfit.starts_with("ValidationException: 1 validation error detected: Value '")) << row.before;
    EXPECT_NE(unfit.find("satisfy constraint: [Member must have length less than or equal to 65535]"),
              std::string::npos)
        << row.before;
  }
}

TEST(LegacyParameters, TakesAConnectiveOnlyForTwoOrMore) {
  ApiClient client;
  const std::string connective = R"(,"ConditionalOperator":"AND"})";
  EXPECT_EQ(client.call("PutItem", R"({"TableName":"none","Item":{})" + connective),
            "ValidationException: ConditionalOperator cannot be used without Filter or Expected");
  EXPECT_EQ(
      client.call("Scan",
                  R"({"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"NULL"}})" + connective),
      "ValidationException: ConditionalOperator can only be used when Filter or Expected has two or more "
      "elements");
}

struct ComparisonRow {
  std::string_view filter;  // of attribute v
  std::string_view found;   // of the items 1, 2, 3 and one without v
};

constexpr ComparisonRow kComparisons[] = {
    {R"({"ComparisonOperator":"EQ","AttributeValueList":[{"N":"2"}]})", "2"},
    {R"({"ComparisonOperator":"NE","AttributeValueList":[{"N":"2"}]})", "-13"},
    {R"({"ComparisonOperator":"LE","AttributeValueList":[{"N":"2"}]})", "12"},
    {R"({"ComparisonOperator":"LT","AttributeValueList":[{"N":"2"}]})", "1"},
    {R"({"ComparisonOperator":"GE","AttributeValueList":[{"N":"2"}]})", "23"},
    {R"({"ComparisonOperator":"GT","AttributeValueList":[{"N":"2"}]})", "3"},
    {R"({"ComparisonOperator":"NOT_NULL"})", "123"},
    {R"({"ComparisonOperator":"NULL"})", "-"},
    {R"({"ComparisonOperator":"IN","AttributeValueList":[{"N":"1"},{"N":"3"}]})", "13"},
    {R"({"ComparisonOperator":"BETWEEN","AttributeValueList":[{"N":"2"},{"N":"9"}]})", "23"},
    {R"({"ComparisonOperator":"CONTAINS","AttributeValueList":[{"N":"2"}]})", ""},
    {R"({"ComparisonOperator":"NOT_CONTAINS","AttributeValueList":[{"N":"2"}]})", "123"},
    {R"({"ComparisonOperator":"BEGINS_WITH","AttributeValueList":[{"S":"2"}]})", ""},
};

TEST(LegacyParameters, CompareAsTheirNamesSay) {
  ApiClient client;
  client.make_table("T01", "PK", "SK");
  for (const char c : std::string_view("-123")) {
    std::string item = R"({"PK":{"S":"a"},"SK":{"S":")" + std::string(1, c) + "\"}";
    if (c != '-') item += R"(,"v":{"N":")" + std::string(1, c) + "\"}";
    ASSERT_EQ(client.call("PutItem", R"({"TableName":"T01","Item":)" + item + "}}"), "{}");
  }
  for (const ComparisonRow& row : kComparisons) {
    std::string items;
    for (const char c : row.found) {
      items += std::string(items.empty() ? "" : ",") + R"({"SK":{"S":")" + c + "\"}}";
    }
    EXPECT_EQ(client.call("Query", R"({"TableName":"T01","AttributesToGet":["SK"],"QueryFilter":{"v":)" +
                                       std::string(row.filter) +
                                       R"(},"KeyConditions":{"PK":{"ComparisonOperator":"EQ",
                                          "AttributeValueList":[{"S":"a"}]}}})"),
              R"({"Items":[)" + items + R"(],"Count":)" + std::to_string(row.found.size()) +
                  R"(,"ScannedCount":4})")
        << row.filter;
  }
}

}  // namespace
}  // namespace larder::api
