#include "ipc/wire/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "ipc/wire/serialization_errors.h"

namespace larder::wire {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xFF;

constexpr auto kDigits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}();

std::uint32_t byte_at(std::string_view raw, std::size_t at) {
  return static_cast<unsigned char>(raw[at]);
}
std::uint32_t digit_of(char c) {
  return kDigits[static_cast<unsigned char>(c)];
}
char letter(std::uint32_t bits) {
  return kAlphabet[bits & 63];
}

}  // namespace

void append_base64(std::string_view raw, std::string& to) {
  const std::size_t start = to.size();
  to.resize(start + (raw.size() + 2) / 3 * 4);
  char* out = to.data() + start;
  std::size_t at = 0;
  for (; at + 3 <= raw.size(); at += 3, out += 4) {
    const std::uint32_t group = byte_at(raw, at) << 16 | byte_at(raw, at + 1) << 8 | byte_at(raw, at + 2);
    out[0] = letter(group >> 18);
    out[1] = letter(group >> 12);
    out[2] = letter(group >> 6);
    out[3] = letter(group);
  }
  const std::size_t left = raw.size() - at;
  if (left == 0) return;
  const std::uint32_t group = byte_at(raw, at) << 16 | (left == 2 ? byte_at(raw, at + 1) << 8 : 0);
  out[0] = letter(group >> 18);
  out[1] = letter(group >> 12);
  out[2] = left == 2 ? letter(group >> 6) : '=';
  out[3] = '=';
}

Result<void> append_decoded_base64(std::string_view text, std::string& to) {
  if (text.size() % 4 != 0) return base64_length_error(text);
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const std::string_view digits = text.substr(0, text.size() - padding);
  for (const char c : digits) {
    if (digit_of(c) == kNoDigit) return base64_character_error(text, c);
  }

  const std::size_t start = to.size();
  to.resize(start + digits.size() * 3 / 4);
  char* out = to.data() + start;
  std::size_t at = 0;
  for (; at + 4 <= digits.size(); at += 4, out += 3) {
    const std::uint32_t group = digit_of(digits[at]) << 18 | digit_of(digits[at + 1]) << 12 |
                                digit_of(digits[at + 2]) << 6 | digit_of(digits[at + 3]);
    out[0] = static_cast<char>(group >> 16);
    out[1] = static_cast<char>(group >> 8);
    out[2] = static_cast<char>(group);
  }
  if (padding == 0) return {};
  const std::uint32_t group = digit_of(digits[at]) << 18 | digit_of(digits[at + 1]) << 12 |
                              (padding == 1 ? digit_of(digits[at + 2]) << 6 : 0);
  if ((group & (padding == 1 ? 0xFFU : 0xFFFFU)) != 0) {
    to.resize(start);
    return base64_last_character_error(text);
  }
  out[0] = static_cast<char>(group >> 16);
  if (padding == 1) out[1] = static_cast<char>(group >> 8);
  return {};
}

}  // namespace larder::wire
