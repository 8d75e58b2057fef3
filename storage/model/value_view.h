// storage/model/value_view.h
//
// Views over canonical value bytes (storage/FORMAT.md, "Value encoding"): the only form of an item behind the
// edge of the server. Reading through a view builds no tree and copies nothing.
//
// Shape    msgpack. S = str, B = bin, BOOL, NULL = nil, M = map (names sorted by bytes), L = array;
//          N = shortest msgpack integer, or ext 1 holding "[-]digits" + "E" + exponent; SS, NS, BS = ext 2,
//          3, 4 whose body is the msgpack array of the members, sorted and without duplicates.
// Lifetime borrows. Over stored bytes: valid until the transaction ends.
// Errors   a view trusts its bytes: they come from ValueWriter, or from a stored value whose checksum was
//          right (check_value below is for bytes that do not). On malformed bytes every accessor stays
//          inside the bytes and fails an assert rather than read past them.
// Threads  as the bytes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "storage/base/result.h"
#include "storage/model/number.h"

namespace larder {

// Order is that of the wire names' table; not stored.
enum class ValueType : std::uint8_t {
  kString,
  kNumber,
  kBinary,
  kBool,
  kNull,
  kMap,
  kList,
  kStringSet,
  kNumberSet,
  kBinarySet,
};

// "S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"
std::string_view type_name(ValueType type);

class ElementRange;
class MemberRange;

class ValueView {
 public:
  // `bytes` is exactly one canonical value.
  explicit ValueView(std::string_view bytes) : bytes_(bytes) {}

  ValueType type() const;
  std::string_view bytes() const { return bytes_; }

  std::string_view text() const;  // payload of S (UTF-8) or B (raw)
  Number number() const;          // N only
  bool boolean() const;           // BOOL only
  std::uint32_t count() const;    // elements of L and sets, members of M
  ElementRange elements() const;  // L, SS, NS, BS: each a ValueView (members of SS are S values, and so on)
  MemberRange members() const;    // M
  std::optional<ValueView> find(std::string_view name) const;  // M: the member, or nothing
  std::optional<ValueView> at(std::uint32_t index) const;      // L: the element, or nothing

  // Equality of values is equality of bytes.
  bool operator==(const ValueView& other) const { return bytes_ == other.bytes_; }

 private:
  std::string_view bytes_;
};

struct MemberView {
  std::string_view name;
  ValueView value;
};

class ElementRange {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = ValueView;
    using difference_type = std::ptrdiff_t;
    iterator() = default;
    iterator(std::string_view rest, std::uint32_t left);
    ValueView operator*() const { return ValueView(rest_.substr(0, size_)); }
    iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    std::string_view rest_;
    std::size_t size_ = 0;
    std::uint32_t left_ = 0;
  };
  ElementRange(std::string_view body, std::uint32_t count) : body_(body), count_(count) {}
  iterator begin() const { return {body_, count_}; }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view body_;
  std::uint32_t count_;
};

class MemberRange {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = MemberView;
    using difference_type = std::ptrdiff_t;
    iterator() = default;
    iterator(std::string_view rest, std::uint32_t left);
    MemberView operator*() const { return {name_, ValueView(rest_.substr(0, size_))}; }
    iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    void load();
    std::string_view name_;
    std::string_view rest_;  // starts at the value
    std::size_t size_ = 0;
    std::uint32_t left_ = 0;
  };
  MemberRange(std::string_view body, std::uint32_t count) : body_(body), count_(count) {}
  iterator begin() const { return {body_, count_}; }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view body_;
  std::uint32_t count_;
};

// An item is a map value; this type only says so.
class ItemView {
 public:
  explicit ItemView(std::string_view bytes) : map_(bytes) {}
  std::string_view bytes() const { return map_.bytes(); }
  std::uint32_t count() const { return map_.count(); }
  std::optional<ValueView> find(std::string_view name) const { return map_.find(name); }
  MemberRange members() const { return map_.members(); }
  ValueView value() const { return map_; }
  bool operator==(const ItemView& other) const = default;

 private:
  ValueView map_;
};

// The plain decimal of an N, as the service returns it: append_plain(number.number(), to), without the detour
// for integers.
void append_plain(ValueView number, std::string& to);

// Whether lists and maps nest at most `levels` deep in `value`, itself included: 0 allows scalars and sets
// only.
bool within_depth(ValueView value, int levels);

// Full check of untrusted bytes: exactly one value, canonical at every level, UTF-8, at most kNestingDepthMax
// lists and maps deep inside the outermost, which may be the item itself. kCorruption otherwise. For fuzzing,
// `larder check`, and tests.
Result<void> check_value(std::string_view bytes);

// The type-aware order of two scalars of one type (S and B by bytes, N by value); nullopt when the types
// differ or are not S, N, B. This is the order of comparators and of sort keys.
std::optional<std::strong_ordering> compare_scalars(ValueView a, ValueView b);

}  // namespace larder
