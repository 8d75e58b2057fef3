// Checks which bytes are UTF-8.
// Method: the first and last character of each length, the sequences just outside each rule, every truncation
// of each character, and each of these at every place of an ASCII text, because eight bytes are read at once.

#include "storage/model/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace larder {
namespace {

struct Row {
  std::string_view why;
  std::string_view bytes;
};

constexpr Row kValid[] = {
    {"NUL", std::string_view("\0", 1)},
    {"last of one byte", "\x7F"},
    {"first of two bytes", "\xC2\x80"},
    {"last of two bytes", "\xDF\xBF"},
    {"first of three bytes", "\xE0\xA0\x80"},
    {"last before the surrogates", "\xED\x9F\xBF"},
    {"first after the surrogates", "\xEE\x80\x80"},
    {"last of three bytes", "\xEF\xBF\xBF"},
    {"first of four bytes", "\xF0\x90\x80\x80"},
    {"last of all", "\xF4\x8F\xBF\xBF"},
    {"two characters", "\xC3\xA9\xE2\x82\xAC"},
};

constexpr Row kInvalid[] = {
    {"a continuation alone", "\x80"},
    {"overlong slash", "\xC0\xAF"},
    {"overlong two bytes", "\xC1\xBF"},
    {"overlong three bytes", "\xE0\x9F\xBF"},
    {"first surrogate", "\xED\xA0\x80"},
    {"last surrogate", "\xED\xBF\xBF"},
    {"overlong four bytes", "\xF0\x8F\xBF\xBF"},
    {"above U+10FFFF", "\xF4\x90\x80\x80"},
    {"no lead byte", "\xF5\x80\x80\x80"},
    {"never a byte of UTF-8", "\xFF"},
    {"second of two is ASCII", "\xC3\x28"},
    {"third of three is a lead", "\xE2\x82\xC3"},
    {"third of four is ASCII", "\xF0\x90\x28\x80"},
    {"fourth of four is ASCII", "\xF0\x90\x80\x28"},
};

TEST(Utf8, AcceptsAtEveryPlace) {
  EXPECT_TRUE(valid_utf8(""));
  for (const Row& row : kValid) {
    for (std::size_t before = 0; before < 20; ++before) {
      for (std::size_t after = 0; after < 20; ++after) {
        EXPECT_TRUE(valid_utf8(std::string(before, 'a') + std::string(row.bytes) + std::string(after, 'z')))
            << row.why;
      }
    }
  }
}

TEST(Utf8, RefusesAtEveryPlace) {
  for (const Row& row : kInvalid) {
    for (std::size_t before = 0; before < 20; ++before) {
      for (std::size_t after = 0; after < 20; ++after) {
        EXPECT_FALSE(valid_utf8(std::string(before, 'a') + std::string(row.bytes) + std::string(after, 'z')))
            << row.why;
      }
    }
  }
}

TEST(Utf8, RefusesEveryTruncation) {
  for (const Row& row : kValid) {
    if (row.why == "two characters") continue;
    for (std::size_t size = 1; size < row.bytes.size(); ++size) {
      EXPECT_FALSE(valid_utf8(row.bytes.substr(0, size))) << row.why;
      EXPECT_FALSE(valid_utf8(std::string(row.bytes.substr(0, size)) + "abcdefgh")) << row.why;
    }
  }
}

}  // namespace
}  // namespace larder
