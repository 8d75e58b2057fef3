// Checks that trees and canonical bytes stand for each other, and what a tree writer repairs or refuses.
// Method: the samples of storage/FORMAT.md both ways. Random trees are in
// tests/property/value_property_test.cc.

#include "storage/model/attribute_value.h"

#include <gtest/gtest.h>

#include "tests/unit/storage/model/sample_values.h"

namespace larder {
namespace {

std::string encoded(const AttributeValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

TEST(AttributeValue, HasItsAlternativesInTheOrderOfTheTypes) {
  EXPECT_EQ(AttributeValue(StringValue{}).type(), ValueType::kString);
  EXPECT_EQ(AttributeValue(Number{}).type(), ValueType::kNumber);
  EXPECT_EQ(AttributeValue(BinaryValue{}).type(), ValueType::kBinary);
  EXPECT_EQ(AttributeValue(false).type(), ValueType::kBool);
  EXPECT_EQ(AttributeValue(NullValue{}).type(), ValueType::kNull);
  EXPECT_EQ(AttributeValue(MapValue{}).type(), ValueType::kMap);
  EXPECT_EQ(AttributeValue(ListValue{}).type(), ValueType::kList);
  EXPECT_EQ(AttributeValue(StringSetValue{}).type(), ValueType::kStringSet);
  EXPECT_EQ(AttributeValue(NumberSetValue{}).type(), ValueType::kNumberSet);
  EXPECT_EQ(AttributeValue(BinarySetValue{}).type(), ValueType::kBinarySet);
}

TEST(AttributeValue, ComesBackFromItsBytes) {
  for (const SampleValue& row : sample_values()) {
    const AttributeValue tree = to_tree(ValueView(row.bytes));
    EXPECT_EQ(tree.type(), row.tree.type()) << row.why;
    EXPECT_EQ(support::to_hex(encoded(tree)), support::to_hex(row.bytes)) << row.why;
  }
}

TEST(AttributeValue, ReadsContents) {
  const AttributeValue tree =
      to_tree(ValueView(support::from_hex("82 a1 61 92 01 a1 78 a1 62 c7 03 03 92 01 02")));
  const auto& map = std::get<MapValue>(tree).members;
  const auto& list = std::get<ListValue>(map.at("a")).elements;
  EXPECT_EQ(std::get<Number>(list.at(0)), Number::from_int(1));
  EXPECT_EQ(std::get<StringValue>(list.at(1)).text, "x");
  EXPECT_EQ(std::get<NumberSetValue>(map.at("b")).members,
            (std::vector<Number>{Number::from_int(1), Number::from_int(2)}));
}

TEST(AttributeValue, WritesSetsSorted) {
  EXPECT_EQ(encoded(StringSetValue{{"b", "a"}}), encoded(StringSetValue{{"a", "b"}}));
  EXPECT_EQ(encoded(NumberSetValue{{Number::from_int(3), Number::from_int(-4)}}),
            encoded(NumberSetValue{{Number::from_int(-4), Number::from_int(3)}}));
}

TEST(AttributeValueDeathTest, NeverWritesAnEmptySetOrEqualMembers) {
  EXPECT_DEATH(encoded(StringSetValue{}), "assertion failed");
  EXPECT_DEATH(encoded(StringSetValue{{"a", "a"}}), "assertion failed");
}

TEST(AttributeValueDeathTest, NeverFollowsDamageDownTheStack) {
  EXPECT_DEATH(static_cast<void>(to_tree(ValueView(std::string(1'000'000, '\x91') + "\xC0"))),
               "assertion failed");
}

}  // namespace
}  // namespace larder
