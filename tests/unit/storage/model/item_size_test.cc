// Checks the service's size of values and items.
// Method: one row for each rule of the Developer Guide's "Item sizes and formats", sizes worked out by hand.

#include "storage/model/item_size.h"

#include <gtest/gtest.h>

#include "tests/unit/storage/model/sample_values.h"

namespace larder {
namespace {

std::string encoded(const AttributeValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

std::size_t size_of(const AttributeValue& value) {
  return value_size(ValueView(encoded(value)));
}

AttributeValue text(std::string_view of) {
  return StringValue{std::string(of)};
}

TEST(ItemSize, CountsScalars) {
  EXPECT_EQ(size_of(text("")), 0U);
  EXPECT_EQ(size_of(text("abc")), 3U);
  EXPECT_EQ(size_of(text("é")), 2U);
  EXPECT_EQ(size_of(text(std::string(70'000, 'x'))), 70'000U);
  EXPECT_EQ(size_of(BinaryValue{std::string(5, '\0')}), 5U);
  EXPECT_EQ(size_of(true), 1U);
  EXPECT_EQ(size_of(NullValue{}), 1U);
}

TEST(ItemSize, CountsNumbersByTheirDigits) {
  struct Row {
    const char* text;
    std::size_t want;
  };
  const Row rows[] = {
      {"0", 1},
      {"1", 2},
      {"10", 2},
      {"12", 2},
      {"123", 3},
      {"1234", 3},
      {"1000", 2},
      {"-1", 3},
      {"-12", 3},
      {"0.5", 2},
      {"0.05", 2},
      {"1.5", 3},
      {"12.34", 3},
      {"-12.345", 5},
      {"1e125", 2},
      {"100000.00001", 7},
      {"99999999999999999999999999999999999999", 20},
  };
  for (const Row& row : rows) EXPECT_EQ(size_of(number_from(row.text)), row.want) << row.text;
}

TEST(ItemSize, CountsSetsAsTheirMembers) {
  EXPECT_EQ(size_of(StringSetValue{{"a", "bcd", ""}}), 4U);
  EXPECT_EQ(size_of(NumberSetValue{{number_from("1"), number_from("-2.5")}}), 2U + 4U);
  EXPECT_EQ(size_of(BinarySetValue{{"ab", "c"}}), 3U);
}

TEST(ItemSize, CountsContainers) {
  EXPECT_EQ(size_of(ListValue{}), 3U);
  EXPECT_EQ(size_of(MapValue{}), 3U);
  EXPECT_EQ(size_of(ListValue{{text("ab"), true}}), 3U + (1 + 2) + (1 + 1));
  MapValue map;
  map.members.emplace("key", text("value"));
  EXPECT_EQ(size_of(map), 3U + 1 + 3 + 5);
  MapValue outer;
  outer.members.emplace("m", map);
  outer.members.emplace("l", ListValue{{ListValue{}, StringSetValue{{"x", "yz"}}}});
  EXPECT_EQ(size_of(outer), 3U + (1 + 1 + 12) + (1 + 1 + (3 + (1 + 3) + (1 + 3))));
}

TEST(ItemSize, CountsAnItemWithoutOverheadOfItsOwn) {
  EXPECT_EQ(item_size(ItemView("\x80")), 0U);
  MapValue item;
  item.members.emplace("id", text("a"));
  item.members.emplace("count", number_from("17"));
  item.members.emplace("tags", ListValue{{text("x")}});
  EXPECT_EQ(item_size(ItemView(encoded(item))), (2U + 1) + (5 + 2) + (4 + 3 + 1 + 1));
}

}  // namespace
}  // namespace larder
