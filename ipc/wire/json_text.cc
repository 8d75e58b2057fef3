#include "ipc/wire/json_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace larder::wire {
namespace {

constexpr bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Whether one of eight characters needs an escape. Exact for "none": a byte is flagged falsely only when a
// lower one is flagged rightly.
bool any_escape(const char* at) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x8080808080808080;
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  const std::uint64_t quotes = word ^ (kOnes * '"');
  const std::uint64_t backslashes = word ^ (kOnes * '\\');
  const std::uint64_t control = (word - kOnes * 0x20) & ~word;
  return (((quotes - kOnes) & ~quotes & kHigh) | ((backslashes - kOnes) & ~backslashes & kHigh) |
          (control & kHigh)) != 0;
}

void append_escape(char c, std::string& to) {
  switch (c) {
    case '"':
      to += "\\\"";
      return;
    case '\\':
      to += "\\\\";
      return;
    case '\b':
      to += "\\b";
      return;
    case '\f':
      to += "\\f";
      return;
    case '\n':
      to += "\\n";
      return;
    case '\r':
      to += "\\r";
      return;
    case '\t':
      to += "\\t";
      return;
    default: {
      constexpr std::string_view kHex = "0123456789abcdef";
      to += "\\u00";
      to += kHex[static_cast<unsigned char>(c) >> 4];
      to += kHex[static_cast<unsigned char>(c) & 15];
    }
  }
}

}  // namespace

std::size_t plain_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at + 8 <= text.size() && !any_escape(text.data() + at)) at += 8;
  // The rest of a longer text is looked at as one word that overlaps what was seen.
  if (text.size() - at < 8 && text.size() >= 8 && !any_escape(text.data() + text.size() - 8))
    return text.size();
  while (at < text.size() && !needs_escape(text[at])) ++at;
  return at;
}

void append_json_string(std::string_view text, std::string& to) {
  to += '"';
  while (!text.empty()) {
    const std::size_t run = plain_prefix(text);
    to.append(text, 0, run);
    text.remove_prefix(run);
    if (text.empty()) break;
    append_escape(text.front(), to);
    text.remove_prefix(1);
  }
  to += '"';
}

}  // namespace larder::wire
