// Checks the decimal: grammar, normal form, limits, order, plain text, exact sums, and the digits that item
// size counts. Method: tables of texts; an ascending list compared pairwise. Random numbers against a slow
// twin are in tests/property/number_property_test.cc, arbitrary texts in tests/fuzz/fuzz_number.cc.

#include "storage/model/number.h"

#include <gtest/gtest.h>

#include "storage/model/decimal.h"

namespace larder {
namespace {

const std::string kNotNumeric = "The parameter cannot be converted to a numeric value";
const std::string kTooManyDigits = "Attempting to store more than 38 significant digits in a Number";
const std::string kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
const std::string kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

const uint128 kCoefficientMax = kPowersOfTen[limits::kNumberDigitsMax] - 1;

std::string nines(std::size_t count) {
  return std::string(count, '9');
}
std::string zeros(std::size_t count) {
  return std::string(count, '0');
}

// The plain text of what was parsed, or the error's text.
std::string parsed(std::string_view text) {
  const Result<Number> number = parse_number(text);
  if (!number.ok()) {
    EXPECT_EQ(number.error().code, ErrorCode::kValidation);
    return number.error().message;
  }
  return to_plain(*number);
}

Number number(std::string_view text) {
  const Result<Number> made = parse_number(text);
  EXPECT_TRUE(made.ok()) << text;
  return made.ok() ? *made : Number{};
}

struct TextRow {
  std::string_view why;
  std::string text;
  std::string want;
};

TEST(Number, ParsesToItsPlainDecimal) {
  const TextRow rows[] = {
      {"an integer", "42", "42"},
      {"leading zeros", "007", "7"},
      {"a leading plus", "+1.50", "1.5"},
      {"no integer digits", ".5", "0.5"},
      {"no fraction digits", "5.", "5"},
      {"minus zero", "-0.0", "0"},
      {"zeros around a fraction", "0010.0100", "10.01"},
      {"an exponent", "1e3", "1000"},
      {"a signed exponent, capital", "25E+2", "2500"},
      {"a negative exponent", "-125e-2", "-1.25"},
      {"an exponent with leading zeros", "1e0000000000000000000000002", "100"},
      {"a large integer comes back without exponent", "1e20", "1" + zeros(20)},
      {"a small fraction", "1e-3", "0.001"},
      {"38 digits", nines(38), nines(38)},
      {"38 digits around a point", "1." + nines(37), "1." + nines(37)},
      {"trailing zeros do not count as digits", nines(38) + zeros(10), nines(38) + zeros(10)},
      {"leading zeros do not count as digits", zeros(50) + "1", "1"},
      {"fraction zeros do not count as digits", "1." + zeros(60), "1"},
      {"the largest", nines(38) + "e88", nines(38) + zeros(88)},
      {"the largest, negative", "-" + nines(38) + "e88", "-" + nines(38) + zeros(88)},
      {"the smallest", "1e-130", "0." + zeros(129) + "1"},
      {"the smallest with 38 digits", "1." + nines(37) + "e-130", "0." + zeros(129) + "1" + nines(37)},
      {"zero with an exponent outside the range", "0e99999", "0"},
      {"zero with an exponent of any length", "0.0e-" + nines(1000), "0"},
      {"an exponent that the fraction cancels", "0." + zeros(200) + "1e201", "1"},
      {"an exponent that the zeros cancel", "1" + zeros(300) + "e-300", "1"},
  };
  for (const TextRow& row : rows) EXPECT_EQ(parsed(row.text), row.want) << row.why;
}

TEST(Number, RefusesWhatIsNoNumber) {
  for (const char* text : {"-",   "+",        ".",     "-.",   "e1",  "1e",  "1e+",   "1e-",   " 1",
                           "1 ",  "1 000",    "1_000", "1,5",  "--1", "+-1", "1.2.3", "1e1.5", "1ee1",
                           "NaN", "Infinity", "inf",   "0x10", "1f",  "٣",   "."}) {
    EXPECT_EQ(parsed(text), kNotNumeric + ": " + text);
  }
  EXPECT_EQ(parsed(std::string_view("1\0", 2)), kNotNumeric + ": " + std::string("1\0", 2));
  EXPECT_EQ(parsed(""), kNotNumeric);
}

TEST(Number, RefusesWhatIsOutOfRange) {
  const TextRow rows[] = {
      {"39 digits", nines(39), kTooManyDigits},
      {"39 digits with zeros inside", "1" + zeros(37) + "1", kTooManyDigits},
      {"39 digits around a point", "1." + nines(38), kTooManyDigits},
      {"a magnitude of 126", "1e126", kOverflow},
      {"a negative magnitude of 126", "-1e126", kOverflow},
      {"126 by its digits", "10e125", kOverflow},
      {"126 by its zeros", "1" + zeros(126), kOverflow},
      {"an exponent of any length", "1e" + nines(10'000), kOverflow},
      {"a magnitude of -131", "1e-131", kUnderflow},
      {"-131 with several digits", "9.9e-131", kUnderflow},
      {"-131 by its zeros", "0." + zeros(130) + "1", kUnderflow},
      {"a negative exponent of any length", "1e-" + nines(10'000), kUnderflow},
      {"too many digits come before the range", nines(39) + "e500", kTooManyDigits},
  };
  for (const TextRow& row : rows) EXPECT_EQ(parsed(row.text), row.want) << row.why;
}

TEST(Number, HasOneNormalForm) {
  for (const char* text : {"1.5", "1.50", "+1.5", "15e-1", "0.15E1", "001.5", "150e-2"}) {
    EXPECT_EQ(number(text), (Number{false, -1, 15})) << text;
  }
  for (const char* text : {"0", "-0", "0.00", "0e5", "-0e-5", ".0", "0."})
    EXPECT_EQ(number(text), Number{}) << text;
  EXPECT_EQ(number("-1200"), (Number{true, 2, 12}));
}

TEST(Number, IsMadeFromIntegers) {
  EXPECT_EQ(Number::from_uint(0), Number{});
  EXPECT_EQ(Number::from_uint(1'000'000), (Number{false, 6, 1}));
  EXPECT_EQ(Number::from_uint(UINT64_MAX), number("18446744073709551615"));
  EXPECT_EQ(Number::from_int(-70), (Number{true, 1, 7}));
  EXPECT_EQ(Number::from_int(INT64_MAX), number("9223372036854775807"));
  EXPECT_EQ(Number::from_int(INT64_MIN), number("-9223372036854775808"));
}

TEST(Number, OrdersByValue) {
  const std::string ascending[] = {"-" + nines(38) + "e88",
                                   "-1e125",
                                   "-1e38",
                                   "-" + nines(38),
                                   "-101",
                                   "-100.5",
                                   "-100",
                                   "-99.99",
                                   "-10",
                                   "-9",
                                   "-1.000000000000000000000001",
                                   "-1",
                                   "-0.99",
                                   "-0.1",
                                   "-0.01",
                                   "-1e-129",
                                   "-1.5e-130",
                                   "-1e-130",
                                   "0",
                                   "1e-130",
                                   "1.5e-130",
                                   "1e-129",
                                   "0.01",
                                   "0.1",
                                   "0.99",
                                   "1",
                                   "1.000000000000000000000001",
                                   "9",
                                   "10",
                                   "99.99",
                                   "100",
                                   "100.5",
                                   "101",
                                   nines(38),
                                   "1e38",
                                   "1e125",
                                   nines(38) + "e88"};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      const std::strong_ordering want = i <=> j;
      EXPECT_EQ(number(ascending[i]) <=> number(ascending[j]), want)
          << ascending[i] << " and " << ascending[j];
      EXPECT_EQ(number(ascending[i]) == number(ascending[j]), i == j);
    }
  }
}

TEST(Number, OrdersEvenAtExponentsOfNoNumber) {
  const Number huge{false, INT16_MAX, kCoefficientMax};
  const Number tiny{false, INT16_MIN, 1};
  EXPECT_GT(huge, tiny);
  EXPECT_LT(Number({true, INT16_MAX, kCoefficientMax}), tiny);
}

struct SumRow {
  std::string_view why;
  std::string a;
  std::string b;
  std::string want;
};

std::string sum_of(const Number& a, const Number& b) {
  const Result<Number> sum = add(a, b);
  return sum.ok() ? to_plain(*sum) : sum.error().message;
}

TEST(Number, AddsExactly) {
  const SumRow rows[] = {
      {"integers", "2", "3", "5"},
      {"fractions", "0.1", "0.2", "0.3"},
      {"opposite signs", "5", "-7", "-2"},
      {"to zero", "-1.5", "1.5", "0"},
      {"nothing", "0", "-7", "-7"},
      {"to nothing", "3e100", "0", "3" + zeros(100)},
      {"a carry through all digits", nines(38), "1", "1" + zeros(38)},
      {"a carry to 39 digits, the last a zero", nines(37) + "5", nines(37) + "5", "1" + nines(37) + "0"},
      {"a carry to 39 digits, the last not a zero", nines(38), nines(38), kTooManyDigits},
      {"far apart but within 38 digits", "1e37", "1", "1" + zeros(36) + "1"},
      {"far apart, subtracting", "1e38", "-1", nines(38)},
      {"one digit too far apart", "1e38", "1", kTooManyDigits},
      {"one digit too far apart, subtracting", "1e39", "-1", kTooManyDigits},
      {"as far apart as can be", "9e125", "1e-130", kTooManyDigits},
      {"a coefficient that leaves 128 bits when moved", "35e37", "1", kTooManyDigits},
      {"a sum that leaves 128 bits", "34e37", nines(38), kTooManyDigits},
      {"39 digits that end in a digit", nines(38), "2", kTooManyDigits},
      {"cancelling 39 digits down to one", "1", "-0." + nines(37), "0." + zeros(36) + "1"},
      {"the largest sum", "9e125", "0.9e125", "99" + zeros(124)},
      {"past the largest", "9e125", "1e125", kOverflow},
      {"past the largest, negative", "-9e125", "-1e125", kOverflow},
      {"below the smallest", "1.5e-130", "-1.4e-130", kUnderflow},
      {"at the smallest", "2.5e-130", "-1.5e-130", "0." + zeros(129) + "1"},
  };
  for (const SumRow& row : rows) {
    EXPECT_EQ(sum_of(number(row.a), number(row.b)), row.want) << row.why;
    EXPECT_EQ(sum_of(number(row.b), number(row.a)), row.want) << row.why << ", the other way round";
    // a - (-b) is a + b
    Number negated = number(row.b);
    negated.negative = !negated.negative && !negated.is_zero();
    const Result<Number> difference = subtract(number(row.a), negated);
    EXPECT_EQ(difference.ok() ? to_plain(*difference) : difference.error().message, row.want) << row.why;
  }
}

TEST(Number, SubtractsToOneZero) {
  EXPECT_EQ(*subtract(number("-3"), number("-3")), Number{});
  EXPECT_EQ(*subtract(Number{}, Number{}), Number{});
  EXPECT_EQ(*subtract(Number{}, number("4")), number("-4"));
}

TEST(Number, CountsDigitsOnBothSidesOfThePoint) {
  struct Row {
    const char* text;
    int integer;
    int fraction;
  };
  const Row rows[] = {{"0", 0, 0},      {"7", 1, 0},     {"1000", 1, 0},  {"1010", 3, 0},   {"0.5", 0, 1},
                      {"0.0005", 0, 1}, {"0.105", 0, 3}, {"100.5", 3, 1}, {"-12.25", 2, 2}, {"5.001", 1, 3}};
  for (const Row& row : rows) {
    const DigitCounts counts = digit_counts(number(row.text));
    EXPECT_EQ(counts.integer, row.integer) << row.text;
    EXPECT_EQ(counts.fraction, row.fraction) << row.text;
  }
}

}  // namespace
}  // namespace larder
