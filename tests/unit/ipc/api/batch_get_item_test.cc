// Checks what BatchGetItem takes and answers; that what did not fit can be sent again as it is.
// Method: requests as JSON on a real store.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr RefusalRow kRefused[] = {
    {"no table", R"({"RequestItems":{}})",
     "ValidationException: 1 validation error detected: Value '{}' at 'requestItems' failed to satisfy "
     "constraint: "
     "Member must have length greater than or equal to 1"},
    {"both forms",
     R"({"RequestItems":{"none":{"Keys":[{"a":{}}],"AttributesToGet":["a","a"],"ProjectionExpression":"",
         "ExpressionAttributeNames":{}}}})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}"},
    {"an invalid value in a key",
     R"({"RequestItems":{"none":{"Keys":[{},{"a":{}}],"AttributesToGet":["a","a"]}}})",
     "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
     "datatypes"},
    {"an attribute twice", R"({"RequestItems":{"none":{"Keys":[{}],"AttributesToGet":["a","a"]}}})",
     "ValidationException: One or more parameter values were invalid: Duplicate value in attribute name: a"},
    {"an unused name",
     R"({"RequestItems":{"none":{"Keys":[{}],"ProjectionExpression":"a","ExpressionAttributeNames":{"#n":"a"}}}})",
     "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"},
    {"no such table", R"({"RequestItems":{"none":{"Keys":[{}]}}})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(BatchGetItem, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "BatchGetItem", kRefused);
}

std::string keys(int first, int count) {
  std::string list;
  for (int i = first; i < first + count; ++i) {
    list += std::string(list.empty() ? "" : ",") + R"({"PK":{"S":")" + std::to_string(i) + R"("}})";
  }
  return "[" + list + "]";
}

TEST(BatchGetItem, CountsTheKeysOfAllTables) {
  ApiClient client;
  EXPECT_EQ(client.call("BatchGetItem", R"({"RequestItems":{"T01":{"Keys":)" + keys(0, 51) +
                                            R"(},"T02":{"Keys":)" + keys(0, 50) + "}}}"),
            "ValidationException: Too many items requested for the BatchGetItem call");
}

TEST(BatchGetItem, AnswersPerTable) {
  ApiClient client;
  for (const std::string_view table : {"T01", "T02", "T03"}) client.make_table(table, "PK");
  client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":"1"},"v":{"S":"x"}}})");
  client.call("PutItem",
              R"({"TableName":"T03","Item":{"PK":{"S":"2"},"v":{"M":{"w":{"S":"y"},"z":{"S":"y"}}}}})");
  EXPECT_EQ(client.call("BatchGetItem",
                        R"({"RequestItems":{"T02":{"Keys":)" + keys(1, 2) + R"(},"T01":{"Keys":)" +
                            keys(1, 2) + R"(,"AttributesToGet":["v"]},"T03":{"Keys":)" + keys(1, 2) +
                            R"(,"ProjectionExpression":"v.#w","ExpressionAttributeNames":{"#w":"w"},
                                "ConsistentRead":true}},"ReturnConsumedCapacity":"TOTAL"})"),
            R"({"Responses":{"T01":[{"v":{"S":"x"}}],"T02":[],"T03":[{"v":{"M":{"w":{"S":"y"}}}}]},)"
            R"("UnprocessedKeys":{},"ConsumedCapacity":[{"TableName":"T01","CapacityUnits":1.0},)"
            R"({"TableName":"T02","CapacityUnits":1.0},{"TableName":"T03","CapacityUnits":2.0}]})");
}

TEST(BatchGetItem, GivesBackTheKeysThatDidNotFit) {
  ApiClient client;
  client.make_table("T01", "PK");
  const std::string large(400'000, 'x');
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":")" + std::to_string(i) +
                                         R"("},"v":{"S":")" + large + R"("}}})"),
              "{}");
  }
  const std::string options =
      R"(,"ConsistentRead":true,"ProjectionExpression":"#p","ExpressionAttributeNames":{"#p":"PK"}})";
  client.budget.bytes = 1'000'000;
  const std::string reply =
      client.call("BatchGetItem", R"({"RequestItems":{"T01":{"Keys":)" + keys(0, 50) + options + "}}");
  EXPECT_GT(client.runs, 10);
  // 16 MB hold 41 items of 400,002 bytes. The members of a request come back in the order of their names.
  const std::string left = R"("UnprocessedKeys":{"T01":{"ConsistentRead":true,"ExpressionAttributeNames":)"
                           R"({"#p":"PK"},"Keys":)" +
                           keys(41, 9) + R"(,"ProjectionExpression":"#p"}}})";
  EXPECT_TRUE(reply.ends_with(left)) << reply;
}

}  // namespace
}  // namespace larder::api
