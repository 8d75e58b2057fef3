// Checks numbers against a slow twin on random input: parse, plain text, order, keys, sums, digit counts.
// Method: the twin holds a number as a Boost.Multiprecision integer of any size, counted in units of 10^-170, below
// any digit a number can have. It knows nothing of coefficients, so it shares no step with the code under test.

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <random>
#include <string>

#include "storage/keys/number_key.h"
#include "storage/model/number.h"
#include "storage/model/value_view.h"
#include "storage/model/value_writer.h"
#include "tests/support/seed.h"

namespace larder {
namespace {

using boost::multiprecision::cpp_int;

constexpr int kUnit = 170;  // the twin counts in 10^-kUnit; the last digit of a number is at least 10^-167
constexpr int kCases = 20'000;

cpp_int power(int exponent) {
  return boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(exponent));
}

class Texts {
 public:
  explicit Texts(std::uint64_t seed) : random_(seed) {}

  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

  std::string digits(int count) {
    std::string text;
    // Runs of nines and zeros make carries, cancellations and trailing zeros common.
    const int style = pick(0, 3);
    for (int i = 0; i < count; ++i) {
      text.push_back(static_cast<char>('0' + (style == 0   ? 9
                                              : style == 1 ? (pick(0, 3) == 0 ? 1 : 0)
                                                           : pick(0, 9))));
    }
    return text;
  }

  // Sign, digits, point and exponent in all combinations, now and then outside the limits.
  std::string number() {
    std::string text;
    if (pick(0, 1) == 0) text = pick(0, 3) == 0 ? "+" : "-";
    const int length = pick(0, 9) == 0 ? pick(30, 42) : pick(1, 20);
    std::string body = digits(length);
    if (pick(0, 1) == 0) body.insert(static_cast<std::size_t>(pick(0, length)), ".");
    text += body;
    if (pick(0, 1) == 0) {
      const int exponent = pick(0, 4) == 0 ? pick(-180, 140) : pick(-40, 40);
      text += pick(0, 1) == 0 ? "e" : "E";
      text += exponent >= 0 && pick(0, 1) == 0 ? "+" : "";
      text += std::to_string(exponent);
    }
    return text;
  }

 private:
  std::mt19937_64 random_;
};

// The twin's reading of a legal text: how many units it stands for, or nothing when it has a digit below one unit
// (far below the least magnitude, so the number is too small or too long).
std::optional<cpp_int> units_of(std::string text) {
  bool negative = false;
  if (text[0] == '+' || text[0] == '-') {
    negative = text[0] == '-';
    text.erase(0, 1);
  }
  int exponent = 0;
  if (const std::size_t at = text.find_first_of("eE"); at != std::string::npos) {
    exponent = std::stoi(text.substr(at + 1));
    text.erase(at);
  }
  if (const std::size_t point = text.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(text.size() - point - 1);
    text.erase(point, 1);
  }
  text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
  cpp_int value(text);
  exponent += kUnit;
  if (exponent >= 0) {
    value *= power(exponent);
  } else {
    const cpp_int divisor = power(-exponent);
    if (value % divisor != 0) return std::nullopt;
    value /= divisor;
  }
  return negative ? cpp_int(-value) : value;
}

// Significant digits and range, read off the digits of the units.
enum class Fit { kFits, kTooManyDigits, kOverflow, kUnderflow };

Fit fit_of(const cpp_int& units) {
  if (units == 0) return Fit::kFits;
  std::string digits = cpp_int(abs(units)).str();
  const int leading = static_cast<int>(digits.size()) - 1 - kUnit;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.size() > 38) return Fit::kTooManyDigits;
  if (leading > 125) return Fit::kOverflow;
  if (leading < -130) return Fit::kUnderflow;
  return Fit::kFits;
}

Fit fit_of(const Result<Number>& number) {
  if (number.ok()) return Fit::kFits;
  if (number.error().message.starts_with("Number overflow")) return Fit::kOverflow;
  if (number.error().message.starts_with("Number underflow")) return Fit::kUnderflow;
  EXPECT_TRUE(number.error().message.starts_with("Attempting to store more than 38"))
      << number.error().message;
  return Fit::kTooManyDigits;
}

// The units that plain text stands for.
cpp_int units_of(const Number& number) {
  return *units_of(to_plain(number));
}

