// Goal: an attribute value sent as JSON becomes the one canonical encoding of that value, comes back as the
// service would send it, and each broken rule or wrong type gets the service's text. Method: rows of JSON,
// read as the Item of a PutItem and as an expression value, compared with the text that the writer makes of
// the stored bytes, or with the error; every value read is checked by check_value.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ipc/wire/json_reader.h"
#include "ipc/wire/json_writer.h"
#include "ipc/wire/names.h"
#include "ipc/wire/shapes.h"
#include "storage/model/limits.h"
#include "storage/model/value_view.h"

namespace larder::wire {
namespace {

std::string request_with(std::string_view value) {
  return R"({"Item":{"a":)" + std::string(value) + "}}";
}

struct Row {
  std::string_view why;
  std::string_view json;
  std::string_view expected;
};

std::string nested(int levels, std::string_view open, std::string_view close) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += open;
  text += R"({"S":"x"})";
  for (int i = 0; i < levels; ++i) text += close;
  return text;
}

class JsonValueTest : public ::testing::Test {
 protected:
  // What comes back of the value: JSON, or the text of its error.
  std::string round_trip(std::string_view value) {
    const std::string json = request_with(value);
    if (const Result<void> read = reader_.read(json, shapes::kPutItemInput, body_); !read.ok()) {
      EXPECT_EQ(read.error().code, ErrorCode::kSerialization);
      EXPECT_TRUE(body_.root().members.empty());
      return "serialization: " + read.error().message;
    }
    const Node& item = *body_.root().find(names::kItem);
    if (item.kind == NodeKind::kInvalidValue) {
      EXPECT_EQ(item.error->code, ErrorCode::kValidation);
      return "invalid: " + item.error->message;
    }
    EXPECT_EQ(item.kind, NodeKind::kValue);
    EXPECT_TRUE(check_value(item.text).ok()) << value;
    std::string text;
    JsonWriter(text).attribute_value(*ItemView(item.text).find("a"));
    return text;
  }

  JsonReader reader_;
  Body body_;
};

TEST_F(JsonValueTest, ComesBackInOneForm) {
  const Row rows[] = {
      {"string", R"({"S":"abc"})", R"({"S":"abc"})"},
      {"empty string", R"({"S":""})", R"({"S":""})"},
      {"escapes are read", R"({"S":"\u00e9\n\"\\\/"})", "{\"S\":\"\u00e9\\n\\\"\\\\/\"}"},
      {"a surrogate pair", R"({"S":"\ud83d\ude00"})", "{\"S\":\"\U0001F600\"}"},
      {"control characters", R"({"S":"\u0000\u0001\u001f\u007f\t\r\b\f"})",
       "{\"S\":\"\\u0000\\u0001\\u001f\x7f\\t\\r\\b\\f\"}"},
      {"number", R"({"N":"1"})", R"({"N":"1"})"},
      {"zeros go", R"({"N":"+0012.500"})", R"({"N":"12.5"})"},
      {"negative zero", R"({"N":"-0.0"})", R"({"N":"0"})"},
      {"exponent", R"({"N":"1e20"})", R"({"N":"100000000000000000000"})"},
      {"greatest 64-bit", R"({"N":"18446744073709551615"})", R"({"N":"18446744073709551615"})"},
      {"least 64-bit", R"({"N":"-9223372036854775808"})", R"({"N":"-9223372036854775808"})"},
      {"38 digits", R"({"N":"0.12345678901234567890123456789012345678"})",
       R"({"N":"0.12345678901234567890123456789012345678"})"},
      {"binary", R"({"B":"AAEC/w=="})", R"({"B":"AAEC/w=="})"},
      {"empty binary", R"({"B":""})", R"({"B":""})"},
      {"true", R"({"BOOL":true})", R"({"BOOL":true})"},
      {"false", R"({"BOOL":false})", R"({"BOOL":false})"},
      {"null", R"({"NULL":true})", R"({"NULL":true})"},
      {"list keeps its order", R"({"L":[{"S":"b"},{"S":"a"},{"L":[]}]})",
       R"({"L":[{"S":"b"},{"S":"a"},{"L":[]}]})"},
      {"map is sorted", R"({"M":{"b":{"N":"2"},"a":{"N":"1"},"0":{"M":{}}}})",
       R"({"M":{"0":{"M":{}},"a":{"N":"1"},"b":{"N":"2"}}})"},
      {"the last of equal names counts", R"({"M":{"b":{"N":"2"},"a":{"N":"1"},"b":{"N":"3"}}})",
       R"({"M":{"a":{"N":"1"},"b":{"N":"3"}}})"},
      {"the last of equal names, in order", R"({"M":{"a":{"N":"1"},"a":{"N":"3"}}})",
       R"({"M":{"a":{"N":"3"}}})"},
      {"names that need escapes", R"({"M":{"\u0001\"":{"S":"x"}}})", R"({"M":{"\u0001\"":{"S":"x"}}})"},
      {"string set is sorted", R"({"SS":["b","a","aa"]})", R"({"SS":["a","aa","b"]})"},
      {"an empty string in a set", R"({"SS":["b",""]})", R"({"SS":["","b"]})"},
      {"number set is sorted by value", R"({"NS":["10","9","-1.5"]})", R"({"NS":["-1.5","9","10"]})"},
      {"binary set is sorted", R"({"BS":["/w==","AA=="]})", R"({"BS":["AA==","/w=="]})"},
      {"null members are absent", R"({"S":"a","N":null})", R"({"S":"a"})"},
      {"the last of one type counts", R"({"S":"a","S":"b"})", R"({"S":"b"})"},
      {"what is no type is skipped", R"({"S":"a","X":[1]})", R"({"S":"a"})"},
  };
  for (const Row& row : rows) EXPECT_EQ(round_trip(row.json), row.expected) << row.why;
}

