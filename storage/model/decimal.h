// storage/model/decimal.h
//
// Decimal digits of wide integers: what Number, the value encoding and number keys share.
//
// Limits   every value is below 10^38, the largest coefficient of a Number.
// Threads  pure functions.
#pragma once

#include <array>

#include "storage/model/limits.h"
#include "storage/model/number.h"

namespace larder {

// kPowersOfTen[i] == 10^i, for 0 <= i <= 38.
inline constexpr auto kPowersOfTen = [] {
  std::array<uint128, limits::kNumberDigitsMax + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

// How many digits `value` has; 0 for zero.
int digit_count(uint128 value);

// Writes the digits of `value` without leading zeros ("0" for zero) and returns their end. `to` has room
// for 38.
char* write_digits(uint128 value, char* to);

// The power of ten of the leading digit; `number` is not zero.
inline int magnitude(const Number& number) {
  return number.exponent + digit_count(number.coefficient) - 1;
}

}  // namespace larder
