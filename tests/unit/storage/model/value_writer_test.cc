// Checks the frozen bytes of every type, the shortest form at every length where it changes, and sets.
// Method: the rows of storage/FORMAT.md; headers at both sides of each boundary.

#include "storage/model/value_writer.h"

#include <gtest/gtest.h>

#include "tests/support/hex.h"
#include "tests/unit/storage/model/sample_values.h"

namespace larder {
namespace {

using support::to_hex;

TEST(ValueWriter, WritesTheFrozenBytes) {
  for (const SampleValue& row : sample_values()) {
    std::string bytes;
    append_value(row.tree, bytes);
    EXPECT_EQ(to_hex(bytes), to_hex(row.bytes)) << row.why;
  }
}

TEST(ValueWriter, AppendsWithoutTouchingWhatIsThere) {
  std::string bytes = "before";
  value_writer::append_null(bytes);
  value_writer::append_string("x", bytes);
  EXPECT_EQ(bytes, "before\xC0\xA1x");
}

TEST(ValueWriter, TakesTheShortestHeader) {
  struct Row {
    std::size_t size;
    std::string_view string;
    std::string_view binary;
    std::string_view list;
    std::string_view map;
  };
  const Row rows[] = {
      {0, "a0", "c4 00", "90", "80"},
      {15, "af", "c4 0f", "9f", "8f"},
      {16, "b0", "c4 10", "dc 00 10", "de 00 10"},
      {31, "bf", "c4 1f", "dc 00 1f", "de 00 1f"},
      {32, "d9 20", "c4 20", "dc 00 20", "de 00 20"},
      {255, "d9 ff", "c4 ff", "dc 00 ff", "de 00 ff"},
      {256, "da 01 00", "c5 01 00", "dc 01 00", "de 01 00"},
      {65535, "da ff ff", "c5 ff ff", "dc ff ff", "de ff ff"},
      {65536, "db 00 01 00 00", "c6 00 01 00 00", "dd 00 01 00 00", "df 00 01 00 00"},
  };
  for (const Row& row : rows) {
    const std::string content(row.size, 'x');
    std::string string, binary, list, map;
    value_writer::append_string(content, string);
    value_writer::append_binary(content, binary);
    value_writer::append_list_header(static_cast<std::uint32_t>(row.size), list);
    value_writer::append_map_header(static_cast<std::uint32_t>(row.size), map);
    EXPECT_EQ(string, support::from_hex(row.string) + content) << row.size;
    EXPECT_EQ(binary, support::from_hex(row.binary) + content) << row.size;
    EXPECT_EQ(to_hex(list), row.list);
    EXPECT_EQ(to_hex(map), row.map);
  }
}

TEST(ValueWriter, TakesTheShortestExtHeader) {
  // A string set of one member of n bytes has a body of n + 2 bytes, for n below 32.
  struct Row {
    std::size_t member;
    std::string_view header;
  };
  const Row rows[] = {{0, "d5 02"},     {1, "c7 03 02"},      {2, "d6 02"},
                      {3, "c7 05 02"},  {6, "d7 02"},         {14, "d8 02"},
                      {15, "c7 11 02"}, {300, "c8 01 30 02"}, {70'000, "c9 00 01 11 76 02"}};
  for (const Row& row : rows) {
    std::string member, set;
    value_writer::append_string(std::string(row.member, 'x'), member);
    ASSERT_TRUE(value_writer::append_set(ValueType::kStringSet, {member}, set));
    EXPECT_EQ(to_hex(set).substr(0, row.header.size()), row.header) << row.member;
    EXPECT_TRUE(check_value(set).ok());
  }
  // One byte: the only ext body that short would be an empty set, which is never written.
}

TEST(ValueWriter, SortsNumberSetsByValue) {
  std::string encoded[4];
  const char* texts[] = {"300", "2.5", "-1e50", "20"};
  for (int i = 0; i < 4; ++i) value_writer::append_number(number_from(texts[i]), encoded[i]);
  std::string set;
  ASSERT_TRUE(
      value_writer::append_set(ValueType::kNumberSet, {encoded[0], encoded[1], encoded[2], encoded[3]}, set));
  std::string order;
  for (const ValueView member : ValueView(set).elements())
    order += to_plain(member.number()).substr(0, 3) + " ";
  EXPECT_EQ(order, "-10 2.5 20 300 ");
}

TEST(ValueWriter, RefusesEqualMembers) {
  std::string one, uno, set = "kept";
  value_writer::append_number(number_from("1"), one);
  value_writer::append_number(number_from("1.0"), uno);
  EXPECT_FALSE(value_writer::append_set(ValueType::kNumberSet, {one, uno}, set));
  EXPECT_EQ(set, "kept");
}

}  // namespace
}  // namespace larder
