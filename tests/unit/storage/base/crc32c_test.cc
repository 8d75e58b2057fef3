// Checks the checksum against published vectors, and that it can be continued at any place.
// Method: the rows of RFC 3720, appendix B.4, and every cut of one text (cuts meet each remainder of eight).

#include "storage/base/crc32c.h"

#include <gtest/gtest.h>

#include <string>

namespace larder {
namespace {

std::string counting(int from, int step) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes.push_back(static_cast<char>(from + i * step));
  return bytes;
}

TEST(Crc32c, MatchesThePublishedVectors) {
  EXPECT_EQ(crc32c(""), 0U);
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
  EXPECT_EQ(crc32c(counting(0, 1)), 0x46DD794EU);
  EXPECT_EQ(crc32c(counting(31, -1)), 0x113FDB5CU);
}

TEST(Crc32c, ContinuesAtEveryCut) {
  const std::string text = "the quick brown fox jumps over it";
  const std::uint32_t whole = crc32c(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    EXPECT_EQ(crc32c(text.substr(cut), crc32c(text.substr(0, cut))), whole) << "cut at " << cut;
  }
}

TEST(Crc32c, ChangesWithEveryBit) {
  std::string text = "eleven more";
  const std::uint32_t whole = crc32c(text);
  for (char& c : text) {
    for (int bit = 0; bit < 8; ++bit) {
      c = static_cast<char>(c ^ (1 << bit));
      EXPECT_NE(crc32c(text), whole);
      c = static_cast<char>(c ^ (1 << bit));
    }
  }
}

}  // namespace
}  // namespace larder
