// storage/model/number.h
//
// A DynamoDB number: a decimal of up to 38 significant digits, exact, in one normal form, so that equal
// numbers are equal objects.
//
// Shape    value = (-1)^negative * coefficient * 10^exponent
// Units    coefficient has no trailing decimal zero; zero is {false, 0, 0}.
// Limits   38 digits; leading digit's power of ten within -130..125 (storage/model/limits.h).
// Errors   kValidation with the service's texts, listed at each function.
// Threads  pure functions.
// Source   AWS Developer Guide, "Supported data types and naming rules", Number; semantics pinned by
//          tests/unit/storage/model/number_test.cc.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "storage/base/result.h"

namespace larder {

__extension__ using uint128 = unsigned __int128;

struct Number {
  bool negative = false;
  std::int16_t exponent = 0;
  uint128 coefficient = 0;

  bool operator==(const Number&) const = default;
  // By value: sign, then magnitude, then digits. Never overflows, whatever the exponents.
  std::strong_ordering operator<=>(const Number& other) const;

  bool is_zero() const { return coefficient == 0; }
  static Number from_int(std::int64_t value);
  static Number from_uint(std::uint64_t value);
};

// Reads wire text: optional sign, digits with an optional point (".5" and "5." are legal), optional exponent.
// Errors, in order checked:
//   not that grammar            "The parameter cannot be converted to a numeric value: TEXT"
//   more than 38 digits         "Attempting to store more than 38 significant digits in a Number"
//   magnitude above 9.99E+125   "Number overflow. Attempting to store a number with magnitude larger than
//                               supported range"
//   magnitude below 1E-130      "Number underflow. Attempting to store a number with magnitude smaller than
//                               supported range"
// Exponents of any length cost nothing: the range is checked before any arithmetic.
Result<Number> parse_number(std::string_view text);

// Plain decimal, as the service returns it: no exponent, no leading or trailing zero, "0.5", "-12.25".
void append_plain(const Number& number, std::string& to);
std::string to_plain(const Number& number);

// Exact or an error (the same texts as parse_number: too many digits, overflow, underflow).
Result<Number> add(const Number& a, const Number& b);
Result<Number> subtract(const Number& a, const Number& b);

// Digits before and after the decimal point, zeros trimmed at both ends: what item size counts.
struct DigitCounts {
  int integer = 0;
  int fraction = 0;
};
DigitCounts digit_counts(const Number& number);

}  // namespace larder
