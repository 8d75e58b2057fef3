// Checks that number keys sort as numbers, survive a round trip, and reject damage.
// Method: frozen bytes for the format, an ascending list for the order, every truncation and one row for each
// broken rule for damage. Random numbers are in tests/property/number_property_test.cc, arbitrary bytes in
// tests/fuzz/fuzz_key.cc.

#include "storage/keys/number_key.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hex.h"

namespace larder::keys {
namespace {

using support::from_hex;
using support::to_hex;

Number number(std::string_view text) {
  const Result<Number> made = parse_number(text);
  EXPECT_TRUE(made.ok()) << text;
  return made.ok() ? *made : Number{};
}

std::string encode(std::string_view text) {
  std::string key;
  append_number(number(text), key);
  return key;
}

struct GoldenRow {
  std::string text;
  std::string_view hex;
};

// The bytes of storage/FORMAT.md. A failing row is a format break, not a stale test.
const GoldenRow kGolden[] = {
    {"0", "02"},
    {"1", "03 82 0b 00"},
    {"-1", "01 7d f4 ff"},
    {"10", "03 83 0b 00"},
    {"12.5", "03 83 0d 33 00"},
    {"-12.5", "01 7c f2 cc ff"},
    {"0.001", "03 7f 0b 00"},
    {"9.9e125", "03 ff 64 00"},
    {"1e-130", "03 00 0b 00"},
    {"-9.9e125", "01 00 9b ff"},
    {std::string(38, '9'), "03 a7 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 00"},
};

TEST(NumberKey, EncodesTheFrozenBytes) {
  for (const GoldenRow& row : kGolden) EXPECT_EQ(to_hex(encode(row.text)), row.hex) << row.text;
}

TEST(NumberKey, DecodesTheFrozenBytes) {
  for (const GoldenRow& row : kGolden) {
    const std::string key = from_hex(row.hex) + "rest";
    std::string_view input = key;
    const Result<Number> decoded = decode_number(&input);
    ASSERT_TRUE(decoded.ok()) << row.text;
    EXPECT_EQ(*decoded, number(row.text));
    EXPECT_EQ(input, "rest");
  }
}

TEST(NumberKey, SortsAsNumbersAndIsNoPrefix) {
  const std::string ascending[] = {
      "-9.9e125", "-1e125", "-1e38", "-101", "-100.5", "-100",    "-99",       "-12.5",   "-12", "-10",
      "-9",       "-1.01",  "-1",    "-0.5", "-0.01",  "-1e-129", "-1.5e-130", "-1e-130", "0",   "1e-130",
      "1.5e-130", "1e-129", "0.01",  "0.5",  "1",      "1.01",    "9",         "10",      "12",  "12.5",
      "99",       "100",    "100.5", "101",  "1e38",   "1e125",   "9.9e125"};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      const std::string a = encode(ascending[i]);
      const std::string b = encode(ascending[j]);
      EXPECT_EQ(a.compare(b) <=> 0, i <=> j) << ascending[i] << " and " << ascending[j];
      if (i != j) {
        EXPECT_FALSE(a.starts_with(b));
      }
    }
  }
}

void expect_corruption(std::string_view key, std::string_view why) {
  std::string_view input = key;
  const Result<Number> decoded = decode_number(&input);
  ASSERT_FALSE(decoded.ok()) << why;
  EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption) << why;
  EXPECT_EQ(input, key) << "a failed decode must not move the input";
}

TEST(NumberKey, ReportsCorruptionForEveryTruncation) {
  for (const GoldenRow& row : kGolden) {
    const std::string key = from_hex(row.hex);
    for (std::size_t size = 0; size < key.size(); ++size) {
      expect_corruption(std::string_view(key).substr(0, size), row.text);
    }
  }
}

TEST(NumberKey, ReportsCorruptionForEachBrokenRule) {
  struct Row {
    std::string_view why;
    std::string_view hex;
  };
  const Row rows[] = {
      {"class 00", "00"},
      {"class 04", "04 82 0b 00"},
      {"no digits", "03 82 00"},
      {"no digits, negative", "01 7d ff"},
      {"a leading zero", "03 82 0a 00"},
      {"a leading pair of zeros", "03 82 01 0b 00"},
      {"a trailing pair of zeros", "03 82 0b 01 00"},
      {"a pair above 99", "03 82 65 00"},
      {"a pair above 99, negative", "01 7d 9a ff"},
      {"20 pairs", "03 82 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 0b 00"},
      {"a negative that ends as a positive", "01 7d f4 00"},
  };
  for (const Row& row : rows) expect_corruption(from_hex(row.hex), row.why);
}

TEST(NumberKey, AppendsBehindWhatIsThere) {
  std::string key = "k";
  append_number(Number{}, key);
  append_number(number("1"), key);
  EXPECT_EQ(to_hex(key), "6b 02 03 82 0b 00");
}

TEST(NumberKey, TakesAtMostItsBound) {
  char bytes[kNumberKeyBytesMax];
  EXPECT_EQ(write_number(number(std::string(38, '9')), bytes), kNumberKeyBytesMax);
}

}  // namespace
}  // namespace larder::keys
