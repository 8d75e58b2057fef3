// Goal: every constraint of a shape is checked, all failures are reported in one message in the service's words, and
// what Larder does not serve is refused by name.
// Method: requests as JSON, each row one step nearer to valid.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ipc/wire/json_reader.h"
#include "ipc/wire/node_text.h"
#include "ipc/wire/shapes.h"

namespace larder::wire {
namespace {

std::string verdict(std::string_view json, const Shape& shape) {
  JsonReader reader;
  Body body;
  const Result<void> read = reader.read(json, shape, body);
  if (!read.ok()) return "serialization: " + read.error().message;
  const Result<void> valid = validate(body.root(), shape);
  if (valid.ok()) return "ok";
  EXPECT_EQ(valid.error().code, ErrorCode::kValidation);
  return valid.error().message;
}

struct Row {
  const Shape* shape;
  std::string json;
  std::string expected;
};

void expect_rows(const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(verdict(row.json, *row.shape), row.expected) << row.json;
}

// The list of failures with its heading.
std::string failures(const std::vector<std::string>& texts) {
  std::string text = std::to_string(texts.size()) +
                     (texts.size() == 1 ? " validation error" : " validation errors") + " detected: ";
  for (const std::string& failure : texts) text += (&failure == texts.data() ? "" : "; ") + failure;
  return text;
}

constexpr std::string_view kKeyHash = R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}])";
constexpr std::string_view kDefinitions =
    R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}])";

std::string create_table(std::string_view rest) {
  return R"({"TableName":"abc",)" + std::string(kKeyHash) + "," + std::string(kDefinitions) +
         std::string(rest) + "}";
}

TEST(Validate, TableNamesAreReportedAlone) {
  const std::string length = "TableName must be at least 3 characters long and at most 255 characters long";
  expect_rows({
      {&shapes::kGetItemInput, R"({})",
       "The parameter 'TableName' is required but was not present in the request"},
      {&shapes::kGetItemInput, R"({"TableName":""})", length},
      {&shapes::kGetItemInput, R"({"TableName":"a;"})", length},
      {&shapes::kGetItemInput, R"({"TableName":")" + std::string(256, 'a') + R"("})", length},
      {&shapes::kListTablesInput, R"({"ExclusiveStartTableName":"a"})",
       "ExclusiveStartTableName must be at least 3 characters long and at most 255 characters long"},
      {&shapes::kListTablesInput, R"({})", "ok"},
      {&shapes::kGetItemInput, R"({"TableName":"abc;","Key":{}})",
       failures({"Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular "
                 "expression "
                 "pattern: [a-zA-Z0-9_.-]+"})},
      {&shapes::kGetItemInput, R"({"TableName":"a-_.Z09","Key":{}})", "ok"},
      {&shapes::kGetItemInput, R"({"TableName":")" + std::string(255, 'a') + R"(","Key":{}})", "ok"},
      {&shapes::kGetItemInput,
       R"({"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/abc","Key":{}})", "ok"},
      {&shapes::kGetItemInput, R"({"TableName":"arn:)" + std::string(1021, 'a') + R"(","Key":{}})",
       failures({"Value 'arn:" + std::string(1021, 'a') +
                 "' at 'tableName' failed to satisfy constraint: Member must have length less than or equal "
                 "to 1024"})},
  });
}

TEST(Validate, AllFailuresInOneMessage) {
  expect_rows({
      {&shapes::kGetItemInput, R"({"TableName":"abc;","ReturnConsumedCapacity":"hi","AttributesToGet":[]})",
       failures(
           {"Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length greater "
            "than "
            "or equal to 1",
            "Value null at 'key' failed to satisfy constraint: Member must not be null",
            "Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum "
            "value set: [INDEXES, TOTAL, NONE]",
            "Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular "
            "expression "
            "pattern: [a-zA-Z0-9_.-]+"})},
      {&shapes::kPutItemInput, R"({"TableName":"abc","Item":{},"ReturnValues":"all_old"})",
       failures({"Value 'all_old' at 'returnValues' failed to satisfy constraint: Member must satisfy enum "
                 "value set: "
                 "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"})},
      {&shapes::kQueryInput, R"({"TableName":"abc","Limit":0})",
       failures({"Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or "
                 "equal to "
                 "1"})},
      {&shapes::kScanInput, R"({"TableName":"abc","Segment":-1,"TotalSegments":1000001})",
       failures({"Value '-1' at 'segment' failed to satisfy constraint: Member must have value greater than "
                 "or equal "
                 "to 0",
                 "Value '1000001' at 'totalSegments' failed to satisfy constraint: Member must have value "
                 "less than "
                 "or equal to 1000000"})},
      {&shapes::kScanInput, R"({"TableName":"abc","Segment":0,"TotalSegments":1000000})", "ok"},
  });
}

