// Checks what Query takes and answers: the order of the checks with and without a table, Select, paging, budgets.
// Method: requests as JSON on a real store; a refused request fails every later check too.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr RefusalRow kRefusedWithoutTable[] = {
    {"a limit of nothing", R"({"TableName":"none","Limit":0,"ExclusiveStartKey":{"a":{}}})",
     "ValidationException: 1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
     "Member "
     "must have value greater than or equal to 1"},
    {"both forms",
     R"({"TableName":"none","AttributesToGet":["a"],"QueryFilter":{},"ConditionalOperator":"AND","KeyConditions":{},
         "ProjectionExpression":"","FilterExpression":"","KeyConditionExpression":"","ExclusiveStartKey":{"a":{}}})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions} "
     "Expression "
     "parameters: {ProjectionExpression, FilterExpression, KeyConditionExpression}"},
    {"values without expression",
     R"({"TableName":"none","ExpressionAttributeValues":{},"ExclusiveStartKey":{"a":{}}})",
     "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
     "FilterExpression "
     "and KeyConditionExpression are null"},
    {"an invalid start key",
     R"({"TableName":"none","ExclusiveStartKey":{"a":{}},"Select":"SPECIFIC_ATTRIBUTES"})",
     "ValidationException: The provided starting key is invalid: Supplied AttributeValue is empty, must "
     "contain "
     "exactly one of the supported datatypes"},
    {"nothing specific", R"({"TableName":"none","Select":"SPECIFIC_ATTRIBUTES"})",
     "ValidationException: Must specify the AttributesToGet or ProjectionExpression when choosing to get "
     "SPECIFIC_ATTRIBUTES"},
    {"counting attributes", R"({"TableName":"none","Select":"COUNT","ProjectionExpression":""})",
     "ValidationException: Cannot specify the ProjectionExpression when choosing to get only the Count"},
    {"counting attributes, older form", R"({"TableName":"none","Select":"COUNT","AttributesToGet":["a"]})",
     "ValidationException: Cannot specify the AttributesToGet when choosing to get only the Count"},
    {"all and some", R"({"TableName":"none","Select":"ALL_ATTRIBUTES","ProjectionExpression":""})",
     "ValidationException: Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES"},
    {"projected by no index", R"({"TableName":"none","Select":"ALL_PROJECTED_ATTRIBUTES"})",
     "ValidationException: One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used "
     "only when "
     "Querying using an IndexName"},
    {"the key condition before the filter",
     R"({"TableName":"none","KeyConditionExpression":"","FilterExpression":"","ProjectionExpression":""})",
     "ValidationException: Invalid KeyConditionExpression: The expression can not be empty;"},
    {"the filter before the projection",
     R"({"TableName":"none","KeyConditionExpression":"a = :v","FilterExpression":"","ProjectionExpression":"",
         "ExpressionAttributeValues":{":v":{"S":"x"},":w":{"S":"x"}}})",
     "ValidationException: Invalid FilterExpression: The expression can not be empty;"},
    {"the projection",
     R"({"TableName":"none","KeyConditionExpression":"a = :v","ProjectionExpression":"",
         "ExpressionAttributeValues":{":v":{"S":"x"},":w":{"S":"x"}}})",
     "ValidationException: Invalid ProjectionExpression: The expression can not be empty;"},
    {"no key condition", R"({"TableName":"none"})",
     "ValidationException: Either the KeyConditions or KeyConditionExpression parameter must be specified in "
     "the "
     "request."},
    {"syntax before the table",
     R"({"TableName":"none","KeyConditionExpression":"a = = :v","ExpressionAttributeValues":{":v":{"S":"x"}}})",
     "ValidationException: Invalid KeyConditionExpression: Syntax error; token: \"=\", near: \"= = :v\""},
    {"an unused value before the table",
     R"({"TableName":"none","KeyConditionExpression":"a = :v",
         "ExpressionAttributeValues":{":v":{"S":"x"},":w":{"S":"x"}}})",
     "ValidationException: Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}"},
    {"no such table",
     R"({"TableName":"none","KeyConditionExpression":"a = :v","ExpressionAttributeValues":{":v":{"S":"x"}}})",
     "ResourceNotFoundException: Requested resource not found"},
    {"no such table, older form", R"({"TableName":"none","KeyConditions":{}})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(Query, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "Query", kRefusedWithoutTable);
}

