// storage/model/value_layout.h
//
// The msgpack tags of canonical values: one row for each first byte, and the reading of a header.
// For storage/model, and for a writer of ipc/wire that reads each value once, front to back; others use value_view.h
// and value_writer.h.
//
// Errors   read_header is false for an unknown tag or for bytes that end early; then `header` holds nothing.
// Threads  pure functions.
// Source   https://github.com/msgpack/msgpack/blob/master/spec.md; storage/FORMAT.md, "Value encoding".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/model/value_view.h"

namespace larder {

enum class Ext : std::uint8_t { kNumber = 1, kStringSet = 2, kNumberSet = 3, kBinarySet = 4 };  // stored

enum class Tag : std::uint8_t {
  kUnknown,
  kNil,
  kBool,
  kUnsigned,  // the value is the length field, or the tag itself
  kSigned,
  kString,
  kBinary,
  kExt,
  kArray,
  kMap,
};

// What follows a first byte: a big-endian field of `field` bytes (a length, a count or an integer), or else
// `inline_value`, which the first byte itself holds.
struct TagRow {
  Tag tag = Tag::kUnknown;
  std::uint8_t field = 0;
  std::uint8_t inline_value = 0;
};

inline constexpr auto kTagTable = [] {
  std::array<TagRow, 256> rows{};
  for (unsigned first = 0; first < 256; ++first) {
    const auto low = [first](unsigned mask) { return static_cast<std::uint8_t>(first & mask); };
    if (first < 0x80)
      rows[first] = {Tag::kUnsigned, 0, low(0x7F)};
    else if (first < 0x90)
      rows[first] = {Tag::kMap, 0, low(0x0F)};
    else if (first < 0xA0)
      rows[first] = {Tag::kArray, 0, low(0x0F)};
    else if (first < 0xC0)
      rows[first] = {Tag::kString, 0, low(0x1F)};
    else if (first >= 0xE0)
      rows[first] = {Tag::kSigned, 0, low(0xFF)};
  }
  rows[0xC0] = {Tag::kNil, 0, 0};
  rows[0xC2] = {Tag::kBool, 0, 0};
  rows[0xC3] = {Tag::kBool, 0, 1};
  for (unsigned i = 0; i < 3; ++i) {
    const auto width = static_cast<std::uint8_t>(1U << i);
    rows[0xC4 + i] = {Tag::kBinary, width, 0};
    rows[0xC7 + i] = {Tag::kExt, width, 0};
    rows[0xD9 + i] = {Tag::kString, width, 0};
  }
  for (unsigned i = 0; i < 4; ++i) {
    const auto width = static_cast<std::uint8_t>(1U << i);
    rows[0xCC + i] = {Tag::kUnsigned, width, 0};
    rows[0xD0 + i] = {Tag::kSigned, width, 0};
  }
  for (unsigned i = 0; i < 5; ++i) rows[0xD4 + i] = {Tag::kExt, 0, static_cast<std::uint8_t>(1U << i)};
  for (unsigned i = 0; i < 2; ++i) {
    const auto width = static_cast<std::uint8_t>(2U << i);
    rows[0xDC + i] = {Tag::kArray, width, 0};
    rows[0xDE + i] = {Tag::kMap, width, 0};
  }
  return rows;
}();

// The header of the value that some bytes begin with.
struct Header {
  Tag tag = Tag::kUnknown;
  std::uint8_t ext = 0;     // kExt: its type byte
  std::uint32_t head = 0;   // bytes of the header
  std::size_t payload = 0;  // bytes after it that belong to S, B and ext; 0 for all others
  std::uint64_t value =
      0;  // integers (kSigned: as two's complement), bool, elements of an array, members of a map
};

// A big-endian field of 1, 2, 4 or 8 bytes.
inline std::uint64_t load_field(const char* from, std::size_t width) {
  if (width == 1) return static_cast<unsigned char>(*from);
  if (width == 2) return load_big_endian<std::uint16_t>(from);
  if (width == 4) return load_big_endian<std::uint32_t>(from);
  return load_big_endian<std::uint64_t>(from);
}

// `field` of `width` bytes as two's complement; without a field the first byte itself.
inline std::uint64_t sign_extend(std::uint64_t field, std::size_t width) {
  if (width <= 1) return static_cast<std::uint64_t>(static_cast<std::int8_t>(field));
  if (width == 2) return static_cast<std::uint64_t>(static_cast<std::int16_t>(field));
  if (width == 4) return static_cast<std::uint64_t>(static_cast<std::int32_t>(field));
  return field;
}

// Inline, as the two functions after it, because every step of every walk over an item comes through here.
inline bool read_header(std::string_view bytes, Header& header) {
  if (bytes.empty()) return false;
  const TagRow row = kTagTable[static_cast<unsigned char>(bytes[0])];
  header.tag = row.tag;
  header.head = 1U + row.field;
  header.payload = 0;
  if (bytes.size() < header.head) return false;
  header.value = row.field == 0 ? row.inline_value : load_field(bytes.data() + 1, row.field);
  if (row.tag == Tag::kExt) {
    if (bytes.size() < ++header.head) return false;
    header.ext = static_cast<std::uint8_t>(bytes[header.head - 1]);
  }
  if (row.tag == Tag::kString || row.tag == Tag::kBinary || row.tag == Tag::kExt) {
    header.payload = header.value;
    return bytes.size() - header.head >= header.payload;
  }
  if (row.tag == Tag::kSigned) header.value = sign_extend(header.value, row.field);
  return row.tag != Tag::kUnknown;
}

// As read_header, on bytes that are trusted: an assert instead of false.
inline Header trusted_header(std::string_view bytes) {
  Header header;
  LARDER_ASSERT(read_header(bytes, header));
  return header;
}

// The whole size of a scalar whose first byte tells it: nil, bool, integers, fixstr, fixext. 0 for all others.
inline constexpr auto kFixedSizes = [] {
  std::array<std::uint8_t, 256> sizes{};
  for (std::size_t first = 0; first < sizes.size(); ++first) {
    const TagRow row = kTagTable[first];
    const bool integer = row.tag == Tag::kUnsigned || row.tag == Tag::kSigned;
    if (integer || row.tag == Tag::kNil || row.tag == Tag::kBool)
      sizes[first] = static_cast<std::uint8_t>(1 + row.field);
    if (row.field != 0) continue;
    if (row.tag == Tag::kString) sizes[first] = static_cast<std::uint8_t>(1 + row.inline_value);
    if (row.tag == Tag::kExt) sizes[first] = static_cast<std::uint8_t>(2 + row.inline_value);
  }
  return sizes;
}();

// The size of any value that trusted `bytes` begin with.
std::size_t walked_extent(std::string_view bytes);

inline std::size_t value_extent(std::string_view bytes) {
  const std::size_t fixed = bytes.empty() ? 0 : kFixedSizes[static_cast<unsigned char>(bytes[0])];
  return fixed != 0 && fixed <= bytes.size() ? fixed : walked_extent(bytes);
}

// The type of a value, or nothing for an ext type that is none of ours.
std::optional<ValueType> type_of(const Header& header);

// The array inside a set's body: its count, and where its first member begins.
struct ArrayBody {
  std::uint32_t count = 0;
  std::string_view members;
};
ArrayBody array_body(std::string_view bytes);  // `bytes` begin with an array header; trusted

// "[-]digits" "E" exponent, complete and canonical, or nothing: the body of ext type 1.
std::optional<Number> read_number_text(std::string_view text);

}  // namespace larder
