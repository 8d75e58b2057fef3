// Checks what TransactWriteItems and TransactGetItems take and answer, and what a client token stands for.
// Method: requests as JSON on a real store; a refused request fails every later check too.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr std::string_view kNotOne =
    "ValidationException: TransactItems can only contain one of Check, Put, Update or Delete";

constexpr RefusalRow kRefusedWrites[] = {
    {"a token too long",
     R"({"TransactItems":[{}],"ClientRequestToken":"0123456789012345678901234567890123456"})",
     "ValidationException: 1 validation error detected: Value '0123456789012345678901234567890123456' at "
     "'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36"},
    {"an element of nothing", R"({"TransactItems":[{"Put":{"TableName":"none","Item":{"a":{}}}},{}]})",
     kNotOne},
    {"an element of two",
     R"({"TransactItems":[{"Put":{"TableName":"none","Item":{"a":{}}},"Delete":{"TableName":"none","Key":{}}}]})",
     kNotOne},
    {"values without expression",
     R"({"TransactItems":[{"Put":{"TableName":"none","Item":{"a":{}},"ExpressionAttributeValues":{":v":{"S":"x"}}}}]})",
     "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
     "ConditionExpression is null"},
    {"an invalid value in an item",
     R"({"TransactItems":[{"Put":{"TableName":"none","Item":{"a":{}},"ConditionExpression":""}}]})",
     "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
     "datatypes"},
    {"an empty update",
     R"({"TransactItems":[{"Update":{"TableName":"none","Key":{},"UpdateExpression":"","ConditionExpression":""}}]})",
     "ValidationException: Invalid UpdateExpression: The expression can not be empty;"},
    {"an empty condition",
     R"({"TransactItems":[{"ConditionCheck":{"TableName":"none","Key":{},"ConditionExpression":"",
         "ExpressionAttributeNames":{"#n":"a"}}}]})",
     "ValidationException: Invalid ConditionExpression: The expression can not be empty;"},
    {"an unused name",
     R"({"TransactItems":[{"ConditionCheck":{"TableName":"none","Key":{},"ConditionExpression":"a = b",
         "ExpressionAttributeNames":{"#n":"a"}}}]})",
     "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
    {"no such table", R"({"TransactItems":[{"Delete":{"TableName":"none","Key":{}}}]})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(TransactWriteItems, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "TransactWriteItems", kRefusedWrites);
}

// Update of a counter in item "u", with `more` parameters of the request.
std::string count_up(ApiClient& client, std::string_view more, std::string_view step = R"({"N":"1"})") {
  return client.call("TransactWriteItems",
                     R"({"TransactItems":[{"Update":{"TableName":"T01","Key":{"PK":{"S":"u"}},
                         "UpdateExpression":"ADD n :v","ExpressionAttributeValues":{":v":)" +
                         std::string(step) + "}}}]" + std::string(more) + "}");
}

TEST(TransactWriteItems, RunsEveryKindOfAction) {
  ApiClient client;
  client.make_table("T01", "PK");
  client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"d"}}})");
  client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"c"},"v":{"N":"1"}}})");
  EXPECT_EQ(client.call("TransactWriteItems", R"({"ReturnConsumedCapacity":"INDEXES","TransactItems":[
      {"Put":{"TableName":"T01","Item":{"PK":{"S":"p"}},"ConditionExpression":"attribute_not_exists(PK) "}},
      {"Update":{"TableName":"T01","Key":{"PK":{"S":"u"}},"UpdateExpression":"SET n = :v",
                 "ExpressionAttributeValues":{":v":{"N":"7"}}}},
      {"Delete":{"TableName":"T01","Key":{"PK":{"S":"d"}}}},
      {"ConditionCheck":{"TableName":"T01","Key":{"PK":{"S":"c"}},"ConditionExpression":"#v = :v",
                 "ExpressionAttributeNames":{"#v":"v"},"ExpressionAttributeValues":{":v":{"N":"1"}}}}]})"),
            R"({"ConsumedCapacity":[{"TableName":"T01","CapacityUnits":8.0,"WriteCapacityUnits":8.0,)"
            R"("Table":{"CapacityUnits":8.0,"WriteCapacityUnits":8.0}}]})");
  EXPECT_EQ(client.call("TransactGetItems", R"({"ReturnConsumedCapacity":"TOTAL","TransactItems":[
      {"Get":{"TableName":"T01","Key":{"PK":{"S":"p"}}}},{"Get":{"TableName":"T01","Key":{"PK":{"S":"d"}}}},
      {"Get":{"TableName":"T01","Key":{"PK":{"S":"u"}},"ProjectionExpression":"#n",
              "ExpressionAttributeNames":{"#n":"n"}}}]})"),
            R"({"Responses":[{"Item":{"PK":{"S":"p"}}},{},{"Item":{"n":{"N":"7"}}}],)"
            R"("ConsumedCapacity":[{"TableName":"T01","CapacityUnits":6.0,"ReadCapacityUnits":6.0}]})");
}

