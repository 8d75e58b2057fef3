#include "storage/keys/number_key.h"

#include <array>

#include "storage/base/assert.h"
#include "storage/model/decimal.h"
#include "storage/model/limits.h"

namespace larder::keys {
namespace {

constexpr unsigned char kNegative = 0x01;  // stored
constexpr unsigned char kZero = 0x02;      // stored
constexpr unsigned char kPositive = 0x03;  // stored
constexpr unsigned char kEnd = 0x00;       // stored; below every pair, which are stored plus one
constexpr std::size_t kPairsMax = 19;
static_assert(kNumberKeyBytesMax == 2 + kPairsMax + 1 && 2 * kPairsMax == limits::kNumberDigitsMax);

Error damaged(const char* why) {
  return make_error(ErrorCode::kCorruption, std::string("number key damaged: ") + why);
}

}  // namespace

std::size_t write_number(const Number& number, char* to) {
  if (number.is_zero()) {
    *to = static_cast<char>(kZero);
    return 1;
  }
  std::array<char, limits::kNumberDigitsMax + 1> digits;
  const auto count =
      static_cast<std::size_t>(write_digits(number.coefficient, digits.data()) - digits.data());
  digits[count] = '0';  // fills the last pair of an odd number of digits

  // Complementing turns "larger magnitude sorts higher" into "sorts lower", which is the order of negatives.
  const unsigned flip = number.negative ? 0xFFU : 0U;
  char* at = to;
  *at++ = static_cast<char>(number.negative ? kNegative : kPositive);
  const int leading = number.exponent + static_cast<int>(count) - 1;
  LARDER_ASSERT(leading >= limits::kNumberMagnitudeMin && leading <= limits::kNumberMagnitudeMax);
  *at++ = static_cast<char>(static_cast<unsigned>(leading - limits::kNumberMagnitudeMin) ^ flip);
  for (std::size_t i = 0; i < count; i += 2) {
    const int pair = (digits[i] - '0') * 10 + (digits[i + 1] - '0');
    *at++ = static_cast<char>(static_cast<unsigned>(pair + 1) ^ flip);
  }
  *at++ = static_cast<char>(kEnd ^ flip);
  return static_cast<std::size_t>(at - to);
}

void append_number(const Number& number, std::string& key) {
  char bytes[kNumberKeyBytesMax];
  key.append(bytes, write_number(number, bytes));
}

Result<Number> decode_number(std::string_view* input) {
  const std::string_view bytes = *input;
  if (bytes.empty()) return damaged("empty");
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (first == kZero) {
    input->remove_prefix(1);
    return Number{};
  }
  if (first != kNegative && first != kPositive) return damaged("unknown class");
  const unsigned flip = first == kNegative ? 0xFFU : 0U;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]) ^ flip; };
  if (bytes.size() < 2) return damaged("cut short");
  const int leading = static_cast<int>(byte(1)) + limits::kNumberMagnitudeMin;

  Number number;
  std::size_t at = 2;
  unsigned last = 0;
  for (; at < bytes.size() && byte(at) != kEnd; ++at) {
    if (at - 2 == kPairsMax) return damaged("more than 38 digits");
    if (byte(at) > 100) return damaged("a pair above 99");
    last = byte(at) - 1;
    if (at == 2 && last < 10) return damaged("a leading zero");
    number.coefficient = number.coefficient * 100 + last;
  }
  if (at == bytes.size()) return damaged("cut short");
  if (last == 0) return damaged("no digits, or trailing zeros");
  if (last % 10 == 0) number.coefficient /= 10;
  number.negative = first == kNegative;
  number.exponent = static_cast<std::int16_t>(leading - digit_count(number.coefficient) + 1);
  input->remove_prefix(at + 1);
  return number;
}

}  // namespace larder::keys