constexpr RefusalRow kRefusedByTheTable[] = {
    {"an unused name before the schema",
     R"({"TableName":"T01","KeyConditionExpression":"a = :v","ExpressionAttributeNames":{"#n":"a"},
         "ExpressionAttributeValues":{":v":{"S":"x"}}})",
     "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
    {"not the partition key",
     R"({"TableName":"T01","KeyConditionExpression":"a = :v","FilterExpression":"PK = :v",
         "ExpressionAttributeValues":{":v":{"S":"x"}}})",
     "ValidationException: Query condition missed key schema element: PK"},
    {"a filter on a key",
     R"({"TableName":"T01","KeyConditionExpression":"PK = :v","FilterExpression":"SK = :v",
         "ExpressionAttributeValues":{":v":{"S":"x"}}})",
     "ValidationException: Filter Expression can only contain non-primary key attributes: Primary key "
     "attribute: SK"},
    {"a filter on a key, older form",
     R"({"TableName":"T01","KeyConditions":{"PK":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}},
         "QueryFilter":{"PK":{"ComparisonOperator":"NOT_NULL"}}})",
     "ValidationException: QueryFilter can only contain non-primary key attributes: Primary key attribute: "
     "PK"},
};

TEST(Query, ChecksAgainstTheTableInOrder) {
  ApiClient client;
  client.make_table("T01", "PK", "SK");
  expect_refused(client, "Query", kRefusedByTheTable);
}

class QueryOfFour : public ::testing::Test {
 protected:
  QueryOfFour() {
    client.make_table("T01", "PK", "SK");
    for (const char c : std::string_view("1234")) {
      client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"},"SK":{"S":")" + std::string(1, c) +
                                 R"("},"v":{"M":{"w":{"N":")" + std::string(1, c) + R"("}}}}})");
    }
  }
  std::string query(std::string_view more) {
    return client.call("Query",
                       R"({"TableName":"T01","KeyConditionExpression":"PK = :p","ExpressionAttributeValues":
                                    {":p":{"S":"a"}},)" +
                           std::string(more) + "}");
  }
  ApiClient client;
};

TEST_F(QueryOfFour, GivesItemsInOrder) {
  EXPECT_EQ(query(R"("ProjectionExpression":"SK")"),
            R"({"Items":[{"SK":{"S":"1"}},{"SK":{"S":"2"}},{"SK":{"S":"3"}},{"SK":{"S":"4"}}],)"
            R"("Count":4,"ScannedCount":4})");
  EXPECT_EQ(query(R"("ProjectionExpression":"v.w","ScanIndexForward":false,"Limit":1)"),
            R"({"Items":[{"v":{"M":{"w":{"N":"4"}}}}],"Count":1,"ScannedCount":1,)"
            R"("LastEvaluatedKey":{"PK":{"S":"a"},"SK":{"S":"4"}}})");
}

TEST_F(QueryOfFour, GoesOnAfterTheStartKey) {
  EXPECT_EQ(query(R"("ProjectionExpression":"SK","ExclusiveStartKey":{"PK":{"S":"a"},"SK":{"S":"3"}})"),
            R"({"Items":[{"SK":{"S":"4"}}],"Count":1,"ScannedCount":1})");
}

TEST_F(QueryOfFour, OnlyCountsWhenAsked) {
  EXPECT_EQ(query(R"("Select":"COUNT","ReturnConsumedCapacity":"INDEXES","ConsistentRead":true)"),
            R"({"Count":4,"ScannedCount":4,"ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0,)"
            R"("Table":{"CapacityUnits":1.0}}})");
}

TEST_F(QueryOfFour, WritesTheSameWhateverTheBudget) {
  const std::string whole = query(R"("ReturnConsumedCapacity":"TOTAL")");
  EXPECT_EQ(client.runs, 1);
  client.budget.bytes = 1;
  EXPECT_EQ(query(R"("ReturnConsumedCapacity":"TOTAL")"), whole);
  EXPECT_GE(client.runs, 4) << "each item is more than a byte";
}

TEST_F(QueryOfFour, FiltersAfterReading) {
  EXPECT_EQ(client.call("Query", R"({"TableName":"T01","KeyConditionExpression":"PK = :p AND SK > :s",
                                     "FilterExpression":"v.w <> :n","ProjectionExpression":"SK",
                                     "ExpressionAttributeValues":{":p":{"S":"a"},":s":{"S":"1"},":n":{"N":"3"}}})"),
            R"({"Items":[{"SK":{"S":"2"}},{"SK":{"S":"4"}}],"Count":2,"ScannedCount":3})");
}

TEST_F(QueryOfFour, TakesTheLegacyForm) {
  EXPECT_EQ(client.call("Query", R"({"TableName":"T01","AttributesToGet":["SK"],"KeyConditions":{
                "PK":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},
                "SK":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"S":"2"},{"S":"3"}]}}})"),
            R"({"Items":[{"SK":{"S":"2"}},{"SK":{"S":"3"}}],"Count":2,"ScannedCount":2})");
}

}  // namespace
}  // namespace larder::api
