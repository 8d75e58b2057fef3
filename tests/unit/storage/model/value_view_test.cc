// Checks that views read what the writer wrote, that look-ups find and miss, that scalars order as the
// service's, and that malformed bytes end in an assert, never in a read past them. Method: the samples of
// storage/FORMAT.md, small hand-made containers, death tests on copies whose end is the end of an allocation,
// so that the address sanitizer sees a byte too many.

#include "storage/model/value_view.h"

#include <gtest/gtest.h>

#include <vector>

#include "storage/model/value_writer.h"
#include "tests/unit/storage/model/sample_values.h"

namespace larder {
namespace {

std::string encoded(const AttributeValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

std::string number_bytes(std::string_view text) {
  return encoded(number_from(text));
}

AttributeValue text(std::string_view of) {
  return StringValue{std::string(of)};
}

TEST(ValueView, KnowsTheTypeOfEverySample) {
  for (const SampleValue& row : sample_values())
    EXPECT_EQ(ValueView(row.bytes).type(), row.tree.type()) << row.why;
}

TEST(ValueView, NamesTheTypesAsTheWireDoes) {
  EXPECT_EQ(type_name(ValueType::kString), "S");
  EXPECT_EQ(type_name(ValueType::kBool), "BOOL");
  EXPECT_EQ(type_name(ValueType::kNull), "NULL");
  EXPECT_EQ(type_name(ValueType::kMap), "M");
  EXPECT_EQ(type_name(ValueType::kBinarySet), "BS");
}

TEST(ValueView, ReadsScalars) {
  EXPECT_EQ(ValueView(encoded(text("hello"))).text(), "hello");
  EXPECT_EQ(ValueView(encoded(text(std::string(70'000, 'x')))).text(), std::string(70'000, 'x'));
  EXPECT_EQ(ValueView(encoded(BinaryValue{std::string("\0\1", 2)})).text(), std::string_view("\0\1", 2));
  EXPECT_TRUE(ValueView(encoded(true)).boolean());
  EXPECT_FALSE(ValueView(encoded(false)).boolean());
}

TEST(ValueView, ReadsNumbersAndTheirPlainText) {
  for (const char* plain : {"0",
                            "1",
                            "127",
                            "128",
                            "255",
                            "256",
                            "65535",
                            "65536",
                            "4294967295",
                            "4294967296",
                            "18446744073709551615",
                            "18446744073709551616",
                            "-1",
                            "-32",
                            "-33",
                            "-128",
                            "-129",
                            "-32768",
                            "-32769",
                            "-2147483648",
                            "-2147483649",
                            "-9223372036854775808",
                            "-9223372036854775809",
                            "100000",
                            "-100000",
                            "0.5",
                            "-12.25",
                            "99999999999999999999999999999999999999",
                            "0.00000000000000000001"}) {
    const std::string bytes = number_bytes(plain);
    EXPECT_EQ(ValueView(bytes).number(), number_from(plain)) << plain;
    std::string written;
    append_plain(ValueView(bytes), written);
    EXPECT_EQ(written, plain);
  }
}

TEST(ValueView, FindsMembersByName) {
  MapValue map;
  for (const char* name : {"b", "bb", "c", "", "é"})
    map.members.emplace(name, text(std::string("is ") + name));
  map.members.emplace("deep", ListValue{{text("x"), ListValue{{text("y")}}}});
  const std::string bytes = encoded(map);
  const ItemView item(bytes);
  EXPECT_EQ(item.count(), 6U);
  for (const auto& [name, value] : map.members) {
    const std::optional<ValueView> found = item.find(name);
    ASSERT_TRUE(found.has_value()) << name;
    EXPECT_EQ(found->bytes(), encoded(value));
  }
  for (const char* absent : {"a", "ba", "bbb", "d", "zz", "\xff"}) EXPECT_FALSE(item.find(absent)) << absent;
}

TEST(ValueView, FindsNothingInAnEmptyMap) {
  EXPECT_FALSE(ItemView("\x80").find("a"));
}

TEST(ValueView, WalksMembersInOrderOfTheirNames) {
  MapValue map;
  for (int i = 0; i < 40; ++i) map.members.emplace("name" + std::to_string(i), Number::from_int(i));
  const std::string bytes = encoded(map);
  auto want = map.members.begin();
  for (const MemberView member : ItemView(bytes).members()) {
    EXPECT_EQ(member.name, want->first);
    EXPECT_EQ(member.value.number(), std::get<Number>(want->second));
    ++want;
  }
  EXPECT_EQ(want, map.members.end());
}

TEST(ValueView, ReadsListsByIndex) {
  ListValue list;
  for (int i = 0; i < 20; ++i)
    list.elements.emplace_back(i % 3 == 0 ? AttributeValue(MapValue{}) : Number::from_int(i));
  const std::string bytes = encoded(list);
  const ValueView view(bytes);
  ASSERT_EQ(view.count(), 20U);
  std::uint32_t index = 0;
  for (const ValueView element : view.elements()) {
    EXPECT_EQ(element.bytes(), encoded(list.elements[index]));
    EXPECT_EQ(view.at(index)->bytes(), element.bytes());
    ++index;
  }
  EXPECT_EQ(index, 20U);
  EXPECT_FALSE(view.at(20));
  EXPECT_FALSE(view.at(UINT32_MAX));
}

TEST(ValueView, WalksSets) {
  const std::string bytes = encoded(StringSetValue{{"b", "a", "ab"}});
  const ValueView view(bytes);
  EXPECT_EQ(view.count(), 3U);
  std::vector<std::string_view> members;
  for (const ValueView member : view.elements()) members.push_back(member.text());
  EXPECT_EQ(members, (std::vector<std::string_view>{"a", "ab", "b"}));
}

TEST(ValueView, IsEqualWhenItsBytesAre) {
  const std::string a = number_bytes("1.50"), b = number_bytes("15e-1"), c = number_bytes("1.51");
  EXPECT_EQ(ValueView(a), ValueView(b));
  EXPECT_FALSE(ValueView(a) == ValueView(c));
}

TEST(ValueView, ComparesScalarsOfOneType) {
  struct Row {
    std::string a, b;
    std::optional<std::strong_ordering> want;
  };
  using order = std::strong_ordering;
  const Row rows[] = {
      {encoded(text("a")), encoded(text("b")), order::less},
      {encoded(text("a")), encoded(text("aa")), order::less},
      {encoded(text("b")), encoded(text(std::string(40, 'a'))), order::greater},
      {encoded(text("z")), encoded(text("é")), order::less},
      {encoded(BinaryValue{"\x7f"}), encoded(BinaryValue{"\x80"}), order::less},
      {number_bytes("9"), number_bytes("10"), order::less},
      {number_bytes("200"), number_bytes("-200"), order::greater},
      {number_bytes("-33"), number_bytes("-32"), order::less},
      {number_bytes("-9223372036854775808"), number_bytes("-1"), order::less},
      {number_bytes("18446744073709551615"), number_bytes("-1"), order::greater},
      {number_bytes("1.5"), number_bytes("2"), order::less},
      {number_bytes("1e30"), number_bytes("18446744073709551615"), order::greater},
      {number_bytes("-1e30"), number_bytes("-9223372036854775808"), order::less},
      {number_bytes("0.5"), number_bytes("0.50"), order::equal},
      {encoded(text("1")), number_bytes("1"), std::nullopt},
      {encoded(text("1")), encoded(BinaryValue{"1"}), std::nullopt},
      {encoded(true), encoded(false), std::nullopt},
      {encoded(NullValue{}), encoded(NullValue{}), std::nullopt},
      {encoded(MapValue{}), encoded(MapValue{}), std::nullopt},
      {encoded(NumberSetValue{{Number::from_int(1)}}), number_bytes("1"), std::nullopt},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(compare_scalars(ValueView(row.a), ValueView(row.b)) == row.want)
        << support::to_hex(row.a) << " and " << support::to_hex(row.b);
  }
}

TEST(ValueView, MeasuresNesting) {
  std::string bytes = encoded(text("x"));
  EXPECT_TRUE(within_depth(ValueView(bytes), 0));
  EXPECT_TRUE(within_depth(ValueView(encoded(StringSetValue{{"x"}})), 0));
  EXPECT_FALSE(within_depth(ValueView(encoded(MapValue{})), 0));
  for (int levels = 1; levels <= 40; ++levels) {
    std::string outer;
    if (levels % 2 == 0) {
      value_writer::append_list_header(2, outer);
      value_writer::append_null(outer);
    } else {
      value_writer::append_map_header(1, outer);
      value_writer::append_name("m", outer);
    }
    bytes = outer + bytes;
    EXPECT_TRUE(within_depth(ValueView(bytes), levels));
    EXPECT_FALSE(within_depth(ValueView(bytes), levels - 1));
  }
}

// Reads everything there is in a value.
void read_all(ValueView view) {
  switch (view.type()) {
    case ValueType::kString:
    case ValueType::kBinary:
      static_cast<void>(view.text());
      return;
    case ValueType::kNumber:
      static_cast<void>(view.number());
      return;
    case ValueType::kBool:
      static_cast<void>(view.boolean());
      return;
    case ValueType::kNull:
      return;
    case ValueType::kMap:
      static_cast<void>(view.find("zzz"));
      for (const MemberView member : view.members()) read_all(member.value);
      return;
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      for (const ValueView element : view.elements()) read_all(element);
      return;
  }
}

TEST(ValueViewDeathTest, AssertsRatherThanReadPastTheBytes) {
  for (const SampleValue& row : sample_values()) {
    for (std::size_t size = 0; size < row.bytes.size(); ++size) {
      const std::vector<char> cut(row.bytes.begin(), row.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_DEATH(read_all(ValueView({cut.data(), cut.size()})), "assertion failed")
          << row.why << " at " << size;
    }
  }
}

TEST(ValueViewDeathTest, AssertsOnTheWrongAccessor) {
  EXPECT_DEATH(static_cast<void>(ValueView("\x01").text()), "assertion failed");
  EXPECT_DEATH(static_cast<void>(ValueView("\xA1x").number()), "assertion failed");
  EXPECT_DEATH(static_cast<void>(ValueView("\xC0").boolean()), "assertion failed");
  EXPECT_DEATH(static_cast<void>(ValueView("\x90").members()), "assertion failed");
  EXPECT_DEATH(static_cast<void>(ValueView("\x80").elements()), "assertion failed");
  EXPECT_DEATH(static_cast<void>(ValueView("\xC1").type()), "assertion failed");
}

}  // namespace
}  // namespace larder
