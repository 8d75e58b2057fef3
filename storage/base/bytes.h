// storage/base/bytes.h
//
// Fixed-width big-endian integers in byte strings: the only integer form in keys and stored headers.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace larder {

template <std::unsigned_integral T>
constexpr T big_endian(T value) {
  if constexpr (sizeof(T) == 1 || std::endian::native == std::endian::big) return value;
  if constexpr (sizeof(T) == 2) return __builtin_bswap16(value);
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
  return static_cast<T>(__builtin_bswap64(value));
}

template <std::unsigned_integral T>
void store_big_endian(T value, char* to) {
  const T swapped = big_endian(value);
  std::memcpy(to, &swapped, sizeof swapped);
}

// `from` must have sizeof(T) readable bytes.
template <std::unsigned_integral T>
T load_big_endian(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return big_endian(value);
}

template <std::unsigned_integral T>
void append_big_endian(T value, std::string& to) {
  char bytes[sizeof(T)];
  store_big_endian(value, bytes);
  to.append(bytes, sizeof bytes);
}

}  // namespace larder
