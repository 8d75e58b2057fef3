// Checks what Scan takes and answers. Method: requests as JSON on a real store; a refused request fails every later
// check too.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr RefusalRow kRefused[] = {
    {"more segments than there may be",
     R"({"TableName":"none","Segment":1000000,"TotalSegments":1000001,"ProjectionExpression":""})",
     "ValidationException: 2 validation errors detected: Value '1000000' at 'segment' failed to satisfy "
     "constraint: "
     "Member must have value less than or equal to 999999; Value '1000001' at 'totalSegments' failed to "
     "satisfy "
     "constraint: Member must have value less than or equal to 1000000"},
    {"both forms",
     R"({"TableName":"none","AttributesToGet":["a"],"ScanFilter":{},"ProjectionExpression":"","FilterExpression":"",
         "Segment":4})",
     "ValidationException: Can not use both expression and non-expression parameters in the same request: "
     "Non-expression parameters: {AttributesToGet, ScanFilter} Expression parameters: {ProjectionExpression, "
     "FilterExpression}"},
    {"values for a projection",
     R"({"TableName":"none","ProjectionExpression":"a","ExpressionAttributeValues":{},"Segment":4})",
     "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
     "FilterExpression "
     "is null"},
    {"a segment of how many", R"({"TableName":"none","Segment":4,"ExclusiveStartKey":{"a":{}}})",
     "ValidationException: The TotalSegments parameter is required but was not present in the request when "
     "Segment "
     "parameter is present"},
    {"segments without which", R"({"TableName":"none","TotalSegments":4,"ExclusiveStartKey":{"a":{}}})",
     "ValidationException: The Segment parameter is required but was not present in the request when "
     "parameter "
     "TotalSegments is present"},
    {"one segment too far",
     R"({"TableName":"none","Segment":4,"TotalSegments":4,"ExclusiveStartKey":{"a":{}}})",
     "ValidationException: The Segment parameter is zero-based and must be less than parameter "
     "TotalSegments: "
     "Segment: 4 is not less than TotalSegments: 4"},
    {"an invalid start key", R"({"TableName":"none","ExclusiveStartKey":{"a":{}},"FilterExpression":""})",
     "ValidationException: The provided starting key is invalid: Supplied AttributeValue is empty, must "
     "contain "
     "exactly one of the supported datatypes"},
    {"an empty filter", R"({"TableName":"none","FilterExpression":"","ProjectionExpression":""})",
     "ValidationException: Invalid FilterExpression: The expression can not be empty;"},
    {"an empty projection", R"({"TableName":"none","ProjectionExpression":""})",
     "ValidationException: Invalid ProjectionExpression: The expression can not be empty;"},
    {"no such table", R"({"TableName":"none"})", "ResourceNotFoundException: Requested resource not found"},
};

TEST(Scan, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "Scan", kRefused);
}

class ScanOfThree : public ::testing::Test {
 protected:
  ScanOfThree() {
    client.make_table("T01", "PK");
    for (const char c : std::string_view("123")) {
      client.call("PutItem", R"({"TableName":"T01","Item":{"PK":{"S":")" + std::string(1, c) +
                                 R"("},"v":{"N":")" + std::string(1, c) + R"("}}})");
    }
  }
  std::string scan(std::string_view more) {
    return client.call("Scan", R"({"TableName":"T01")" + std::string(more) + "}");
  }
  ApiClient client;
};

TEST_F(ScanOfThree, FiltersAndCounts) {
  EXPECT_EQ(scan(R"(,"FilterExpression":"v = :v","ExpressionAttributeValues":{":v":{"N":"2"}},
                    "ReturnConsumedCapacity":"TOTAL")"),
            R"({"Items":[{"PK":{"S":"2"},"v":{"N":"2"}}],"Count":1,"ScannedCount":3,)"
            R"("ConsumedCapacity":{"TableName":"T01","CapacityUnits":0.5}})");
  EXPECT_EQ(scan(R"(,"Select":"COUNT")"), R"({"Count":3,"ScannedCount":3})");
  EXPECT_EQ(scan(R"(,"ScanFilter":{"v":{"ComparisonOperator":"GT","AttributeValueList":[{"N":"2"}]}},
                    "AttributesToGet":["v"])"),
            R"({"Items":[{"v":{"N":"3"}}],"Count":1,"ScannedCount":3})");
}

TEST_F(ScanOfThree, SegmentsShareTheItems) {
  int found = 0;
  for (int segment = 0; segment < 4; ++segment) {
    const std::string reply =
        scan(R"(,"Select":"COUNT","TotalSegments":4,"Segment":)" + std::to_string(segment));
    const std::size_t at = reply.find(R"("Count":)");
    ASSERT_NE(at, std::string::npos) << reply;
    found += reply[at + 8] - '0';
  }
  EXPECT_EQ(found, 3);
}

TEST_F(ScanOfThree, WritesTheSameWhateverTheBudget) {
  const std::string whole = scan("");
  EXPECT_EQ(client.runs, 1);
  client.budget.bytes = 1;
  EXPECT_EQ(scan(""), whole);
  EXPECT_GE(client.runs, 3) << "each item is more than a byte";
}

TEST_F(ScanOfThree, GoesOnWhereAPageEnded) {
  const std::string first = scan(R"(,"Limit":2,"Select":"COUNT")");
  const std::size_t at = first.find(R"("LastEvaluatedKey":)");
  ASSERT_NE(at, std::string::npos) << first;
  const std::string key = first.substr(at + 19, first.size() - at - 20);
  EXPECT_EQ(scan(R"(,"Select":"COUNT","ExclusiveStartKey":)" + key), R"({"Count":1,"ScannedCount":1})");
}

}  // namespace
}  // namespace larder::api
