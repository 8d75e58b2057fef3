// Checks digit counts and digit texts of wide integers where they change: around every power of ten.
// Method: 10^n - 1, 10^n and 10^n + 1 for each n, against texts built digit by digit.

#include "storage/model/decimal.h"

#include <gtest/gtest.h>

#include <string>

namespace larder {
namespace {

std::string digits_of(uint128 value) {
  char digits[limits::kNumberDigitsMax];
  return {digits, write_digits(value, digits)};
}

TEST(Decimal, HasEveryPowerOfTen) {
  uint128 power = 1;
  for (const uint128 row : kPowersOfTen) {
    EXPECT_TRUE(row == power);
    power *= 10;
  }
}

TEST(Decimal, CountsAndWritesAroundPowersOfTen) {
  for (std::size_t n = 1; n <= limits::kNumberDigitsMax; ++n) {
    EXPECT_EQ(digit_count(kPowersOfTen[n] - 1), static_cast<int>(n));
    EXPECT_EQ(digit_count(kPowersOfTen[n]), static_cast<int>(n) + 1);
    EXPECT_EQ(digits_of(kPowersOfTen[n] - 1), std::string(n, '9'));
    if (n == limits::kNumberDigitsMax) break;
    EXPECT_EQ(digits_of(kPowersOfTen[n]), "1" + std::string(n, '0'));
    EXPECT_EQ(digits_of(kPowersOfTen[n] + 1), "1" + std::string(n - 1, '0') + "1");
  }
}

TEST(Decimal, GivesZeroNoDigitsButAText) {
  EXPECT_EQ(digit_count(0), 0);
  EXPECT_EQ(digits_of(0), "0");
}

TEST(Decimal, KeepsZerosBetweenItsTwoHalves) {
  // 10^19 splits a wide coefficient; its lower half must be filled to 19 digits.
  EXPECT_EQ(digits_of(kPowersOfTen[20] * 7 + 5), "700000000000000000005");
  EXPECT_EQ(digits_of(uint128{UINT64_MAX} + 1), "18446744073709551616");
}

}  // namespace
}  // namespace larder
