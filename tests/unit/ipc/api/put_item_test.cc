// Checks what PutItem and DeleteItem take and answer, with the checks in the service's order.
// Method: requests as JSON on a real store; a refused request fails every later check too.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

// Each is refused on a table that does not exist, so all come before the table is looked at.
constexpr RefusalRow kRefusedPuts[] = {
    {"no item", R"({"TableName":"none"})",
     "ValidationException: 1 validation error detected: Value null at 'item' failed to satisfy constraint: "
     "Member must not be null"},
    {"a word outside ReturnValues", R"({"TableName":"none","Item":{"a":{}},"ReturnValues":"ALL"})",
     "ValidationException: 1 validation error detected: Value 'ALL' at 'returnValues' failed to satisfy "
     "constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"},
    {"both forms",
     R"({"TableName":"none","Item":{"a":{}},"ReturnValues":"ALL_NEW","Expected":{"a":{}},"ConditionExpression":"",
         "ExpressionAttributeNames":{}})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}"},
    {"names without expression",
     R"({"TableName":"none","Item":{"a":{}},"ExpressionAttributeNames":{},"ExpressionAttributeValues":{}})",
     "ValidationException: ExpressionAttributeNames can only be specified when using expressions"},
    {"no names in the map",
     R"({"TableName":"none","Item":{"a":{}},"ConditionExpression":"","ExpressionAttributeNames":{},
         "ExpressionAttributeValues":{}})",
     "ValidationException: ExpressionAttributeNames must not be empty"},
    {"values without expression", R"({"TableName":"none","Item":{"a":{}},"ExpressionAttributeValues":{}})",
     "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
     "ConditionExpression is null"},
    {"no values in the map",
     R"({"TableName":"none","Item":{"a":{}},"ConditionExpression":"","ExpressionAttributeValues":{}})",
     "ValidationException: ExpressionAttributeValues must not be empty"},
    {"a name that is no placeholder",
     R"({"TableName":"none","Item":{"a":{}},"ConditionExpression":"","ExpressionAttributeNames":{"a":"b"},
         "ExpressionAttributeValues":{"b":{}}})",
     "ValidationException: ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\""},
    {"a value that is no placeholder",
     R"({"TableName":"none","Item":{"a":{}},"ConditionExpression":"","ExpressionAttributeValues":{"b":{}}})",
     "ValidationException: ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\""},
    {"an invalid value in the map",
     R"({"TableName":"none","Item":{"a":{}},"ConditionExpression":"","ExpressionAttributeValues":{":b":{}}})",
     "ValidationException: ExpressionAttributeValues contains invalid value: Supplied AttributeValue is "
     "empty, "
     "must contain exactly one of the supported datatypes for key :b"},
    {"an invalid value in the item",
     R"({"TableName":"none","Item":{"a":{"N":"x"}},"ReturnValues":"ALL_NEW","ConditionExpression":""})",
     "ValidationException: The parameter cannot be converted to a numeric value: x"},
    {"ReturnValues of an update",
     R"({"TableName":"none","Item":{},"ReturnValues":"ALL_NEW","ConditionExpression":""})",
     "ValidationException: ReturnValues can only be ALL_OLD or NONE"},
    {"an empty expression", R"({"TableName":"none","Item":{},"ConditionExpression":""})",
     "ValidationException: Invalid ConditionExpression: The expression can not be empty;"},
    {"an unused name",
     R"({"TableName":"none","Item":{},"ConditionExpression":"attribute_exists(a) ",
         "ExpressionAttributeNames":{"#n":"a"}})",
     "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
    {"an unused value",
     R"({"TableName":"none","Item":{},"ConditionExpression":"attribute_exists(a) ",
         "ExpressionAttributeValues":{":v":{"S":"a"}}})",
     "ValidationException: Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"},
    {"no such table", R"({"TableName":"none","Item":{}})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(PutItem, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "PutItem", kRefusedPuts);
}

TEST(PutItem, RefusesAttributeNamesAtEveryLevel) {
  ApiClient client;
  const auto put = [&](const std::string& name) {
    return client.call("PutItem", R"({"TableName":"none","Item":{"m":{"M":{")" + name + R"(":{"S":"x"}}}}})");
  };
  const std::string invalid = "ValidationException: One or more parameter values were invalid: ";
  EXPECT_EQ(put(""), invalid + "Empty attribute name");
  EXPECT_EQ(put(std::string(65'536, 'n')),
            invalid + "Attribute name is too large, must be less than 65536 bytes");
  EXPECT_EQ(put(std::string(65'535, 'n')), "ResourceNotFoundException: Requested resource not found");
}

TEST(PutItem, ChecksTheKeyAgainstTheTable) {
  ApiClient client;
  client.make_table("T01", "PK");
  EXPECT_EQ(client.call("PutItem", R"({"TableName":"T01","Item":{"a":{"S":"x"}}})"),
            "ValidationException: One or more parameter values were invalid: Missing the key PK in the item");
}

TEST(PutItem, AnswersNothingUnlessAsked) {
  ApiClient client;
  client.make_table("T01", "PK");
  EXPECT_EQ(client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"},"v":{"N":"1"}}})"), "{}");
  EXPECT_EQ(client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"}},"ReturnValues":"NONE"})"),
            "{}");
}

TEST(PutItem, GivesTheItemThatItReplaced) {
  ApiClient client;
  client.make_table("T01", "PK");
  const auto put = [&](std::string_view value) {
    return client.call("PutItem",
                       R"({"TableName":"T01","ReturnValues":"ALL_OLD","Item":{"PK":{"S":"a"},"v":)" +
                           std::string(value) + "}}");
  };
  EXPECT_EQ(put(R"({"N":"1.50"})"), "{}") << "nothing was replaced";
  EXPECT_EQ(put(R"({"BOOL":true})"), R"({"Attributes":{"PK":{"S":"a"},"v":{"N":"1.5"}}})");
}

TEST(PutItem, ReportsCapacityAsAsked) {
  ApiClient client;
  client.make_table("T01", "PK");
  const auto put = [&](std::string_view detail) {
    return client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"}},"ReturnConsumedCapacity":")" +
                                      std::string(detail) + "\"}");
  };
  EXPECT_EQ(put("NONE"), "{}");
  EXPECT_EQ(put("TOTAL"), R"({"ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0}})");
  EXPECT_EQ(put("INDEXES"),
            R"({"ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0,"Table":{"CapacityUnits":1.0}}})");
}

