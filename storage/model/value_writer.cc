#include "storage/model/value_writer.h"

#include <algorithm>
#include <charconv>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/model/decimal.h"
#include "storage/model/value_layout.h"

namespace larder::value_writer {
namespace {

// A first byte, then a big-endian field.
template <std::unsigned_integral T>
void append_field(unsigned char first, std::uint64_t field, std::string& to) {
  char bytes[1 + sizeof(T)];
  bytes[0] = static_cast<char>(first);
  store_big_endian(static_cast<T>(field), bytes + 1);
  to.append(bytes, sizeof bytes);
}

void append_byte(std::uint64_t byte, std::string& to) {
  to.push_back(static_cast<char>(byte));
}

// Three formats that differ in the width of their length: `first`, `first` + 1, `first` + 2.
void append_length(unsigned char first, std::size_t size, std::string& to) {
  LARDER_ASSERT(size <= UINT32_MAX);
  if (size <= UINT8_MAX) {
    append_field<std::uint8_t>(first, size, to);
  } else if (size <= UINT16_MAX) {
    append_field<std::uint16_t>(static_cast<unsigned char>(first + 1), size, to);
  } else {
    append_field<std::uint32_t>(static_cast<unsigned char>(first + 2), size, to);
  }
}

void append_unsigned(std::uint64_t value, std::string& to) {
  if (value < 0x80) {
    append_byte(value, to);
  } else if (value <= UINT8_MAX) {
    append_field<std::uint8_t>(0xCC, value, to);
  } else if (value <= UINT16_MAX) {
    append_field<std::uint16_t>(0xCD, value, to);
  } else if (value <= UINT32_MAX) {
    append_field<std::uint32_t>(0xCE, value, to);
  } else {
    append_field<std::uint64_t>(0xCF, value, to);
  }
}

void append_negative(std::int64_t value, std::string& to) {
  const auto bits = static_cast<std::uint64_t>(value);
  if (value >= -32) {
    append_byte(bits & 0xFF, to);
  } else if (value >= INT8_MIN) {
    append_field<std::uint8_t>(0xD0, bits, to);
  } else if (value >= INT16_MIN) {
    append_field<std::uint16_t>(0xD1, bits, to);
  } else if (value >= INT32_MIN) {
    append_field<std::uint32_t>(0xD2, bits, to);
  } else {
    append_field<std::uint64_t>(0xD3, bits, to);
  }
}

void append_ext_header(Ext type, std::size_t size, std::string& to) {
  switch (size) {
    case 1:
      append_byte(0xD4, to);
      break;
    case 2:
      append_byte(0xD5, to);
      break;
    case 4:
      append_byte(0xD6, to);
      break;
    case 8:
      append_byte(0xD7, to);
      break;
    case 16:
      append_byte(0xD8, to);
      break;
    default:
      append_length(0xC7, size, to);
      break;
  }
  append_byte(static_cast<std::uint8_t>(type), to);
}

std::size_t array_header_size(std::size_t count) {
  return count < 16 ? 1 : count <= UINT16_MAX ? 3 : 5;
}

void append_decimal(const Number& number, std::string& to) {
  char text[1 + limits::kNumberDigitsMax + 1 + 4];
  char* at = text;
  if (number.negative) *at++ = '-';
  at = write_digits(number.coefficient, at);
  *at++ = 'E';
  at = std::to_chars(at, text + sizeof text, number.exponent).ptr;
  const auto size = static_cast<std::size_t>(at - text);
  append_ext_header(Ext::kNumber, size, to);
  to.append(text, size);
}

Ext ext_of(ValueType set) {
  switch (set) {
    case ValueType::kStringSet:
      return Ext::kStringSet;
    case ValueType::kNumberSet:
      return Ext::kNumberSet;
    default:
      LARDER_ASSERT(set == ValueType::kBinarySet);
      return Ext::kBinarySet;
  }
}

}  // namespace

void append_string(std::string_view text, std::string& to) {
  if (text.size() < 32) {
    append_byte(0xA0 | text.size(), to);
  } else {
    append_length(0xD9, text.size(), to);
  }
  to.append(text);
}

void append_binary(std::string_view raw, std::string& to) {
  append_length(0xC4, raw.size(), to);
  to.append(raw);
}

void append_number(const Number& number, std::string& to) {
  // 10^19 is the largest power of ten below 2^64, and the product of two 64-bit factors fits 128 bits.
  if (number.exponent >= 0 && number.exponent <= 19 && number.coefficient <= UINT64_MAX) {
    const uint128 value = number.coefficient * kPowersOfTen[static_cast<std::size_t>(number.exponent)];
    constexpr uint128 kLeast = uint128{1} << 63;  // the magnitude of -2^63
    if (!number.negative && value <= UINT64_MAX)
      return append_unsigned(static_cast<std::uint64_t>(value), to);
    if (number.negative && value <= kLeast) {
      return append_negative(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value)), to);
    }
  }
  append_decimal(number, to);
}

void append_bool(bool value, std::string& to) {
  append_byte(value ? 0xC3 : 0xC2, to);
}

void append_null(std::string& to) {
  append_byte(0xC0, to);
}

void append_list_header(std::uint32_t count, std::string& to) {
  if (count < 16) {
    append_byte(0x90U | count, to);
  } else if (count <= UINT16_MAX) {
    append_field<std::uint16_t>(0xDC, count, to);
  } else {
    append_field<std::uint32_t>(0xDD, count, to);
  }
}

void append_map_header(std::uint32_t count, std::string& to) {
  if (count < 16) {
    append_byte(0x80U | count, to);
  } else if (count <= UINT16_MAX) {
    append_field<std::uint16_t>(0xDE, count, to);
  } else {
    append_field<std::uint32_t>(0xDF, count, to);
  }
}

void append_name(std::string_view name, std::string& to) {
  append_string(name, to);
}

bool append_set(ValueType type, std::vector<std::string_view> members, std::string& to) {
  const Ext ext = ext_of(type);
  std::sort(members.begin(), members.end(), [](std::string_view a, std::string_view b) {
    return *compare_scalars(ValueView(a), ValueView(b)) < 0;
  });
  // Equal values have equal bytes.
  if (std::adjacent_find(members.begin(), members.end()) != members.end()) return false;

  std::size_t size = array_header_size(members.size());
  for (const std::string_view member : members) size += member.size();
  append_ext_header(ext, size, to);
  append_list_header(static_cast<std::uint32_t>(members.size()), to);
  for (const std::string_view member : members) to.append(member);
  return true;
}

}  // namespace larder::value_writer
