#include "storage/model/utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace larder {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080U;

// Continuation bytes after `lead`, and the range of the first of them, which is what excludes overlong forms,
// surrogates and values above U+10FFFF. A count of 0 means that no sequence begins with `lead`.
struct Sequence {
  std::size_t continuations;
  unsigned char first_min;
  unsigned char first_max;
};

Sequence sequence_of(unsigned char lead) {
  if (lead < 0xC2) return {0, 0, 0};
  if (lead < 0xE0) return {1, 0x80, 0xBF};
  if (lead == 0xE0) return {2, 0xA0, 0xBF};
  if (lead == 0xED) return {2, 0x80, 0x9F};
  if (lead < 0xF0) return {2, 0x80, 0xBF};
  if (lead == 0xF0) return {3, 0x90, 0xBF};
  if (lead < 0xF4) return {3, 0x80, 0xBF};
  if (lead == 0xF4) return {3, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

bool valid_utf8(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    for (; end - at >= 8; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, at, sizeof word);
      if ((word & kHighBits) != 0) break;
    }
    // Byte by byte to the end of the text, or past the non-ASCII character that broke the run.
    while (at != end) {
      const auto lead = static_cast<unsigned char>(*at++);
      if (lead < 0x80) continue;
      const Sequence sequence = sequence_of(lead);
      if (sequence.continuations == 0 || static_cast<std::size_t>(end - at) < sequence.continuations)
        return false;
      const auto first = static_cast<unsigned char>(*at++);
      if (first < sequence.first_min || first > sequence.first_max) return false;
      for (std::size_t i = 1; i < sequence.continuations; ++i) {
        if ((static_cast<unsigned char>(*at++) & 0xC0) != 0x80) return false;
      }
      if (end - at >= 8 && static_cast<unsigned char>(*at) < 0x80) break;
    }
  }
  return true;
}

}  // namespace larder
