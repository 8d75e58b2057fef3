#include "storage/model/value_view.h"

#include <charconv>

#include "storage/base/assert.h"
#include "storage/model/value_layout.h"

namespace larder {
namespace {

constexpr auto kTypeNames =
    std::to_array<std::string_view>({"S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"});
static_assert(kTypeNames.size() == static_cast<std::size_t>(ValueType::kBinarySet) + 1);

// The array of a list's or set's elements.
ArrayBody elements_of(std::string_view bytes) {
  const Header header = trusted_header(bytes);
  if (header.tag == Tag::kArray) return {static_cast<std::uint32_t>(header.value), bytes.substr(header.head)};
  LARDER_ASSERT(header.tag == Tag::kExt && header.ext != static_cast<std::uint8_t>(Ext::kNumber));
  return array_body(bytes.substr(header.head, header.payload));
}

// Takes a map member's name off the front of `rest`.
std::string_view take_name(std::string_view& rest) {
  const Header header = trusted_header(rest);
  LARDER_ASSERT(header.tag == Tag::kString);
  const std::string_view name = rest.substr(header.head, header.payload);
  rest.remove_prefix(header.head + header.payload);
  return name;
}

Number number_of(const Header& header, std::string_view bytes) {
  switch (header.tag) {
    case Tag::kUnsigned:
      return Number::from_uint(header.value);
    case Tag::kSigned:
      return Number::from_int(static_cast<std::int64_t>(header.value));
    default: {
      LARDER_ASSERT(header.tag == Tag::kExt && header.ext == static_cast<std::uint8_t>(Ext::kNumber));
      const std::optional<Number> number = read_number_text(bytes.substr(header.head, header.payload));
      LARDER_ASSERT(number.has_value());
      return *number;
    }
  }
}

bool is_integer(const Header& header) {
  return header.tag == Tag::kUnsigned || header.tag == Tag::kSigned;
}

std::strong_ordering compare_integers(const Header& a, const Header& b) {
  const bool negative_a = a.tag == Tag::kSigned && static_cast<std::int64_t>(a.value) < 0;
  const bool negative_b = b.tag == Tag::kSigned && static_cast<std::int64_t>(b.value) < 0;
  if (negative_a != negative_b) return negative_b <=> negative_a;
  return a.value <=> b.value;  // two's complement keeps the order of negatives among themselves
}

std::strong_ordering compare_bytes(std::string_view a, std::string_view b) {
  return a.compare(b) <=> 0;
}

}  // namespace

std::string_view type_name(ValueType type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

ValueType ValueView::type() const {
  const std::optional<ValueType> type = type_of(trusted_header(bytes_));
  LARDER_ASSERT(type.has_value());
  return *type;
}

std::string_view ValueView::text() const {
  const Header header = trusted_header(bytes_);
  LARDER_ASSERT(header.tag == Tag::kString || header.tag == Tag::kBinary);
  return bytes_.substr(header.head, header.payload);
}

Number ValueView::number() const {
  return number_of(trusted_header(bytes_), bytes_);
}

bool ValueView::boolean() const {
  const Header header = trusted_header(bytes_);
  LARDER_ASSERT(header.tag == Tag::kBool);
  return header.value != 0;
}

std::uint32_t ValueView::count() const {
  const Header header = trusted_header(bytes_);
  if (header.tag == Tag::kMap) return static_cast<std::uint32_t>(header.value);
  return elements_of(bytes_).count;
}

ElementRange ValueView::elements() const {
  const ArrayBody body = elements_of(bytes_);
  return {body.members, body.count};
}

MemberRange ValueView::members() const {
  const Header header = trusted_header(bytes_);
  LARDER_ASSERT(header.tag == Tag::kMap);
  return {bytes_.substr(header.head), static_cast<std::uint32_t>(header.value)};
}

std::optional<ValueView> ValueView::find(std::string_view name) const {
  const Header header = trusted_header(bytes_);
  LARDER_ASSERT(header.tag == Tag::kMap);
  std::string_view rest = bytes_.substr(header.head);
  for (std::uint64_t left = header.value; left != 0; --left) {
    const int order = take_name(rest).compare(name);
    if (order > 0) return std::nullopt;
    const std::size_t size = value_extent(rest);
    if (order == 0) return ValueView(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  return std::nullopt;
}

std::optional<ValueView> ValueView::at(std::uint32_t index) const {
  const Header header = trusted_header(bytes_);
  LARDER_ASSERT(header.tag == Tag::kArray);
  if (index >= header.value) return std::nullopt;
  std::string_view rest = bytes_.substr(header.head);
  for (; index != 0; --index) rest.remove_prefix(value_extent(rest));
  return ValueView(rest.substr(0, value_extent(rest)));
}

ElementRange::iterator::iterator(std::string_view rest, std::uint32_t left) : rest_(rest), left_(left) {
  if (left_ != 0) size_ = value_extent(rest_);
}

ElementRange::iterator& ElementRange::iterator::operator++() {
  rest_.remove_prefix(size_);
  size_ = --left_ != 0 ? value_extent(rest_) : 0;
  return *this;
}

MemberRange::iterator::iterator(std::string_view rest, std::uint32_t left) : rest_(rest), left_(left) {
  if (left_ != 0) load();
}

MemberRange::iterator& MemberRange::iterator::operator++() {
  rest_.remove_prefix(size_);
  if (--left_ != 0) load();
  return *this;
}

void MemberRange::iterator::load() {
  name_ = take_name(rest_);
  size_ = value_extent(rest_);
}

void append_plain(ValueView number, std::string& to) {
  const Header header = trusted_header(number.bytes());
  char digits[24];
  if (header.tag == Tag::kUnsigned) {
    to.append(digits, std::to_chars(digits, digits + sizeof digits, header.value).ptr);
  } else if (header.tag == Tag::kSigned) {
    to.append(digits,
              std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(header.value)).ptr);
  } else {
    append_plain(number_of(header, number.bytes()), to);
  }
}

bool within_depth(ValueView value, int levels) {
  const Header header = trusted_header(value.bytes());
  if (header.tag == Tag::kArray) {
    if (levels == 0) return false;
    for (const ValueView element : value.elements()) {
      if (!within_depth(element, levels - 1)) return false;
    }
  } else if (header.tag == Tag::kMap) {
    if (levels == 0) return false;
    for (const MemberView member : value.members()) {
      if (!within_depth(member.value, levels - 1)) return false;
    }
  }
  return true;
}

std::optional<std::strong_ordering> compare_scalars(ValueView a, ValueView b) {
  const Header left = trusted_header(a.bytes());
  const Header right = trusted_header(b.bytes());
  if (is_integer(left) && is_integer(right)) return compare_integers(left, right);
  const std::optional<ValueType> type = type_of(left);
  LARDER_ASSERT(type.has_value());
  if (type_of(right) != type) return std::nullopt;
  switch (*type) {
    case ValueType::kString:
    case ValueType::kBinary:
      return compare_bytes(a.bytes().substr(left.head, left.payload),
                           b.bytes().substr(right.head, right.payload));
    case ValueType::kNumber:
      return number_of(left, a.bytes()) <=> number_of(right, b.bytes());
    case ValueType::kBool:
    case ValueType::kNull:
    case ValueType::kMap:
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace larder
