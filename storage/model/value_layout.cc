#include "storage/model/value_layout.h"

#include "storage/model/decimal.h"
#include "storage/model/limits.h"

namespace larder {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::size_t walked_extent(std::string_view bytes) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  // Values still to pass; a container adds its contents, so nesting needs no stack.
  for (std::uint64_t left = 1; left != 0; --left) {
    LARDER_ASSERT(at != end);
    const TagRow row = kTagTable[static_cast<unsigned char>(*at)];
    const auto room = static_cast<std::size_t>(end - at);
    std::size_t size = std::size_t{1} + row.field;
    LARDER_ASSERT(size <= room);
    const std::uint64_t field = row.field == 0 ? row.inline_value : load_field(at + 1, row.field);
    switch (row.tag) {
      case Tag::kString:
      case Tag::kBinary:
        size += field;
        break;
      case Tag::kExt:
        size += 1 + field;
        break;
      case Tag::kArray:
        left += field;
        break;
      case Tag::kMap:
        left += 2 * field;
        break;
      case Tag::kUnknown:
        LARDER_ASSERT(false && "a tag that no value begins with");
        break;
      case Tag::kNil:
      case Tag::kBool:
      case Tag::kUnsigned:
      case Tag::kSigned:
        break;
    }
    LARDER_ASSERT(size <= room);
    at += size;
  }
  return static_cast<std::size_t>(at - bytes.data());
}

std::optional<ValueType> type_of(const Header& header) {
  switch (header.tag) {
    case Tag::kNil:
      return ValueType::kNull;
    case Tag::kBool:
      return ValueType::kBool;
    case Tag::kUnsigned:
    case Tag::kSigned:
      return ValueType::kNumber;
    case Tag::kString:
      return ValueType::kString;
    case Tag::kBinary:
      return ValueType::kBinary;
    case Tag::kArray:
      return ValueType::kList;
    case Tag::kMap:
      return ValueType::kMap;
    case Tag::kExt:
      switch (static_cast<Ext>(header.ext)) {
        case Ext::kNumber:
          return ValueType::kNumber;
        case Ext::kStringSet:
          return ValueType::kStringSet;
        case Ext::kNumberSet:
          return ValueType::kNumberSet;
        case Ext::kBinarySet:
          return ValueType::kBinarySet;
      }
      return std::nullopt;
    case Tag::kUnknown:
      return std::nullopt;
  }
  return std::nullopt;
}

ArrayBody array_body(std::string_view bytes) {
  const Header header = trusted_header(bytes);
  LARDER_ASSERT(header.tag == Tag::kArray);
  return {static_cast<std::uint32_t>(header.value), bytes.substr(header.head)};
}

std::optional<Number> read_number_text(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  Number number;
  if (at != end && *at == '-') {
    number.negative = true;
    ++at;
  }
  const char* const digits = at;
  for (; at != end && is_digit(*at); ++at) {
    if (at - digits == limits::kNumberDigitsMax) return std::nullopt;
    number.coefficient = number.coefficient * 10 + static_cast<unsigned>(*at - '0');
  }
  if (at == digits || *digits == '0' || at[-1] == '0') return std::nullopt;
  if (at == end || *at++ != 'E') return std::nullopt;

  const bool negative_exponent = at != end && *at == '-';
  if (negative_exponent) ++at;
  const char* const exponent_digits = at;
  int exponent = 0;
  for (; at != end && is_digit(*at); ++at) {
    if (at - exponent_digits == 3) return std::nullopt;
    exponent = exponent * 10 + (*at - '0');
  }
  if (at != end || at == exponent_digits) return std::nullopt;
  if (*exponent_digits == '0' && (at - exponent_digits != 1 || negative_exponent)) return std::nullopt;
  number.exponent = static_cast<std::int16_t>(negative_exponent ? -exponent : exponent);
  const int leading = magnitude(number);
  if (leading < limits::kNumberMagnitudeMin || leading > limits::kNumberMagnitudeMax) return std::nullopt;
  return number;
}

}  // namespace larder
