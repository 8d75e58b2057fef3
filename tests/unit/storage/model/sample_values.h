// tests/unit/storage/model/sample_values.h
//
// The worked examples of storage/FORMAT.md, "Value encoding", each as a tree and as its frozen bytes.
// A failing row is a format break, not a stale test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/base/assert.h"
#include "storage/model/attribute_value.h"
#include "tests/support/hex.h"

namespace larder {

struct SampleValue {
  std::string_view why;
  AttributeValue tree;
  std::string bytes;
};

inline Number number_from(std::string_view text) {
  const Result<Number> number = parse_number(text);
  LARDER_ASSERT(number.ok());
  return *number;
}

inline std::vector<SampleValue> sample_values() {
  using support::from_hex;
  std::vector<SampleValue> rows;
  const auto add = [&rows](std::string_view why, AttributeValue tree, std::string_view hex) {
    rows.push_back({why, std::move(tree), from_hex(hex)});
  };
  const auto number = [&add](std::string_view text, std::string_view hex) {
    add(text, number_from(text), hex);
  };

  add("empty string", StringValue{""}, "a0");
  add("short string", StringValue{"hi"}, "a2 68 69");
  add("empty binary", BinaryValue{""}, "c4 00");
  add("binary", BinaryValue{std::string("\x00\xff", 2)}, "c4 02 00 ff");
  add("false", false, "c2");
  add("true", true, "c3");
  add("null", NullValue{}, "c0");
  number("0", "00");
  number("-0", "00");
  number("0.00", "00");
  number("127", "7f");
  number("128", "cc 80");
  number("256", "cd 01 00");
  number("65536", "ce 00 01 00 00");
  number("4294967296", "cf 00 00 00 01 00 00 00 00");
  number("18446744073709551615", "cf ff ff ff ff ff ff ff ff");
  number("-1", "ff");
  number("-32", "e0");
  number("-33", "d0 df");
  number("-129", "d1 ff 7f");
  number("-32769", "d2 ff ff 7f ff");
  number("-2147483649", "d3 ff ff ff ff 7f ff ff ff");
  number("-9223372036854775808", "d3 80 00 00 00 00 00 00 00");
  number("1.5", "c7 05 01 31 35 45 2d 31");
  number("1e30", "d6 01 31 45 33 30");
  number("-12.25", "d7 01 2d 31 32 32 35 45 2d 32");
  number("18446744073709551616",
         "c7 16 01 31 38 34 34 36 37 34 34 30 37 33 37 30 39 35 35 31 36 31 36 45 30");
  add("string set", StringSetValue{{"b", "a", "aa"}}, "d7 02 93 a1 61 a2 61 61 a1 62");
  add("number set", NumberSetValue{{number_from("10"), number_from("1.5"), number_from("-2")}},
      "c7 0b 03 93 fe c7 05 01 31 35 45 2d 31 0a");
  add("binary set", BinarySetValue{{"\xff", "\x01"}}, "c7 07 04 92 c4 01 01 c4 01 ff");
  ListValue list;
  list.elements = {AttributeValue(Number::from_int(1)), AttributeValue(StringValue{"a"})};
  add("list", list, "92 01 a1 61");
  add("empty map", MapValue{}, "80");
  MapValue map;
  map.members.emplace("b", NullValue{});
  map.members.emplace("a", true);
  add("map", map, "82 a1 61 c3 a1 62 c0");
  return rows;
}

}  // namespace larder