TEST_F(JsonValueTest, BrokenRulesGetTheServicesText) {
  constexpr std::string_view kEmpty =
      "invalid: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  const Row rows[] = {
      {"no type", "{}", kEmpty},
      {"null", "null", kEmpty},
      {"only a null type", R"({"S":null})", kEmpty},
      {"only an unknown type", R"({"s":"a"})", kEmpty},
      {"null in a list", R"({"L":[null]})", kEmpty},
      {"two types", R"({"S":"a","N":"1"})",
       "invalid: Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
       "supported datatypes"},
      {"two types, one with an error of its own", R"({"S":"a","N":"x"})",
       "invalid: The parameter cannot be converted to a numeric value: x"},
      {"null that is false", R"({"NULL":false})",
       "invalid: One or more parameter values were invalid: Null attribute value types must have the value "
       "of true"},
      {"empty number", R"({"N":""})", "invalid: The parameter cannot be converted to a numeric value"},
      {"no number", R"({"N":"1 "})", "invalid: The parameter cannot be converted to a numeric value: 1 "},
      {"39 digits", R"({"N":"123456789012345678901234567890123456789"})",
       "invalid: Attempting to store more than 38 significant digits in a Number"},
      {"overflow", R"({"N":"1e126"})",
       "invalid: Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {"underflow", R"({"N":"1e-131"})",
       "invalid: Number underflow. Attempting to store a number with magnitude smaller than supported range"},
      {"empty string set", R"({"SS":[]})",
       "invalid: One or more parameter values were invalid: An string set  may not be empty"},
      {"empty number set", R"({"NS":[]})",
       "invalid: One or more parameter values were invalid: An number set  may not be empty"},
      {"empty binary set", R"({"BS":[]})",
       "invalid: One or more parameter values were invalid: Binary sets should not be empty"},
      {"equal strings", R"({"SS":["a","b","a"]})",
       "invalid: One or more parameter values were invalid: Input collection [a, b, a] contains duplicates."},
      {"equal numbers", R"({"NS":["1","1.0"]})", "invalid: Input collection contains duplicates"},
      {"equal binaries", R"({"BS":["AA==","AA=="]})",
       "invalid: One or more parameter values were invalid: Input collection [AA==, AA==]of type BS contains "
       "duplicates."},
      {"a set with a bad number", R"({"NS":["1","x"]})",
       "invalid: The parameter cannot be converted to a numeric value: x"},
      {"null in a string set", R"({"SS":["a",null]})",
       "invalid: One or more parameter values were invalid: An string set may not have a null string as a "
       "member"},
      {"null in a number set", R"({"NS":[null]})",
       "invalid: One or more parameter values were invalid: An number set may not have a null number as a "
       "member"},
      {"null in a binary set", R"({"BS":[null]})",
       "invalid: One or more parameter values were invalid: Binary sets may not contain null values"},
      {"the first in document order, not in the order of names", R"({"M":{"b":{"N":"x"},"a":{}}})",
       "invalid: The parameter cannot be converted to a numeric value: x"},
  };
  for (const Row& row : rows) EXPECT_EQ(round_trip(row.json), row.expected) << row.why;
}