TEST(Validate, PathsOfWhatIsInside) {
  expect_rows({
      {&shapes::kTransactWriteItemsInput,
       R"({"TransactItems":[{"Delete":{"TableName":"abc","Key":{}}},{"Put":{"TableName":"a;"}}]})",
       failures(
           {"Value null at 'transactItems.2.member.put.item' failed to satisfy constraint: Member must not "
            "be "
            "null",
            "Value 'a;' at 'transactItems.2.member.put.tableName' failed to satisfy constraint: Member must "
            "satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
            "Value 'a;' at 'transactItems.2.member.put.tableName' failed to satisfy constraint: Member must "
            "have "
            "length greater than or equal to 3"})},
      {&shapes::kTransactGetItemsInput, R"({"TransactItems":[null]})",
       failures(
           {"Value null at 'transactItems.1.member' failed to satisfy constraint: Member must not be null"})},
      {&shapes::kTransactGetItemsInput, R"({"TransactItems":[]})",
       failures({"Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length "
                 "greater than or "
                 "equal to 1"})},
      {&shapes::kBatchGetItemInput, R"({"RequestItems":{"abc":{}}})",
       failures(
           {"Value null at 'requestItems.abc.member.keys' failed to satisfy constraint: Member must not be "
            "null"})},
      {&shapes::kBatchWriteItemInput, R"({"RequestItems":{"abc":[{"PutRequest":{}},{"DeleteRequest":{}}]}})",
       failures(
           {"Value null at 'requestItems.abc.member.1.member.putRequest.item' failed to satisfy constraint: "
            "Member must not be null",
            "Value null at 'requestItems.abc.member.2.member.deleteRequest.key' failed to satisfy "
            "constraint: "
            "Member must not be null"})},
      {&shapes::kQueryInput, R"({"TableName":"abc","KeyConditions":{"a":{"ComparisonOperator":"="}}})",
       failures({"Value '=' at 'keyConditions.a.member.comparisonOperator' failed to satisfy constraint: "
                 "Member must "
                 "satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, "
                 "BEGINS_WITH, GE, CONTAINS]"})},
  });
}

TEST(Validate, MapsAndListsOfPlainThings) {
  expect_rows({
      {&shapes::kBatchGetItemInput, R"({"RequestItems":{}})",
       failures({"Value '{}' at 'requestItems' failed to satisfy constraint: Member must have length greater "
                 "than or "
                 "equal to 1"})},
      {&shapes::kBatchGetItemInput, R"({"RequestItems":{"a":{"Keys":[{"k":{"S":"x"}}]}}})",
       failures({"Value '{a=KeysAndAttributes(keys=[{k={S=x}}])}' at 'requestItems' failed to satisfy "
                 "constraint: Map "
                 "keys must satisfy constraint: [Member must have length less than or equal to 255, Member "
                 "must have "
                 "length greater than or equal to 3, Member must satisfy regular expression pattern: "
                 "[a-zA-Z0-9_.-]+]"})},
      {&shapes::kBatchWriteItemInput, R"({"RequestItems":{"abc":[]}})",
       failures({"Value '{abc=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy "
                 "constraint: "
                 "[Member must have length less than or equal to 25, Member must have length greater than or "
                 "equal to "
                 "1]"})},
      {&shapes::kUntagResourceInput, R"({"ResourceArn":"x","TagKeys":["a",""]})",
       failures({"Value '[a, ]' at 'tagKeys' failed to satisfy constraint: Member must satisfy constraint: "
                 "[Member "
                 "must have length less than or equal to 128, Member must have length greater than or equal "
                 "to 1]"})},
      {&shapes::kUntagResourceInput, R"({"ResourceArn":"x","TagKeys":[null]})",
       failures({"Value '[null]' at 'tagKeys' failed to satisfy constraint: Member must satisfy constraint: "
                 "[Member "
                 "must have length less than or equal to 128, Member must have length greater than or equal "
                 "to 1]"})},
      {&shapes::kQueryInput, R"({"TableName":"abc","ExpressionAttributeNames":{"#a":null}})",
       failures({"Value null at 'expressionAttributeNames.#a.member' failed to satisfy constraint: Member "
                 "must not be "
                 "null"})},
  });
  std::string keys;
  for (int i = 0; i < 101; ++i) keys += "{},";
  keys.pop_back();
  const std::string message =
      verdict(R"({"RequestItems":{"abc":{"Keys":[)" + keys + "]}}}", shapes::kBatchGetItemInput);
  EXPECT_NE(
      message.find("at 'requestItems.abc.member.keys' failed to satisfy constraint: Member must have length "
                   "less than or equal to 100"),
      std::string::npos)
      << message;
}