TEST(NumberProperty, ParsesAsTheTwinDoes) {
  Texts texts(support::test_seed());
  int parsed = 0;
  for (int i = 0; i < kCases; ++i) {
    const std::string text = texts.number();
    const bool has_digits = text.find_first_of("0123456789") != std::string::npos;
    if (!has_digits) continue;
    const Result<Number> number = parse_number(text);
    const std::optional<cpp_int> units = units_of(text);
    if (!units) {
      ASSERT_FALSE(number.ok()) << text;
      continue;
    }
    ASSERT_EQ(fit_of(number), fit_of(*units)) << text;
    if (!number.ok()) continue;
    ++parsed;
    ASSERT_EQ(units_of(*number), *units) << text;
    const std::string plain = to_plain(*number);
    ASSERT_EQ(plain.find_first_of("eE+"), std::string::npos) << text;
    ASSERT_TRUE(plain == "0" || plain.back() != '0' || plain.find('.') == std::string::npos) << text;
    const Result<Number> again = parse_number(plain);
    ASSERT_TRUE(again.ok() && *again == *number) << text;
  }
  EXPECT_GT(parsed, kCases / 2) << "the generator must mostly make legal numbers";
}

TEST(NumberProperty, AddsAndSubtractsAsTheTwinDoes) {
  Texts texts(support::test_seed());
  int exact = 0;
  int refused = 0;
  for (int i = 0; i < kCases; ++i) {
    const Result<Number> a = parse_number(texts.number());
    const Result<Number> b = parse_number(texts.number());
    if (!a.ok() || !b.ok()) continue;
    for (const bool adding : {true, false}) {
      const Result<Number> got = adding ? add(*a, *b) : subtract(*a, *b);
      const cpp_int want =
          adding ? cpp_int(units_of(*a) + units_of(*b)) : cpp_int(units_of(*a) - units_of(*b));
      ASSERT_EQ(fit_of(got), fit_of(want)) << to_plain(*a) << (adding ? " + " : " - ") << to_plain(*b);
      if (!got.ok()) {
        ++refused;
        continue;
      }
      ++exact;
      ASSERT_EQ(units_of(*got), want) << to_plain(*a) << (adding ? " + " : " - ") << to_plain(*b);
      ASSERT_EQ(*parse_number(to_plain(*got)), *got) << "a result is in normal form";
    }
  }
  EXPECT_GT(exact, kCases / 10);
  EXPECT_GT(refused, kCases / 100);
}

TEST(NumberProperty, OrdersAsTheTwinDoesInEveryForm) {
  Texts texts(support::test_seed());
  for (int i = 0; i < kCases; ++i) {
    const Result<Number> a = parse_number(texts.number());
    Result<Number> b = parse_number(texts.number());
    if (!a.ok()) continue;
    // Near neighbours are where an order breaks; two random numbers hardly ever are.
    if (texts.pick(0, 1) == 0) b = add(*a, *parse_number(texts.pick(0, 1) == 0 ? "1" : "-0.01"));
    if (!b.ok()) continue;

    const int twin = units_of(*a).compare(units_of(*b));
    const std::strong_ordering want = twin <=> 0;
    ASSERT_TRUE((*a <=> *b) == want) << to_plain(*a) << " and " << to_plain(*b);
    ASSERT_EQ(*a == *b, twin == 0);

    std::string key_a, key_b;
    keys::append_number(*a, key_a);
    keys::append_number(*b, key_b);
    ASSERT_TRUE((key_a.compare(key_b) <=> 0) == want) << to_plain(*a) << " and " << to_plain(*b);
    ASSERT_TRUE(twin == 0 || !key_a.starts_with(key_b));
    std::string_view input = key_a;
    const Result<Number> decoded = keys::decode_number(&input);
    ASSERT_TRUE(decoded.ok() && *decoded == *a && input.empty()) << to_plain(*a);

    std::string bytes_a, bytes_b;
    value_writer::append_number(*a, bytes_a);
    value_writer::append_number(*b, bytes_b);
    ASSERT_TRUE(check_value(bytes_a).ok()) << to_plain(*a);
    ASSERT_TRUE(ValueView(bytes_a).number() == *a) << to_plain(*a);
    ASSERT_TRUE(*compare_scalars(ValueView(bytes_a), ValueView(bytes_b)) == want)
        << to_plain(*a) << " and " << to_plain(*b);
    ASSERT_EQ(bytes_a == bytes_b, twin == 0);
  }
}

TEST(NumberProperty, CountsTheDigitsOfThePlainText) {
  Texts texts(support::test_seed());
  for (int i = 0; i < kCases; ++i) {
    const Result<Number> number = parse_number(texts.number());
    if (!number.ok()) continue;
    std::string digits = to_plain(*number);
    if (digits[0] == '-') digits.erase(0, 1);
    // Zeros outside the first and last other digit do not count.
    std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_not_of("0.");
    const std::size_t last = digits.find_last_not_of("0.");
    int integer = 0, fraction = 0;
    for (std::size_t at = first; first != std::string::npos && at <= last; ++at) {
      if (at < point) ++integer;
      if (at > point) ++fraction;
    }
    const DigitCounts counts = digit_counts(*number);
    ASSERT_EQ(counts.integer, integer) << digits;
    ASSERT_EQ(counts.fraction, fraction) << digits;
  }
}

}  // namespace
}  // namespace larder
