// Checks what BatchWriteItem takes and answers. Method: requests as JSON on a real store.
#include <gtest/gtest.h>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr std::string_view kNotOne =
    "ValidationException: Supplied AttributeValue has more than one datatypes set, must contain exactly one "
    "of "
    "the supported datatypes";

constexpr RefusalRow kRefused[] = {
    {"a request for nothing", R"({"RequestItems":{"none":[{"PutRequest":{"Item":{"a":{}}}},{}]}})", kNotOne},
    {"a request for both",
     R"({"RequestItems":{"none":[{"PutRequest":{"Item":{"a":{}}},"DeleteRequest":{"Key":{}}}]}})", kNotOne},
    {"an invalid value in an item", R"({"RequestItems":{"none":[{"DeleteRequest":{"Key":{}}},
                                        {"PutRequest":{"Item":{"a":{}}}}]}})",
     "ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported "
     "datatypes"},
    {"no such table", R"({"RequestItems":{"none":[{"DeleteRequest":{"Key":{}}}]}})",
     "ResourceNotFoundException: Requested resource not found"},
};

TEST(BatchWriteItem, ChecksInOrder) {
  ApiClient client;
  expect_refused(client, "BatchWriteItem", kRefused);
}

std::string deletes(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) {
    list += std::string(list.empty() ? "" : ",") + R"({"DeleteRequest":{"Key":{"PK":{"S":")" +
            std::to_string(i) + R"("}}}})";
  }
  return "[" + list + "]";
}

TEST(BatchWriteItem, CountsTheRequestsOfAllTables) {
  ApiClient client;
  EXPECT_EQ(client.call("BatchWriteItem",
                        R"({"RequestItems":{"T01":)" + deletes(13) + R"(,"T02":)" + deletes(13) + "}}"),
            "ValidationException: Too many items requested for the BatchWriteItem call");
  client.make_table("T01", "PK");
  EXPECT_EQ(client.call("BatchWriteItem", R"({"RequestItems":{"T01":)" + deletes(25) + "}}"),
            R"({"UnprocessedItems":{}})");
}

TEST(BatchWriteItem, WritesIntoSeveralTables) {
  ApiClient client;
  client.make_table("T01", "PK");
  client.make_table("T02", "PK");
  client.call("PutItem", R"({"TableName":"T02","Item":{"PK":{"S":"gone"}}})");
  EXPECT_EQ(client.call("BatchWriteItem", R"({"ReturnConsumedCapacity":"INDEXES","RequestItems":{
                "T01":[{"PutRequest":{"Item":{"PK":{"S":"a"}}}},{"PutRequest":{"Item":{"PK":{"S":"b"}}}}],
                "T02":[{"DeleteRequest":{"Key":{"PK":{"S":"gone"}}}}]}})"),
            R"({"UnprocessedItems":{},"ConsumedCapacity":[)"
            R"({"TableName":"T01","CapacityUnits":2.0,"Table":{"CapacityUnits":2.0}},)"
            R"({"TableName":"T02","CapacityUnits":1.0,"Table":{"CapacityUnits":1.0}}]})");
  EXPECT_EQ(client.call("Scan", R"({"TableName":"T01","Select":"COUNT"})"),
            R"({"Count":2,"ScannedCount":2})");
  EXPECT_EQ(client.call("Scan", R"({"TableName":"T02","Select":"COUNT"})"),
            R"({"Count":0,"ScannedCount":0})");
}

}  // namespace
}  // namespace larder::api
