// Goal: a request body becomes the nodes that its shape asks for; what is no JSON or has a wrong type is refused with
// the service's text, and nothing of one request is seen by the next.
// Method: bodies read by the shapes of real operations; each wrong type at each kind of member is a row; every
// truncation of a request is refused.
#include "ipc/wire/json_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "ipc/wire/names.h"
#include "ipc/wire/shapes.h"
#include "storage/model/value_view.h"

namespace larder::wire {
namespace {

constexpr std::string_view kQuery =
    R"({"TableName":"Users","Limit":10,"ScanIndexForward":false,"AttributesToGet":["b","a"],)"
    R"("ExpressionAttributeNames":{"#b":"B","#a":"A"},"ExclusiveStartKey":{"s":{"N":"1"},"p":{"S":"x"}},)"
    R"("KeyConditions":{"p":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}}})";

class JsonReaderTest : public ::testing::Test {
 protected:
  // The error's text; "ok" when there is none.
  std::string read(std::string_view json, const Shape& shape) {
    const Result<void> read = reader_.read(json, shape, body_);
    if (read.ok()) return "ok";
    EXPECT_EQ(read.error().code, ErrorCode::kSerialization);
    EXPECT_EQ(body_.root().members.size(), 0u);
    return read.error().message;
  }

  const Node* member(std::string_view name) const { return body_.root().find(name); }

