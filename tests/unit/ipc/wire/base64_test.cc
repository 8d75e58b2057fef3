// Goal: base64 is strict, and every binary has one text.
// Method: the examples of RFC 4648, round trips of all lengths, all changes of one character.
#include "ipc/wire/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace larder::wire {
namespace {

std::string encoded(std::string_view raw) {
  std::string text = "#";
  append_base64(raw, text);
  return text.substr(1);
}

TEST(Base64, ExamplesOfTheStandard) {
  const std::pair<std::string_view, std::string_view> rows[] = {{"", ""},
                                                                {"f", "Zg=="},
                                                                {"fo", "Zm8="},
                                                                {"foo", "Zm9v"},
                                                                {"foob", "Zm9vYg=="},
                                                                {"fooba", "Zm9vYmE="},
                                                                {"foobar", "Zm9vYmFy"},
                                                                {"\xfb\xff\xbf", "+/+/"}};
  for (const auto& [raw, text] : rows) {
    EXPECT_EQ(encoded(raw), text);
    std::string decoded = "#";
    ASSERT_TRUE(append_decoded_base64(text, decoded).ok()) << text;
    EXPECT_EQ(decoded, "#" + std::string(raw));
  }
}

// Whatever text is taken is the text that its bytes are given.
TEST(Base64, OneTextForEachBinary) {
  for (std::size_t size = 1; size <= 6; ++size) {
    std::string raw;
    for (std::size_t i = 0; i < size; ++i) raw += static_cast<char>(37 * (i + 5));
    const std::string text = encoded(raw);
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (int c = 0; c < 256; ++c) {
        std::string changed = text;
        changed[at] = static_cast<char>(c);
        std::string decoded = "#";
        const Result<void> result = append_decoded_base64(changed, decoded);
        if (result.ok()) {
          ASSERT_EQ(encoded(decoded.substr(1)), changed);
        } else {
          ASSERT_EQ(result.error().code, ErrorCode::kSerialization);
          ASSERT_EQ(decoded, "#");
        }
      }
    }
  }
}

}  // namespace
}  // namespace larder::wire
