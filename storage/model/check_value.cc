// check_value of value_view.h: the reading that trusts nothing. It is apart from the views because it shares
// no path with them: a value passes only if writing it again would give the same bytes.

#include <string>
#include <string_view>
#include <utility>

#include "storage/base/result.h"
#include "storage/model/limits.h"
#include "storage/model/utf8.h"
#include "storage/model/value_layout.h"
#include "storage/model/value_view.h"
#include "storage/model/value_writer.h"

namespace larder {
namespace {

// Walks bytes from front to back; every failure is one kCorruption that says where and why.
class Checker {
 public:
  explicit Checker(std::string_view bytes) : bytes_(bytes) {}

  Result<void> whole() {
    LARDER_TRY_DO(value(0));
    if (at_ != bytes_.size()) return damage("bytes after the value");
    return {};
  }

 private:
  Error damage(std::string_view why) const {
    std::string message = "stored value damaged at byte " + std::to_string(at_) + ": ";
    return make_error(ErrorCode::kCorruption, std::move(message.append(why)));
  }

  // `written` is what the writer would have put at the present place.
  Result<void> same(std::string_view written) const {
    if (bytes_.substr(at_, written.size()) != written) return damage("not the shortest form");
    return {};
  }

  // A value inside `depth` lists and maps.
  Result<void> value(int depth) {
    Header header;
    if (!read_header(bytes_.substr(at_), header)) return damage("unknown tag, or cut short");
    std::string written;
    switch (header.tag) {
      case Tag::kUnknown:
        return damage("unknown tag");
      case Tag::kNil:
      case Tag::kBool:
        ++at_;
        return {};
      case Tag::kUnsigned:
        value_writer::append_number(Number::from_uint(header.value), written);
        return scalar(header, written);
      case Tag::kSigned:
        value_writer::append_number(Number::from_int(static_cast<std::int64_t>(header.value)), written);
        return scalar(header, written);
      case Tag::kString:
        return string(header);
      case Tag::kBinary:
        value_writer::append_binary(payload(header), written);
        return scalar(header, written);
      case Tag::kExt:
        return ext(header);
      case Tag::kArray:
        value_writer::append_list_header(static_cast<std::uint32_t>(header.value), written);
        LARDER_TRY_DO(open(header, written, depth));
        for (std::uint64_t left = header.value; left != 0; --left) LARDER_TRY_DO(value(depth + 1));
        return {};
      case Tag::kMap:
        value_writer::append_map_header(static_cast<std::uint32_t>(header.value), written);
        LARDER_TRY_DO(open(header, written, depth));
        return members(header.value, depth);
    }
    return damage("unknown tag");
  }

  std::string_view payload(const Header& header) const {
    return bytes_.substr(at_ + header.head, header.payload);
  }

  Result<void> scalar(const Header& header, std::string_view written) {
    LARDER_TRY_DO(same(written));
    at_ += header.head + header.payload;
    return {};
  }

  Result<void> string(const Header& header) {
    if (!valid_utf8(payload(header))) return damage("not UTF-8");
    std::string written;
    value_writer::append_string(payload(header), written);
    return scalar(header, written);
  }

  Result<void> open(const Header& header, std::string_view written, int depth) {
    if (depth > limits::kNestingDepthMax) return damage("nested too deep");
    LARDER_TRY_DO(same(written));
    at_ += header.head;
    return {};
  }

  Result<void> members(std::uint64_t count, int depth) {
    std::string_view last;
    for (std::uint64_t i = 0; i < count; ++i) {
      Header header;
      const bool read = read_header(bytes_.substr(at_), header);
      if (!read || header.tag != Tag::kString) return damage("a name is not a string");
      const std::string_view name = payload(header);
      if (i != 0 && name <= last) return damage("names out of order");
      last = name;
      LARDER_TRY_DO(string(header));
      LARDER_TRY_DO(value(depth + 1));
    }
    return {};
  }

  Result<void> ext(const Header& header) {
    switch (static_cast<Ext>(header.ext)) {
      case Ext::kNumber: {
        const std::optional<Number> number = read_number_text(payload(header));
        if (!number) return damage("not a canonical number");
        std::string written;
        value_writer::append_number(*number, written);
        return scalar(header, written);
      }
      case Ext::kStringSet:
        return set(header, ValueType::kStringSet, ValueType::kString);
      case Ext::kNumberSet:
        return set(header, ValueType::kNumberSet, ValueType::kNumber);
      case Ext::kBinarySet:
        return set(header, ValueType::kBinarySet, ValueType::kBinary);
    }
    return damage("unknown ext type");
  }

  Result<void> set(const Header& header, ValueType type, ValueType member_type) {
    const std::size_t start = at_;
    const std::size_t end = start + header.head + header.payload;
    at_ += header.head;
    Header array;
    const bool read = read_header(bytes_.substr(at_, header.payload), array);
    if (!read || array.tag != Tag::kArray || array.value == 0)
      return damage("a set's body is no filled array");
    at_ += array.head;

    std::vector<std::string_view> found;
    for (std::uint64_t left = array.value; left != 0; --left) {
      Header member;
      if (!read_header(bytes_.substr(at_, end - at_), member) || type_of(member) != member_type)
        return damage("a set's member is of another type, or cut short");
      const std::size_t member_start = at_;
      LARDER_TRY_DO(value(0));
      found.push_back(bytes_.substr(member_start, at_ - member_start));
    }
    if (at_ != end) return damage("a set's body has another size");
    // The members are canonical by now; the writer's own set tells order, duplicates and header at once.
    std::string written;
    const bool distinct = value_writer::append_set(type, std::move(found), written);
    at_ = start;
    if (!distinct) return damage("equal members in a set");
    return scalar(header, written);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

Result<void> check_value(std::string_view bytes) {
  return Checker(bytes).whole();
}

}  // namespace larder
