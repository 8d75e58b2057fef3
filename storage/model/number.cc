#include "storage/model/number.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "storage/model/decimal.h"
#include "storage/model/limits.h"

namespace larder {
namespace {

constexpr std::string_view kNotNumeric = "The parameter cannot be converted to a numeric value";
constexpr std::string_view kTooManyDigits = "Attempting to store more than 38 significant digits in a Number";
constexpr std::string_view kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr std::string_view kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

Error too_many_digits() {
  return validation_error(std::string(kTooManyDigits));
}

// The service leaves out the colon when there is no text.
Error not_numeric(std::string_view text) {
  std::string message(kNotNumeric);
  if (!text.empty()) message.append(": ").append(text);
  return validation_error(std::move(message));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Far outside the legal range, and far enough from INT64_MAX that adding the length of any text cannot
// overflow.
constexpr std::int64_t kExponentCap = 1'000'000'000'000'000;

// The digits of a text while they are read, with zeros at both ends dropped as they are met.
struct Digits {
  uint128 coefficient = 0;    // valid while count <= 38
  std::int64_t count = 0;     // significant digits, without trailing zeros
  std::int64_t zeros = 0;     // met since the last other digit
  std::int64_t fraction = 0;  // digits after the point, zeros included

  void take(char c) {
    if (c == '0') {
      if (count != 0) ++zeros;
      return;
    }
    count += zeros + 1;
    if (count <= limits::kNumberDigitsMax) {
      coefficient =
          coefficient * kPowersOfTen[static_cast<std::size_t>(zeros + 1)] + static_cast<unsigned>(c - '0');
    }
    zeros = 0;
  }
};

// Reads digits with an optional point. False when there is no digit at all.
bool read_digits(const char*& at, const char* end, Digits& digits) {
  const char* const start = at;
  while (at != end && is_digit(*at)) digits.take(*at++);
  bool any = at != start;
  if (at != end && *at == '.') {
    const char* const point = ++at;
    while (at != end && is_digit(*at)) digits.take(*at++);
    digits.fraction = at - point;
    any = any || at != point;
  }
  return any;
}

// Reads what follows the "e". False when there is no digit.
bool read_exponent(const char*& at, const char* end, std::int64_t& exponent) {
  bool negative = false;
  if (at != end && (*at == '+' || *at == '-')) negative = *at++ == '-';
  const char* const start = at;
  for (; at != end && is_digit(*at); ++at) exponent = std::min(exponent * 10 + (*at - '0'), kExponentCap);
  if (negative) exponent = -exponent;
  return at != start;
}

// Makes the number, its exponent checked before it is narrowed. `coefficient` has `digits` digits, no
// trailing zero.
Result<Number> in_range(bool negative, uint128 coefficient, std::int64_t digits, std::int64_t exponent) {
  const std::int64_t leading = exponent + digits - 1;
  if (leading > limits::kNumberMagnitudeMax) return validation_error(std::string(kOverflow));
  if (leading < limits::kNumberMagnitudeMin) return validation_error(std::string(kUnderflow));
  return Number{negative, static_cast<std::int16_t>(exponent), coefficient};
}

// Drops the trailing zeros of a value that is not 0.
void trim_zeros(std::uint64_t& value, int& exponent) {
  if (value % 10 != 0) return;
  for (; value % 10'000 == 0; value /= 10'000) exponent += 4;
  for (; value % 10 == 0; value /= 10) ++exponent;
}

// Drops trailing zeros of a coefficient below 10^39, then checks digits and range.
Result<Number> normalised(bool negative, uint128 coefficient, int exponent) {
  if (coefficient == 0) return Number{};
  while (coefficient > UINT64_MAX && coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  if (coefficient <= UINT64_MAX) {
    auto narrow = static_cast<std::uint64_t>(coefficient);
    trim_zeros(narrow, exponent);
    coefficient = narrow;
  }
  if (coefficient >= kPowersOfTen[limits::kNumberDigitsMax]) return too_many_digits();
  return in_range(negative, coefficient, digit_count(coefficient), exponent);
}

// An integer of at most 18 digits, as most numbers are; nothing for any other text.
std::optional<Number> parse_short_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  Number number = Number::from_uint(value);
  number.negative = negative && value != 0;
  return number;
}

std::strong_ordering compare_magnitudes(const Number& a, const Number& b) {
  if (a.coefficient == 0 || b.coefficient == 0) return (a.coefficient != 0) <=> (b.coefficient != 0);
  const int digits_a = digit_count(a.coefficient);
  const int digits_b = digit_count(b.coefficient);
  const auto leading = (a.exponent + digits_a) <=> (b.exponent + digits_b);
  if (leading != 0) return leading;
  // Leading digits stand at one power of ten: stretch the shorter coefficient to the longer's digits.
  uint128 left = a.coefficient;
  uint128 right = b.coefficient;
  if (digits_a < digits_b) left *= kPowersOfTen[static_cast<std::size_t>(digits_b - digits_a)];
  if (digits_b < digits_a) right *= kPowersOfTen[static_cast<std::size_t>(digits_a - digits_b)];
  return left <=> right;
}

}  // namespace

std::strong_ordering Number::operator<=>(const Number& other) const {
  if (negative != other.negative) return other.negative <=> negative;
  return negative ? compare_magnitudes(other, *this) : compare_magnitudes(*this, other);
}

Number Number::from_uint(std::uint64_t value) {
  if (value == 0) return {};
  int exponent = 0;
  trim_zeros(value, exponent);
  return {false, static_cast<std::int16_t>(exponent), value};
}

Number Number::from_int(std::int64_t value) {
  if (value >= 0) return from_uint(static_cast<std::uint64_t>(value));
  Number number = from_uint(0 - static_cast<std::uint64_t>(value));
  number.negative = true;
  return number;
}

Result<Number> parse_number(std::string_view text) {
  if (const std::optional<Number> number = parse_short_integer(text)) return *number;
  const char* at = text.data();
  const char* const end = at + text.size();
  bool negative = false;
  if (at != end && (*at == '+' || *at == '-')) negative = *at++ == '-';

  Digits digits;
  std::int64_t exponent = 0;
  if (!read_digits(at, end, digits)) return not_numeric(text);
  if (at != end && (*at == 'e' || *at == 'E') && !read_exponent(++at, end, exponent))
    return not_numeric(text);
  if (at != end) return not_numeric(text);

  if (digits.count == 0) return Number{};
  if (digits.count > limits::kNumberDigitsMax) return too_many_digits();
  return in_range(negative, digits.coefficient, digits.count, exponent - digits.fraction + digits.zeros);
}

void append_plain(const Number& number, std::string& to) {
  char digits[limits::kNumberDigitsMax];
  const auto count = static_cast<std::size_t>(write_digits(number.coefficient, digits) - digits);
  if (number.negative) to.push_back('-');
  if (number.exponent >= 0) {
    to.append(digits, count).append(static_cast<std::size_t>(number.exponent), '0');
    return;
  }
  const auto fraction = static_cast<std::size_t>(-number.exponent);
  if (fraction < count) {
    to.append(digits, count - fraction).push_back('.');
    to.append(digits + (count - fraction), fraction);
    return;
  }
  to.append("0.").append(fraction - count, '0').append(digits, count);
}

std::string to_plain(const Number& number) {
  std::string text;
  append_plain(number, text);
  return text;
}

Result<Number> add(const Number& a, const Number& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const Number& high =
      a.exponent >= b.exponent ? a : b;  // its digits are moved left to line up with those of `low`
  const Number& low = a.exponent >= b.exponent ? b : a;

  // `low` does not end in a zero, so when `high` moves at all, nor does the exact result: it has a digit at
  // every power of ten from low.exponent up. A moved coefficient that does not fit 128 bits is above 3.4 *
  // 10^38, `low` is below 10^38, so sum and difference both have at least 39 digits, and the answer is known
  // without wider arithmetic.
  const int shift = high.exponent - low.exponent;
  if (shift > limits::kNumberDigitsMax) return too_many_digits();
  uint128 moved = 0;
  if (__builtin_mul_overflow(high.coefficient, kPowersOfTen[static_cast<std::size_t>(shift)], &moved)) {
    return too_many_digits();
  }
  if (high.negative == low.negative) {
    uint128 sum = 0;
    if (__builtin_add_overflow(moved, low.coefficient, &sum)) return too_many_digits();
    return normalised(high.negative, sum, low.exponent);
  }
  if (moved >= low.coefficient) return normalised(high.negative, moved - low.coefficient, low.exponent);
  return normalised(low.negative, low.coefficient - moved, low.exponent);
}

Result<Number> subtract(const Number& a, const Number& b) {
  Number negated = b;
  if (!b.is_zero()) negated.negative = !b.negative;
  return add(a, negated);
}

DigitCounts digit_counts(const Number& number) {
  const int digits = digit_count(number.coefficient);
  const int fraction = -number.exponent;
  if (fraction <= 0) return {digits, 0};
  if (fraction < digits) return {digits - fraction, fraction};
  return {0, digits};
}

}  // namespace larder