TEST(PutItem, CommitsOnlyWhenTheConditionHolds) {
  ApiClient client;
  client.make_table("T01", "PK");
  const std::string_view once = R"({"TableName":"T01","Item":{"PK":{"S":"a"},"v":{"S":"1"}},
      "ConditionExpression":"attribute_not_exists(#p) ",
                         "ExpressionAttributeNames" : {"#p" : "PK"},
                         "ReturnValuesOnConditionCheckFailure" : "ALL_OLD"
})";
  EXPECT_EQ(client.call("PutItem", once), "{}");
  EXPECT_EQ(client.call_raw("PutItem", once),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("Item":{"PK":{"S":"a"},"v":{"S":"1"}},"message":"The conditional request failed"})");
}

TEST(PutItem, TakesTheLegacyCondition) {
  ApiClient client;
  client.make_table("T01", "PK");
  const std::string_view once =
      R"({"TableName":"T01","Item":{"PK":{"S":"a"}},"Expected":{"PK":{"Exists":false}}})";
  EXPECT_EQ(client.call("PutItem", once), "{}");
  EXPECT_EQ(client.call("PutItem", once), "ConditionalCheckFailedException: The conditional request failed");
}

TEST(PutItem, TakesTheArnOfATable) {
  ApiClient client;
  client.make_table("T01", "PK");
  EXPECT_EQ(client.call("PutItem", R"({"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/T01",
                                       "Item":{"PK":{"S":"a"}}})"),
            "{}");
  EXPECT_EQ(client.call("GetItem", R"({"TableName":"T01","Key":{"PK":{"S":"a"}}})"),
            R"({"Item":{"PK":{"S":"a"}}})");
}

constexpr RefusalRow kRefusedDeletes[] = {
    {"both forms",
     R"({"TableName":"none","Key":{"a":{}},"ReturnValues":"ALL_NEW","Expected":{"a":{}},"ConditionalOperator":"OR",
         "ConditionExpression":""})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {Expected, ConditionalOperator} Expression parameters: "
     "{ConditionExpression}"},
    {"an invalid value in the key",
     R"({"TableName":"none","Key":{"a":{}},"ReturnValues":"ALL_NEW","ConditionExpression":""})",
     "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
     "datatypes"},
    {"ReturnValues of an update",
     R"({"TableName":"none","Key":{},"ReturnValues":"UPDATED_OLD","ConditionExpression":""})",
     "ValidationException: ReturnValues can only be ALL_OLD or NONE"},
    {"an empty expression", R"({"TableName":"none","Key":{},"ConditionExpression":""})",
     "ValidationException: Invalid ConditionExpression: The expression can not be empty;"},
    {"no such table", R"({"TableName":"none","Key":{}})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(DeleteItem, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "DeleteItem", kRefusedDeletes);
}

TEST(DeleteItem, GivesTheItemThatItRemoved) {
  ApiClient client;
  client.make_table("T01", "PK");
  client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"},"v":{"L":[{"NULL":true}]}}})");
  const std::string_view gone = R"({"TableName":"T01","Key":{"PK":{"S":"a"}},"ReturnValues":"ALL_OLD",
                                    "ReturnConsumedCapacity":"TOTAL"})";
  EXPECT_EQ(client.call("DeleteItem", gone),
            R"({"Attributes":{"PK":{"S":"a"},"v":{"L":[{"NULL":true}]}},)"
            R"("ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0}})");
  EXPECT_EQ(client.call("DeleteItem", gone),
            R"({"ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0}})");
}

TEST(DeleteItem, KeepsTheItemWhenTheConditionFails) {
  ApiClient client;
  client.make_table("T01", "PK");
  client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"},"v":{"N":"1"}}})");
  EXPECT_EQ(
      client.call("DeleteItem", R"({"TableName":"T01","Key":{"PK":{"S":"a"}},"ConditionExpression":"v = :v",
                                          "ExpressionAttributeValues":{":v":{"N":"2"}}})"),
      "ConditionalCheckFailedException: The conditional request failed");
  EXPECT_EQ(
      client.call("DeleteItem", R"({"TableName":"T01","Key":{"PK":{"S":"a"}},"ConditionExpression":"v = :v",
                                          "ExpressionAttributeValues":{":v":{"N":"1.0"}}})"),
      "{}");
}

}  // namespace
}  // namespace larder::api
