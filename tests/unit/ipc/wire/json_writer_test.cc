// Goal: what a handler writes comes out as JSON with commas where they belong, text escaped, values in the service's
// form; an item may be cut to some attributes. Values themselves are json_value_test.cc's.
// Method: sequences of calls compared with the text.
#include "ipc/wire/json_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "storage/model/value_writer.h"

namespace larder::wire {
namespace {

std::string item_abc() {
  std::string bytes;
  value_writer::append_map_header(3, bytes);
  for (const std::string_view name : {"a", "b", "c"}) {
    value_writer::append_name(name, bytes);
    value_writer::append_string("of " + std::string(name), bytes);
  }
  return bytes;
}

TEST(JsonWriter, StructuresAndLists) {
  std::string text = "HTTP";
  JsonWriter writer(text);
  writer.begin_structure();
  writer.member("a");
  writer.integer(-5);
  writer.member("b");
  writer.begin_list();
  writer.string("x");
  writer.string("y");
  writer.begin_structure();
  writer.end_structure();
  writer.begin_list();
  writer.end_list();
  writer.boolean(true);
  writer.end_list();
  writer.member("c");
  writer.begin_structure();
  writer.member("d");
  writer.boolean(false);
  writer.end_structure();
  writer.member("e\"");
  writer.integer(INT64_MIN);
  writer.end_structure();
  const std::string expected =
      R"({"a":-5,"b":["x","y",{},[],true],"c":{"d":false},"e\"":-9223372036854775808})";
  EXPECT_EQ(text, "HTTP" + expected);
  EXPECT_EQ(writer.size(), expected.size());
}

TEST(JsonWriter, Reals) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_list();
  for (const double real : {0.0, 0.5, 1.0, 1234567890.123, 1e21, -2.5}) writer.real(real);
  writer.end_list();
  EXPECT_EQ(text, "[0.0,0.5,1.0,1234567890.123,1000000000000000000000.0,-2.5]");
}

TEST(JsonWriter, Items) {
  const std::string bytes = item_abc();
  const ItemView item(bytes);
  std::string text;
  JsonWriter writer(text);
  writer.begin_list();
  writer.item(item);
  writer.item(item, {"c", "a", "z"});
  writer.item(item, {"z"});
  writer.item(item, {});
  writer.attribute_value(*item.find("b"));
  writer.end_list();
  EXPECT_EQ(text,
            R"([{"a":{"S":"of a"},"b":{"S":"of b"},"c":{"S":"of c"}},{"a":{"S":"of a"},"c":{"S":"of c"}},)"
            R"({},{},{"S":"of b"}])");
}

// Every place of every character that is escaped, in texts around the sizes that are looked at as one word.
TEST(JsonWriter, EscapesAtEveryPlace) {
  for (std::size_t size = 1; size <= 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int c = 0; c < 256; ++c) {
        std::string plain(size, 'x');
        plain[at] = static_cast<char>(c);
        std::string escape(1, static_cast<char>(c));
        if (c < 0x20) {
          constexpr std::string_view kHex = "0123456789abcdef";
          escape = std::string("\\u00") + kHex[static_cast<std::size_t>(c) / 16] +
                   kHex[static_cast<std::size_t>(c) % 16];
        }
        if (c == '\b') escape = "\\b";
        if (c == '\f') escape = "\\f";
        if (c == '\n') escape = "\\n";
        if (c == '\r') escape = "\\r";
        if (c == '\t') escape = "\\t";
        if (c == '"') escape = "\\\"";
        if (c == '\\') escape = "\\\\";
        std::string text;
        JsonWriter(text).string(plain);
        ASSERT_EQ(text, "\"" + std::string(at, 'x') + escape + std::string(size - at - 1, 'x') + "\"");
      }
    }
  }
}

// The writer gathers small pieces: their sums meet its buffer's end at every place.
TEST(JsonWriter, PiecesAroundTheBuffer) {
  for (std::size_t size = 900; size <= 1'100; ++size) {
    std::string bytes;
    value_writer::append_list_header(3, bytes);
    value_writer::append_string(std::string(size, 'x'), bytes);
    value_writer::append_number(Number::from_int(-1234567890123456789), bytes);
    value_writer::append_bool(false, bytes);
    std::string text;
    JsonWriter(text).attribute_value(ValueView(bytes));
    ASSERT_EQ(text, R"({"L":[{"S":")" + std::string(size, 'x') +
                        R"("},{"N":"-1234567890123456789"},{"BOOL":false}]})");
  }
}

}  // namespace
}  // namespace larder::wire
