// Checks that fixed-width integers are big-endian, so that memcmp is their order.
// Method: known bytes for each width, then order at the places where a little-endian form would differ.

#include "storage/base/bytes.h"

#include <gtest/gtest.h>

#include "tests/support/hex.h"

namespace larder {
namespace {

template <class T>
std::string stored(T value) {
  std::string bytes;
  append_big_endian(value, bytes);
  return bytes;
}

TEST(Bytes, AreBigEndian) {
  EXPECT_EQ(support::to_hex(stored<std::uint8_t>(0xAB)), "ab");
  EXPECT_EQ(support::to_hex(stored<std::uint16_t>(0x0102)), "01 02");
  EXPECT_EQ(support::to_hex(stored<std::uint32_t>(0x01020304)), "01 02 03 04");
  EXPECT_EQ(support::to_hex(stored<std::uint64_t>(0x0102030405060708)), "01 02 03 04 05 06 07 08");
}

TEST(Bytes, ReadBackWhatWasWritten) {
  for (const std::uint64_t value : {0ULL, 1ULL, 255ULL, 256ULL, 0x8000000000000000ULL, ~0ULL}) {
    EXPECT_EQ(load_big_endian<std::uint64_t>(stored(value).data()), value);
    const auto half = static_cast<std::uint32_t>(value);
    EXPECT_EQ(load_big_endian<std::uint32_t>(stored(half).data()), half);
    const auto quarter = static_cast<std::uint16_t>(value);
    EXPECT_EQ(load_big_endian<std::uint16_t>(stored(quarter).data()), quarter);
  }
}

TEST(Bytes, SortAsIntegers) {
  EXPECT_LT(stored<std::uint32_t>(255), stored<std::uint32_t>(256));
  EXPECT_LT(stored<std::uint32_t>(0x00FFFFFF), stored<std::uint32_t>(0x01000000));
  EXPECT_LT(stored<std::uint32_t>(0x7FFFFFFF), stored<std::uint32_t>(0x80000000));
}

}  // namespace
}  // namespace larder
