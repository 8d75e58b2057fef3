// Checks that check_value accepts canonical values and nothing else.
// Method: the samples of storage/FORMAT.md, each of their truncations and with a byte too many; then one row
// for each rule of canonical form, which breaks that rule and keeps all others. Arbitrary bytes are in
// tests/fuzz/.

#include <gtest/gtest.h>

#include "storage/model/value_view.h"
#include "tests/unit/storage/model/sample_values.h"

namespace larder {
namespace {

using support::from_hex;

void expect_corruption(std::string_view bytes, std::string_view why) {
  const Result<void> checked = check_value(bytes);
  ASSERT_FALSE(checked.ok()) << why << ": " << support::to_hex(bytes);
  EXPECT_EQ(checked.error().code, ErrorCode::kCorruption) << why;
}

TEST(CheckValue, AcceptsTheSamples) {
  for (const SampleValue& row : sample_values()) EXPECT_TRUE(check_value(row.bytes).ok()) << row.why;
}

TEST(CheckValue, RefusesEveryTruncation) {
  for (const SampleValue& row : sample_values()) {
    for (std::size_t size = 0; size < row.bytes.size(); ++size) {
      expect_corruption(std::string_view(row.bytes).substr(0, size), row.why);
    }
  }
}

TEST(CheckValue, RefusesBytesAfterTheValue) {
  for (const SampleValue& row : sample_values()) expect_corruption(row.bytes + '\0', row.why);
}

TEST(CheckValue, RefusesWhatIsNotCanonical) {
  struct Row {
    std::string_view why;
    std::string_view hex;
  };
  const Row rows[] = {
      {"the unused tag", "c1"},
      {"a 32-bit float", "ca 3f c0 00 00"},
      {"a 64-bit float", "cb 3f f8 00 00 00 00 00 00"},
      {"str 8 below 32 bytes", "d9 01 61"},
      {"str 16 below 256 bytes", "da 00 01 61"},
      {"str 32 below 65536 bytes", "db 00 00 00 01 61"},
      {"bin 16 below 256 bytes", "c5 00 01 61"},
      {"array 16 below 16 elements", "dc 00 01 c0"},
      {"map 16 below 16 members", "de 00 00"},
      {"uint 8 below 128", "cc 7f"},
      {"uint 16 below 256", "cd 00 ff"},
      {"uint 64 below 2^32", "cf 00 00 00 00 ff ff ff ff"},
      {"int 8 above -33", "d0 e0"},
      {"a signed format for a positive number", "d0 7f"},
      {"int 64 above -2^31 - 1", "d3 ff ff ff ff 80 00 00 00"},
      {"not UTF-8", "a1 ff"},
      {"a surrogate", "a3 ed a0 80"},
      {"a name that is not UTF-8", "81 a1 ff c0"},
      {"a name that is no string", "81 01 c0"},
      {"names out of order", "82 a1 62 c0 a1 61 c0"},
      {"a name twice", "82 a1 61 c0 a1 61 c0"},
      {"ext 0", "d4 00 31"},
      {"ext 5", "d4 05 31"},
      {"ext -1, a time stamp", "d6 ff 00 00 00 00"},
      {"ext 8 for a fixext", "c7 04 01 31 45 33 30"},
      {"a number with a leading zero", "c7 05 01 30 31 45 2d 31"},
      {"a number with a trailing zero", "c7 05 01 31 30 45 2d 31"},
      {"a number that is an integer", "c7 03 01 31 45 30"},
      {"zero as ext", "c7 03 01 30 45 30"},
      {"minus zero as ext", "d6 01 2d 30 45 30"},
      {"an exponent of minus zero",
       "c7 18 01 31 38 34 34 36 37 34 34 30 37 33 37 30 39 35 35 31 36 31 36 45 2d 30"},
      {"an exponent with a leading zero", "c7 05 01 31 45 30 33 30"},
      {"an exponent with a plus", "c7 05 01 31 45 2b 33 30"},
      {"no exponent", "d4 01 31"},
      {"an exponent without digits", "c7 03 01 31 45 2d"},
      {"no digits", "c7 03 01 45 2d 31"},
      {"a small e", "c7 04 01 31 65 2d 31"},
      {"text after the exponent", "c7 05 01 31 45 2d 31 20"},
      {"a magnitude of 126", "c7 05 01 31 45 31 32 36"},
      {"a magnitude of -131", "c7 06 01 31 45 2d 31 33 31"},
      {"an exponent of four digits", "c7 07 01 31 45 2d 31 30 30 30"},
      {"an empty set", "d4 02 90"},
      {"a set whose body is no array", "d4 02 c0"},
      {"a set with a member of another type", "d5 02 91 01"},
      {"a number set with a string", "c7 03 03 91 a1 61"},
      {"a binary set with a string", "c7 03 04 91 a1 61"},
      {"a string set out of order", "c7 05 02 92 a1 62 a1 61"},
      {"a string set with equal members", "c7 05 02 92 a1 61 a1 61"},
      {"a number set out of order", "c7 03 03 92 02 01"},
      {"a set whose array counts too few", "d6 02 91 a1 61 a1"},
      {"a set whose array counts too many", "c7 03 02 92 a1 61"},
      {"a set whose member runs over its end", "82 a1 61 d5 02 91 a1 a1 62 c0"},
      {"a set whose array is not in its shortest form", "d6 02 dc 00 01 a0"},
      {"a list that counts too many", "92 c0"},
      {"a list that counts 2^32 - 1", "dd ff ff ff ff c0"},
      {"a map without its last value", "81 a1 61"},
      {"a string as long as all memory", "db ff ff ff ff 61"},
  };
  for (const Row& row : rows) expect_corruption(from_hex(row.hex), row.why);
}

TEST(CheckValue, RefusesWhatNestsTooDeep) {
  // An item's own map, then 32 lists: the innermost list is the last that may be there.
  const std::string item = from_hex("81 a1 61");
  EXPECT_TRUE(check_value(item + std::string(31, '\x91') + "\x90").ok());
  expect_corruption(item + std::string(32, '\x91') + "\x90", "33 lists in an item");
  EXPECT_TRUE(check_value(item + std::string(32, '\x91') + "\xC0").ok());
  expect_corruption(std::string(1'000'000, '\x91'), "a million lists must not cost a stack");
}

}  // namespace
}  // namespace larder
