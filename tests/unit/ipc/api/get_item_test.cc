// Checks what GetItem takes and answers. Method: requests as JSON on a real store.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr RefusalRow kRefused[] = {
    {"no key", R"({"TableName":"none","AttributesToGet":["a","a"]})",
     "ValidationException: 1 validation error detected: Value null at 'key' failed to satisfy constraint: "
     "Member "
     "must not be null"},
    {"both forms",
     R"({"TableName":"none","Key":{"a":{}},"AttributesToGet":["a","a"],"ProjectionExpression":"",
         "ExpressionAttributeNames":{}})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}"},
    {"names without expression",
     R"({"TableName":"none","Key":{"a":{}},"AttributesToGet":["a","a"],"ExpressionAttributeNames":{}})",
     "ValidationException: ExpressionAttributeNames can only be specified when using expressions"},
    {"an invalid value in the key",
     R"({"TableName":"none","Key":{"a":{"SS":[]}},"AttributesToGet":["a","a"]})",
     "ValidationException: One or more parameter values were invalid: An string set  may not be empty"},
    {"an attribute twice", R"({"TableName":"none","Key":{},"AttributesToGet":["a","b","a"]})",
     "ValidationException: One or more parameter values were invalid: Duplicate value in attribute name: a"},
    {"overlapping paths", R"({"TableName":"none","Key":{},"ProjectionExpression":"a, a.b"})",
     "ValidationException: Invalid ProjectionExpression: Two document paths overlap with each other; must "
     "remove or "
     "rewrite one of these paths; path one: [a], path two: [a, b]"},
    {"an unused name",
     R"({"TableName":"none","Key":{},"ProjectionExpression":"a","ExpressionAttributeNames":{"#n":"b"}})",
     "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
    {"no such table", R"({"TableName":"none","Key":{}})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(GetItem, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "GetItem", kRefused);
}

class GetItemOfOne : public ::testing::Test {
 protected:
  GetItemOfOne() {
    client.make_table("T01", "PK", "SK");
    client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"a"},"SK":{"S":"b"},"v":{"N":"1"},
                               "m":{"M":{"x":{"BOOL":false},"y":{"B":"AAE="}}},"name":{"S":"n"}}})");
  }
  std::string get(std::string_view more) {
    return client.call(
        "GetItem", R"({"TableName":"T01","Key":{"PK":{"S":"a"},"SK":{"S":"b"}})" + std::string(more) + "}");
  }
  ApiClient client;
};

TEST_F(GetItemOfOne, GivesTheWholeItem) {
  EXPECT_EQ(get(""),
            R"({"Item":{"PK":{"S":"a"},"SK":{"S":"b"},"m":{"M":{"x":{"BOOL":false},"y":{"B":"AAE="}}},)"
            R"("name":{"S":"n"},"v":{"N":"1"}}})");
}

TEST_F(GetItemOfOne, ProjectsWholeAttributes) {
  EXPECT_EQ(get(R"(,"ProjectionExpression":"v, #n","ExpressionAttributeNames":{"#n":"name"})"),
            R"({"Item":{"name":{"S":"n"},"v":{"N":"1"}}})");
  EXPECT_EQ(get(R"(,"AttributesToGet":["v"])"), R"({"Item":{"v":{"N":"1"}}})");
}

TEST_F(GetItemOfOne, ProjectsPaths) {
  EXPECT_EQ(get(R"(,"ProjectionExpression":"m.y")"), R"({"Item":{"m":{"M":{"y":{"B":"AAE="}}}}})");
}

TEST_F(GetItemOfOne, GivesAnEmptyItemWhenNothingIsProjected) {
  EXPECT_EQ(get(R"(,"ProjectionExpression":"nope")"), R"({"Item":{}})");
}

TEST_F(GetItemOfOne, ReportsCapacityByConsistency) {
  EXPECT_EQ(get(R"(,"ProjectionExpression":"nope","ReturnConsumedCapacity":"TOTAL")"),
            R"({"Item":{},"ConsumedCapacity":{"TableName":"T01","CapacityUnits":0.5}})");
  EXPECT_EQ(get(R"(,"ProjectionExpression":"nope","ReturnConsumedCapacity":"TOTAL","ConsistentRead":true)"),
            R"({"Item":{},"ConsumedCapacity":{"TableName":"T01","CapacityUnits":1.0}})");
}

TEST_F(GetItemOfOne, KnowsTheKeySchema) {
  EXPECT_EQ(client.call("GetItem", R"({"TableName":"T01","Key":{"PK":{"S":"a"}}})"),
            "ValidationException: The provided key element does not match the schema");
  EXPECT_EQ(client.call("GetItem", R"({"TableName":"T01","Key":{"PK":{"S":"a"},"SK":{"S":"other"}}})"), "{}");
}

}  // namespace
}  // namespace larder::api