  JsonReader reader_;
  Body body_;
};

TEST_F(JsonReaderTest, EachKindOfNode) {
  ASSERT_EQ(read(kQuery, shapes::kQueryInput), "ok");
  EXPECT_EQ(body_.root().kind, NodeKind::kStructure);
  EXPECT_EQ(member(names::kTableName)->text, "Users");
  EXPECT_EQ(member(names::kLimit)->integer, 10);
  EXPECT_EQ(member(names::kScanIndexForward)->kind, NodeKind::kBoolean);
  EXPECT_FALSE(member(names::kScanIndexForward)->boolean);
  EXPECT_EQ(member(names::kSelect), nullptr);

  const Node& list = *member(names::kAttributesToGet);
  ASSERT_EQ(list.elements.size(), 2u);
  EXPECT_EQ(list.elements[0].text, "b") << "a list keeps its order";

  const Node& map = *member(names::kExpressionAttributeNames);
  ASSERT_EQ(map.kind, NodeKind::kMap);
  ASSERT_EQ(map.members.size(), 2u);
  EXPECT_EQ(map.members[0].name, "#a") << "a map is sorted";
  EXPECT_EQ(map.find("#b")->text, "B");
  EXPECT_EQ(map.find("#c"), nullptr);

  const Node& key = *member(names::kExclusiveStartKey);
  ASSERT_EQ(key.kind, NodeKind::kValue);
  ASSERT_TRUE(check_value(key.text).ok());
  EXPECT_EQ(ItemView(key.text).find("p")->text(), "x");

  const Node& condition = *member(names::kKeyConditions)->find("p");
  EXPECT_EQ(condition.find(names::kComparisonOperator)->text, "EQ");
  EXPECT_EQ(condition.find(names::kAttributeValueList)->elements[0].kind, NodeKind::kValue);
}

TEST_F(JsonReaderTest, MembersStandInTheOrderOfTheirNames) {
  ASSERT_EQ(
      read(R"({"TableName":"t","Limit":1,"Select":"COUNT","ConsistentRead":true})", shapes::kQueryInput),
      "ok");
  std::string names;
  for (const Member& member : body_.root().members) names += std::string(member.name) + " ";
  EXPECT_EQ(names, "ConsistentRead Limit Select TableName ");
}

TEST_F(JsonReaderTest, WhatIsSkipped) {
  EXPECT_EQ(
      read(R"({"TableName":null,"Limit":null,"Nonsense":{"a":[1]}, "tablename":"x"})", shapes::kQueryInput),
      "ok");
  EXPECT_TRUE(body_.root().members.empty());
  EXPECT_EQ(read(R"({"TableName":"a","Limit":1,"TableName":"b"})", shapes::kQueryInput), "ok");
  EXPECT_EQ(member(names::kTableName)->text, "b") << "of a name given twice the last one counts";
  EXPECT_EQ(body_.root().members.size(), 2u);
  EXPECT_EQ(read(" {} \n", shapes::kDescribeLimitsInput), "ok");
}

TEST_F(JsonReaderTest, NullElements) {
  ASSERT_EQ(read(R"({"AttributesToGet":[null],"ExpressionAttributeNames":{"#a":null}})", shapes::kQueryInput),
            "ok");
  EXPECT_EQ(member(names::kAttributesToGet)->elements[0].kind, NodeKind::kNull);
  EXPECT_EQ(member(names::kExpressionAttributeNames)->members[0].node.kind, NodeKind::kNull);
}

TEST_F(JsonReaderTest, Integers) {
  const std::pair<std::string_view, std::int64_t> rows[] = {{"0", 0},
                                                            {"-1", -1},
                                                            {"1.9", 1},
                                                            {"-1.9", -1},
                                                            {"1e3", 1000},
                                                            {"1e300", INT64_MAX},
                                                            {"-1e300", INT64_MIN},
                                                            {"9223372036854775807", INT64_MAX},
                                                            {"18446744073709551615", INT64_MAX}};
  for (const auto& [text, value] : rows) {
    ASSERT_EQ(read("{\"Limit\":" + std::string(text) + "}", shapes::kQueryInput), "ok");
    EXPECT_EQ(member(names::kLimit)->integer, value) << text;
  }
}

TEST_F(JsonReaderTest, WrongTypes) {
  struct Row {
    const Shape* shape;
    std::string_view json;
    std::string_view expected;
  };
  const Row rows[] = {
      {&shapes::kQueryInput, R"({"TableName":1})", "NUMBER_VALUE cannot be converted to String"},
      {&shapes::kQueryInput, R"({"TableName":1.5})", "DECIMAL_VALUE cannot be converted to String"},
      {&shapes::kQueryInput, R"({"TableName":true})", "TRUE_VALUE cannot be converted to String"},
      {&shapes::kQueryInput, R"({"TableName":[]})", "Unrecognized collection type class java.lang.String"},
      {&shapes::kQueryInput, R"({"TableName":{}})", "Start of structure or map found where not expected"},
      {&shapes::kQueryInput, R"({"Limit":"1"})", "STRING_VALUE cannot be converted to Integer"},
      {&shapes::kQueryInput, R"({"Limit":false})", "FALSE_VALUE cannot be converted to Integer"},
      {&shapes::kQueryInput, R"({"Limit":[]})", "Unrecognized collection type class java.lang.Integer"},
      {&shapes::kQueryInput, R"({"Limit":{}})", "Start of structure or map found where not expected"},
      {&shapes::kCreateTableInput, R"({"ProvisionedThroughput":{"ReadCapacityUnits":"1"}})",
       "STRING_VALUE cannot be converted to Long"},
      {&shapes::kQueryInput, R"({"ConsistentRead":"true"})", "Unexpected token received from parser"},
      {&shapes::kQueryInput, R"({"ConsistentRead":1})", "NUMBER_VALUE cannot be converted to Boolean"},
      {&shapes::kQueryInput, R"({"ConsistentRead":[]})",
       "Unrecognized collection type class java.lang.Boolean"},
      {&shapes::kQueryInput, R"({"AttributesToGet":"a"})", "Unexpected field type"},
      {&shapes::kQueryInput, R"({"AttributesToGet":{}})",
       "Start of structure or map found where not expected"},
      {&shapes::kQueryInput, R"({"AttributesToGet":["a",1]})", "NUMBER_VALUE cannot be converted to String"},
      {&shapes::kQueryInput, R"({"ExclusiveStartKey":"a"})", "Unexpected field type"},
      {&shapes::kQueryInput, R"({"ExclusiveStartKey":[]})",
       "Unrecognized collection type java.util.Map<java.lang.String, "
       "com.amazonaws.dynamodb.v20120810.AttributeValue>"},
      {&shapes::kQueryInput, R"({"ExclusiveStartKey":{"a":"b"}})", "Unexpected value type in payload"},
      {&shapes::kQueryInput, R"({"ExpressionAttributeNames":[]})",
       "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>"},
      {&shapes::kQueryInput, R"({"KeyConditions":{"a":"b"}})", "Unexpected value type in payload"},
      {&shapes::kQueryInput, R"({"KeyConditions":{"a":[]}})",
       "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.Condition"},
      {&shapes::kBatchWriteItemInput, R"({"RequestItems":[]})",
       "Unrecognized collection type java.util.Map<java.lang.String, "
       "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>"},
      {&shapes::kCreateTableInput, R"({"KeySchema":["a"]})", "Unexpected value type in payload"},
      {&shapes::kCreateTableInput, R"({"GlobalSecondaryIndexes":1})", "Unexpected field type"},
      {&shapes::kQueryInput, R"({"TableName":1,"Limit":"x"})", "NUMBER_VALUE cannot be converted to String"},
      {&shapes::kQueryInput, R"({"Limit":"x","TableName":1})", "STRING_VALUE cannot be converted to Integer"},
      {&shapes::kQueryInput, "[]", "Start of list found where not expected"},
      {&shapes::kQueryInput, "1", "Unexpected value type in payload"},
      {&shapes::kQueryInput, "null", "Unexpected value type in payload"},
  };
  for (const Row& row : rows) EXPECT_EQ(read(row.json, *row.shape), row.expected) << row.json;
}

TEST_F(JsonReaderTest, WhatIsNoJsonHasNoText) {
  for (const std::string_view text :
       {"", " ", "{", "}", "{}{}", "{\"a\":}", "{'a':1}", "{\"a\":1,}", "\xff", "{\"a\":\"\xff\"}",
        "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":01}", "{\"Limit\":99999999999999999999999}"}) {
    EXPECT_EQ(read(text, shapes::kQueryInput), "") << text;
  }
  for (std::size_t size = 0; size < kQuery.size(); ++size) {
    EXPECT_EQ(read(kQuery.substr(0, size), shapes::kQueryInput), "") << size;
  }
}

TEST_F(JsonReaderTest, JsonItselfIsBounded) {
  const std::string deep = "{\"x\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_EQ(read(deep, shapes::kQueryInput), "");
}

TEST_F(JsonReaderTest, PaddedTextIsReadInPlace) {
  const std::size_t size = kQuery.size();
  const auto padded = std::make_unique<char[]>(size + JsonReader::kPaddingBytes);
  std::memcpy(padded.get(), kQuery.data(), size);
  std::memset(padded.get() + size, '}', JsonReader::kPaddingBytes);
  ASSERT_TRUE(reader_.read_padded({padded.get(), size}, shapes::kQueryInput, body_).ok());
  // The body borrows nothing from the text.
  std::memset(padded.get(), 'x', size);
  ASSERT_EQ(
      reader_.read("{\"Other\":\"zzzzzzzzzzzzzzzzzzzzz\"}", shapes::kQueryInput, *std::make_unique<Body>())
          .ok(),
      true);
  EXPECT_EQ(member(names::kTableName)->text, "Users");
  EXPECT_EQ(ItemView(member(names::kExclusiveStartKey)->text).find("p")->text(), "x");
}

TEST_F(JsonReaderTest, OneRequestAfterAnother) {
  const std::string large = R"({"TableName":")" + std::string(3'000'000, 'a') + R"("})";
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(read(large, shapes::kQueryInput), "ok");
    EXPECT_EQ(member(names::kTableName)->text.size(), 3'000'000u);
    ASSERT_EQ(read(R"({"TableName":"t")", shapes::kQueryInput), "");
    ASSERT_EQ(read(R"({"KeyConditions":{"a":{"AttributeValueList":[{"S":1}]}}})", shapes::kQueryInput),
              "NUMBER_VALUE cannot be converted to String");
    ASSERT_EQ(read(kQuery, shapes::kQueryInput), "ok");
    EXPECT_EQ(body_.root().members.size(), 7u);
  }
}

}  // namespace
}  // namespace larder::wire