TEST_F(JsonValueTest, WrongTypesAreSerializationErrors) {
  const Row rows[] = {
      {"a value that is a string", R"("a")", "Unexpected value type in payload"},
      {"a value that is a list", "[]",
       "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue"},
      {"integer for S", R"({"S":1})", "NUMBER_VALUE cannot be converted to String"},
      {"decimal for S", R"({"S":1.5})", "DECIMAL_VALUE cannot be converted to String"},
      {"true for S", R"({"S":true})", "TRUE_VALUE cannot be converted to String"},
      {"false for S", R"({"S":false})", "FALSE_VALUE cannot be converted to String"},
      {"list for S", R"({"S":[]})", "Unrecognized collection type class java.lang.String"},
      {"object for S", R"({"S":{}})", "Start of structure or map found where not expected"},
      {"integer for N", R"({"N":1})", "NUMBER_VALUE cannot be converted to String"},
      {"integer for B", R"({"B":1})", "only base64-encoded strings are convertible to bytes"},
      {"list for B", R"({"B":[]})", "Unrecognized collection type class java.nio.ByteBuffer"},
      {"object for B", R"({"B":{}})", "Start of structure or map found where not expected"},
      {"length of base64", R"({"B":"AAA"})",
       "'AAA' can not be converted to a Blob: Base64 encoded length is expected a multiple of 4 bytes but "
       "found: 3"},
      {"alphabet of base64", R"({"B":"AA-_"})",
       "'AA-_' can not be converted to a Blob: Invalid Base64 character: '-'"},
      {"padding inside", R"({"B":"A=AA"})",
       "'A=AA' can not be converted to a Blob: Invalid Base64 character: '='"},
      {"padding only", R"({"B":"===="})",
       "'====' can not be converted to a Blob: Invalid Base64 character: '='"},
      {"bits that no byte uses", R"({"B":"AB=="})",
       "'AB==' can not be converted to a Blob: Invalid last non-pad Base64 character dectected"},
      {"string for BOOL", R"({"BOOL":"true"})", "Unexpected token received from parser"},
      {"integer for BOOL", R"({"BOOL":1})", "NUMBER_VALUE cannot be converted to Boolean"},
      {"list for BOOL", R"({"BOOL":[]})", "Unrecognized collection type class java.lang.Boolean"},
      {"object for NULL", R"({"NULL":{}})", "Start of structure or map found where not expected"},
      {"string for M", R"({"M":"a"})", "Unexpected field type"},
      {"list for M", R"({"M":[]})",
       "Unrecognized collection type java.util.Map<java.lang.String, "
       "com.amazonaws.dynamodb.v20120810.AttributeValue>"},
      {"string for L", R"({"L":"a"})", "Unexpected field type"},
      {"object for L", R"({"L":{}})", "Start of structure or map found where not expected"},
      {"string for SS", R"({"SS":"a"})", "Unexpected field type"},
      {"object for NS", R"({"NS":{}})", "Start of structure or map found where not expected"},
      {"integer in SS", R"({"SS":[1]})", "NUMBER_VALUE cannot be converted to String"},
      {"integer in NS", R"({"NS":[1]})", "NUMBER_VALUE cannot be converted to String"},
      {"true in BS", R"({"BS":[true]})", "only base64-encoded strings are convertible to bytes"},
      {"a wrong type goes before a broken rule", R"({"L":[{},{"S":1}]})",
       "NUMBER_VALUE cannot be converted to String"},
      {"the first of two in document order", R"({"M":{"b":{"S":1},"a":{"S":true}}})",
       "NUMBER_VALUE cannot be converted to String"},
      {"the wrong one of two types", R"({"S":"a","N":1})", "NUMBER_VALUE cannot be converted to String"},
      {"a lone high surrogate", R"({"S":"\ud83d"})", ""},
      {"a lone low surrogate", R"({"S":"\ude00"})", ""},
      {"surrogates the wrong way round", R"({"S":"\ude00\ud83d"})", ""},
      {"bytes that are no UTF-8", "{\"S\":\"\xff\"}", ""},
      {"a surrogate as UTF-8", "{\"S\":\"\xed\xa0\xbd\"}", ""},
      {"an overlong form", "{\"S\":\"\xc0\x80\"}", ""},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(round_trip(row.json), "serialization: " + std::string(row.expected)) << row.why;
  }
}

