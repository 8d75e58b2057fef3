// Checks what UpdateItem takes and answers. Method: requests as JSON on a real store; a refused request fails every
// later check too.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr RefusalRow kRefused[] = {
    {"both forms",
     R"({"TableName":"none","Key":{"a":{}},"AttributeUpdates":{},"Expected":{},"UpdateExpression":"",
         "ConditionExpression":"","ExpressionAttributeNames":{}})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {AttributeUpdates, Expected} Expression parameters: {UpdateExpression, "
     "ConditionExpression}"},
    {"values without expression", R"({"TableName":"none","Key":{"a":{}},"ExpressionAttributeValues":{}})",
     "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
     "UpdateExpression "
     "and ConditionExpression are null"},
    {"an invalid value in the key",
     R"({"TableName":"none","Key":{"a":{}},"UpdateExpression":"","ConditionExpression":""})",
     "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
     "datatypes"},
    {"no value to put", R"({"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Action":"ADD"}},
                            "ConditionalOperator":"OR"})",
     "ValidationException: One or more parameter values were invalid: Only DELETE action is allowed when no "
     "attribute value is specified"},
    {"a connective alone", R"({"TableName":"none","Key":{},"ConditionalOperator":"OR"})",
     "ValidationException: ConditionalOperator cannot be used without Filter or Expected"},
    {"an update that is empty",
     R"({"TableName":"none","Key":{},"UpdateExpression":"","ConditionExpression":""})",
     "ValidationException: Invalid UpdateExpression: The expression can not be empty;"},
    {"a condition that is empty",
     R"({"TableName":"none","Key":{},"UpdateExpression":"REMOVE a","ConditionExpression":"",
         "ExpressionAttributeNames":{"#n":"a"}})",
     "ValidationException: Invalid ConditionExpression: The expression can not be empty;"},
    {"an unused name",
     R"({"TableName":"none","Key":{},"UpdateExpression":"REMOVE a","ExpressionAttributeNames":{"#n":"a"}})",
     "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
    {"no such table", R"({"TableName":"none","Key":{},"UpdateExpression":"REMOVE a"})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(UpdateItem, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "UpdateItem", kRefused);
}

class UpdateItemOfOne : public ::testing::Test {
 protected:
  UpdateItemOfOne() {
    client.make_table("T01", "PK");
    client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"},"n":{"N":"1"},"s":{"S":"x"}}})");
  }
  std::string update(std::string_view more) {
    return client.call("UpdateItem",
                       R"({"TableName":"T01","Key":{"PK":{"S":"a"}},)" + std::string(more) + "}");
  }
  ApiClient client;
};

TEST_F(UpdateItemOfOne, ReturnsTheImageAskedFor) {
  const auto set = [&](std::string_view value, std::string_view return_values) {
    return update(R"("UpdateExpression":"SET n = n + :v","ExpressionAttributeValues":{":v":{"N":")" +
                  std::string(value) + R"("}},"ReturnValues":")" + std::string(return_values) + "\"");
  };
  EXPECT_EQ(set("1", "NONE"), "{}");
  EXPECT_EQ(set("1", "ALL_OLD"), R"({"Attributes":{"PK":{"S":"a"},"n":{"N":"2"},"s":{"S":"x"}}})");
  EXPECT_EQ(set("1", "UPDATED_OLD"), R"({"Attributes":{"n":{"N":"3"}}})");
  EXPECT_EQ(set("1", "ALL_NEW"), R"({"Attributes":{"PK":{"S":"a"},"n":{"N":"5"},"s":{"S":"x"}}})");
  EXPECT_EQ(set("0.5", "UPDATED_NEW"), R"({"Attributes":{"n":{"N":"5.5"}}})");
}

TEST_F(UpdateItemOfOne, MakesAnItemOfItsKeyAlone) {
  EXPECT_EQ(client.call("UpdateItem", R"({"TableName":"T01","Key":{"PK":{"S":"new"}},"ReturnValues":"ALL_NEW",
                                          "ReturnConsumedCapacity":"INDEXES"})"),
            R"({"Attributes":{"PK":{"S":"new"}},"ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0,)"
            R"("Table":{"CapacityUnits":1.0}}})");
}

TEST_F(UpdateItemOfOne, TakesTheLegacyForm) {
  EXPECT_EQ(update(R"("AttributeUpdates":{"n":{"Action":"ADD","Value":{"N":"4"}},"s":{"Action":"DELETE"},
                                          "t":{"Value":{"S":"put"}}},
                      "Expected":{"n":{"Value":{"N":"1"}},"s":{"ComparisonOperator":"NULL"}},
                      "ConditionalOperator":"OR","ReturnValues":"ALL_NEW")"),
            R"({"Attributes":{"PK":{"S":"a"},"n":{"N":"5"},"t":{"S":"put"}}})");
}

TEST_F(UpdateItemOfOne, RefusesToChangeAKey) {
  EXPECT_EQ(
      update(R"("UpdateExpression":"REMOVE PK")"),
      "ValidationException: One or more parameter values were invalid: Cannot update attribute PK. This "
      "attribute is part of the key");
}

TEST_F(UpdateItemOfOne, LooksAtTheConditionFirst) {
  EXPECT_EQ(update(R"("UpdateExpression":"SET n = s + :v","ConditionExpression":"s = :v",
                      "ExpressionAttributeValues":{":v":{"N":"1"}})"),
            "ConditionalCheckFailedException: The conditional request failed");
}

}  // namespace
}  // namespace larder::api