TEST(TransactWriteItems, TellsTheReasonOfEachAction) {
  ApiClient client;
  client.make_table("T01", "PK");
  client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"}}})");
  const std::string reply = client.call_raw("TransactWriteItems", R"({"TransactItems":[
      {"Put":{"TableName":"T01","Item":{"PK":{"S":"b"}}}},
      {"Delete":{"TableName":"T01","Key":{"PK":{"S":"a"}},"ConditionExpression":"attribute_not_exists(PK) ",
                 "ReturnValuesOnConditionCheckFailure":"ALL_OLD"}}]})");
  EXPECT_NE(reply.find(R"([{"Code":"None"},{"Code":"ConditionalCheckFailed","Item":{"PK":{"S":"a"}},)"
                       R"("Message":"The conditional request failed"}])"),
            std::string::npos)
      << reply;
  EXPECT_EQ(client.call("GetItem", R"({"TableName":"T01","Key":{"PK":{"S":"b"}}})"), "{}");
}

TEST(TransactWriteItems, KnowsARequestByItsToken) {
  ApiClient client;
  client.make_table("T01", "PK");
  const std::string_view token = R"(,"ClientRequestToken":"abc")";
  EXPECT_EQ(count_up(client, token), "{}");
  EXPECT_EQ(count_up(client, token), "{}");
  EXPECT_EQ(count_up(client, token, R"({ "N" : "1.0" })"), "{}") << "formatting and spelling do not count";
  EXPECT_EQ(count_up(client, R"(,"ClientRequestToken":"abc","ReturnConsumedCapacity":"TOTAL")"),
            R"({"ConsumedCapacity":[{"TableName":"T01","CapacityUnits":2.0,"ReadCapacityUnits":2.0}]})")
      << "how the outcome is reported does not count";
  EXPECT_EQ(client.call("GetItem", R"({"TableName":"T01","Key":{"PK":{"S":"u"}},"AttributesToGet":["n"]})"),
            R"({"Item":{"n":{"N":"1"}}})");
  const std::string other = count_up(client, token, R"({"N":"2"})");
  EXPECT_TRUE(other.starts_with("IdempotentParameterMismatchException: ")) << other;
}

constexpr RefusalRow kRefusedReads[] = {
    {"no gets", R"({"TransactItems":[]})",
     "ValidationException: 1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
     "constraint: "
     "Member must have length greater than or equal to 1"},
    {"names without expression",
     R"({"TransactItems":[{"Get":{"TableName":"none","Key":{"a":{}},"ExpressionAttributeNames":{"#n":"a"}}}]})",
     "ValidationException: ExpressionAttributeNames can only be specified when using expressions"},
    {"an invalid value in a key",
     R"({"TransactItems":[{"Get":{"TableName":"none","Key":{"a":{}},"ProjectionExpression":""}}]})",
     "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
     "datatypes"},
    {"an empty projection",
     R"({"TransactItems":[{"Get":{"TableName":"none","Key":{},"ProjectionExpression":""}}]})",
     "ValidationException: Invalid ProjectionExpression: The expression can not be empty;"},
    {"no such table", R"({"TransactItems":[{"Get":{"TableName":"none","Key":{}}}]})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(TransactGetItems, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "TransactGetItems", kRefusedReads);
}

TEST(TransactGetItems, WritesTheSameWhateverTheBudget) {
  ApiClient client;
  client.make_table("T01", "PK");
  for (const std::string_view key : {"a", "b"}) {
    client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":")" + std::string(key) + R"("}}})");
  }
  const std::string_view request = R"({"TransactItems":[{"Get":{"TableName":"T01","Key":{"PK":{"S":"a"}}}},
      {"Get":{"TableName":"T01","Key":{"PK":{"S":"b"}}}},{"Get":{"TableName":"T01","Key":{"PK":{"S":"c"}}}}]})";
  const std::string whole = client.call("TransactGetItems", request);
  EXPECT_EQ(whole, R"({"Responses":[{"Item":{"PK":{"S":"a"}}},{"Item":{"PK":{"S":"b"}}},{}]})");
  client.budget.bytes = 1;
  EXPECT_EQ(client.call("TransactGetItems", request), whole);
  EXPECT_EQ(client.runs, 3);
}

}  // namespace
}  // namespace larder::api