TEST(Validate, LengthsCountUtf16Units) {
  const auto tag = [](std::string_view piece, int times) {
    std::string key;
    for (int i = 0; i < times; ++i) key += piece;
    return R"({"ResourceArn":"x","TagKeys":[")" + key + R"("]})";
  };
  EXPECT_EQ(verdict(tag("\u00e9", 128), shapes::kUntagResourceInput), "ok");
  EXPECT_NE(verdict(tag("\u00e9", 129), shapes::kUntagResourceInput), "ok");
  EXPECT_EQ(verdict(tag("\U0001F600", 64), shapes::kUntagResourceInput), "ok");
  EXPECT_NE(verdict(tag("\U0001F600", 65), shapes::kUntagResourceInput), "ok");
}

TEST(Validate, AtMostTenFailures) {
  std::string items;
  for (int i = 0; i < 20; ++i) items += R"({"Get":{"Key":{}}},)";
  items.pop_back();
  const std::string message = verdict(R"({"TransactItems":[)" + items + "]}", shapes::kTransactGetItemsInput);
  EXPECT_TRUE(message.starts_with("10 validation errors detected: ")) << message;
  EXPECT_NE(message.find("transactItems.10.member"), std::string::npos);
  EXPECT_EQ(message.find("transactItems.11.member"), std::string::npos);
}

TEST(Validate, ParametersThatAreNotServed) {
  const std::string gsi =
      R"(,"GlobalSecondaryIndexes":[{"IndexName":"abc","Projection":{"ProjectionType":"ALL"},)" +
      std::string(kKeyHash) + "}]";
  expect_rows({
      {&shapes::kCreateTableInput, create_table(""), "ok"},
      {&shapes::kCreateTableInput, create_table(gsi), "ok"},
      {&shapes::kCreateTableInput, create_table(R"(,"GlobalSecondaryIndexes":null)"), "ok"},
      {&shapes::kCreateTableInput, create_table(R"(,"ResourcePolicy":"{}")"),
       "The parameter ResourcePolicy is not served by Larder"},
      {&shapes::kCreateTableInput, create_table(R"(,"StreamSpecification":{"StreamEnabled":false})"), "ok"},
      {&shapes::kCreateTableInput, create_table(R"(,"StreamSpecification":{"StreamEnabled":true})"),
       "The parameter StreamSpecification is not served by Larder"},
      {&shapes::kCreateTableInput,
       create_table(R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"NEW_IMAGE"})"),
       "The parameter StreamSpecification is not served by Larder"},
      {&shapes::kUpdateTableInput, R"({"TableName":"abc","ReplicaUpdates":[{"Create":{"RegionName":"x"}}]})",
       "The parameter ReplicaUpdates is not served by Larder"},
      // The service's own complaints go first.
      {&shapes::kScanInput, R"({"TableName":"abc","IndexName":"abc","Limit":0})",
       failures({"Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or "
                 "equal to "
                 "1"})},
  });
}

TEST(Validate, LongValuesAreCut) {
  const std::string text = R"({"ResourceArn":")" + std::string(1'000'000, 'a') + R"(","TagKeys":[]})";
  const std::string message = verdict(text, shapes::kUntagResourceInput);
  EXPECT_LT(message.size(), kNodeTextBytesMax + 300);
  EXPECT_NE(message.find("aaa...' at 'resourceArn'"), std::string::npos);
  const std::string wide = R"({"ResourceArn":"x","TagKeys":[")" + [] {
    std::string euros = "a";
    for (int i = 0; i < 100'000; ++i) euros += "\u20ac";
    return euros;
  }() + R"("]})";
  EXPECT_NE(verdict(wide, shapes::kUntagResourceInput).find("\u20ac...' at 'tagKeys'"), std::string::npos);
}

// What a message shows of each kind of value.
TEST(Validate, ValuesInMessages) {
  const std::string message = verdict(
      R"({"RequestItems":{"a":[{"PutRequest":{"Item":{"b":{"B":"AQI="},"f":{"BOOL":false},"l":{"L":[{"N":"1.50"}]},)"
      R"("m":{"M":{"x":{"NULL":true}}},"s":{"SS":["q","p"]},"t":{"BS":["AQI="]}}}},)"
      R"({"PutRequest":{"Item":{"b":{}}}}]}})",
      shapes::kBatchWriteItemInput);
  EXPECT_NE(message.find(
                "'{a=[WriteRequest(putRequest=PutRequest(item={b={B=AQI=}, f={BOOL=false}, l={L=[{N=1.5}]}, "
                "m={M={x={NULL=true}}}, s={SS=[p, q]}, t={BS=[AQI=]}})), "
                "WriteRequest(putRequest=PutRequest(item={}))]}'"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace larder::wire