TEST_F(JsonValueTest, NestingIsBounded) {
  const std::string_view kTooDeep = "invalid: Nesting Levels have exceeded supported limits";
  for (const auto& [open, close] : {std::pair(R"({"L":[)", "]}"), std::pair(R"({"M":{"a":)", "}}")}) {
    const std::string deepest = nested(limits::kNestingDepthMax, open, close);
    EXPECT_EQ(round_trip(deepest), deepest);
    EXPECT_EQ(round_trip(nested(limits::kNestingDepthMax + 1, open, close)), kTooDeep);
    EXPECT_EQ(round_trip(nested(400, open, close)), kTooDeep);
    EXPECT_EQ(round_trip(nested(100'000, open, close)), "serialization: ");
  }
}

TEST_F(JsonValueTest, ItemOfTheGreatestSize) {
  const std::string text(limits::kItemBytesMax, 'x');
  const std::string json = R"({"S":")" + text + R"("})";
  EXPECT_EQ(round_trip(json), json);
  EXPECT_EQ(round_trip(R"({"S":"small again"})"), R"({"S":"small again"})");
}

TEST_F(JsonValueTest, ItemWithManyAttributes) {
  std::string json = R"({"M":{)";
  std::string sorted = R"({"M":{)";
  for (int i = 9'999; i >= 1'000; --i) json += "\"" + std::to_string(i) + "\":{\"N\":\"1\"},";
  for (int i = 1'000; i <= 9'999; ++i) sorted += "\"" + std::to_string(i) + "\":{\"N\":\"1\"},";
  json.back() = sorted.back() = '}';
  EXPECT_EQ(round_trip(json + "}"), sorted + "}");
}

// As an expression value a value has no item around it.
TEST_F(JsonValueTest, ExpressionValues) {
  const std::string deepest = nested(limits::kNestingDepthMax, R"({"L":[)", "]}");
  const std::string json = R"({"ExpressionAttributeValues":{":b":{"S":1.0},":a":)" + deepest +
                           R"(,":c":{"SS":[]},":b":{"N":"1"}}})";
  const Result<void> read = reader_.read(json, shapes::kPutItemInput, body_);
  EXPECT_FALSE(read.ok()) << "a value that is overridden still has a wrong type";

  const std::string good = R"({"ExpressionAttributeValues":{":b":{"S":"x"},":a":)" + deepest +
                           R"(,":c":{"SS":[]},":d":null,":b":{"N":"1"}}})";
  ASSERT_TRUE(reader_.read(good, shapes::kPutItemInput, body_).ok());
  const Node& values = *body_.root().find(names::kExpressionAttributeValues);
  ASSERT_EQ(values.kind, NodeKind::kMap);
  ASSERT_EQ(values.members.size(), 4u);
  EXPECT_TRUE(check_value(values.find(":a")->text).ok());
  EXPECT_EQ(ValueView(values.find(":b")->text).number(), Number::from_int(1));
  EXPECT_EQ(values.find(":c")->kind, NodeKind::kInvalidValue);
  EXPECT_EQ(values.find(":d")->kind, NodeKind::kInvalidValue);
  EXPECT_EQ(values.find(":e"), nullptr);
}

}  // namespace
}  // namespace larder::wire
