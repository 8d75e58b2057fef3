#include "storage/model/decimal.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace larder {
namespace {

constexpr int kChunkDigits = 19;  // the most that any std::uint64_t holds

int bit_count(uint128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  if (high != 0) return 128 - std::countl_zero(high);
  return 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

}  // namespace

int digit_count(uint128 value) {
  // 1233 / 4096 is log10(2) to five digits: exact or one too low for up to 128 bits.
  const int digits = (bit_count(value) * 1233) >> 12;
  return digits + (value >= kPowersOfTen[static_cast<std::size_t>(digits)] ? 1 : 0);
}

char* write_digits(uint128 value, char* to) {
  if (value <= UINT64_MAX) return std::to_chars(to, to + 20, static_cast<std::uint64_t>(value)).ptr;
  const auto high = static_cast<std::uint64_t>(value / kPowersOfTen[kChunkDigits]);
  const auto low = static_cast<std::uint64_t>(value - high * kPowersOfTen[kChunkDigits]);
  to = std::to_chars(to, to + 20, high).ptr;
  char chunk[20];
  const auto size = static_cast<std::size_t>(std::to_chars(chunk, chunk + sizeof chunk, low).ptr - chunk);
  std::memset(to, '0', kChunkDigits - size);
  std::memcpy(to + (kChunkDigits - size), chunk, size);
  return to + kChunkDigits;
}

}  // namespace larder
