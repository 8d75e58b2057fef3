#include "ipc/wire/json_value_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ipc/wire/base64.h"
#include "ipc/wire/json_text.h"
#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/model/value_layout.h"

namespace larder::wire {
namespace {

// Small pieces of text are gathered here: a string's own append costs more than the piece.
class TextSink {
 public:
  explicit TextSink(std::string& to) : to_(to) {}
  ~TextSink() { flush(); }
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;

  void put(char c) {
    if (size_ == kBytes) flush();
    bytes_[size_++] = c;
  }

  void put(std::string_view text) {
    if (text.size() > kBytes - size_) {
      flush();
      if (text.size() > kBytes) {
        to_.append(text);
        return;
      }
    }
    std::memcpy(bytes_ + size_, text.data(), text.size());
    size_ += text.size();
  }

  void quoted(std::string_view text) {
    if (plain_prefix(text) != text.size()) {
      append_json_string(text, direct());
      return;
    }
    put('"');
    put(text);
    put('"');
  }

  template <class Integer>
  void integer(Integer value) {
    constexpr std::size_t kDigitsMax = 20;
    if (kBytes - size_ < kDigitsMax) flush();
    size_ = static_cast<std::size_t>(std::to_chars(bytes_ + size_, bytes_ + kBytes, value).ptr - bytes_);
  }

  // The string itself, with all that was put before: for those who append to strings.
  std::string& direct() {
    flush();
    return to_;
  }

 private:
  static constexpr std::size_t kBytes = 1024;

  void flush() {
    to_.append(bytes_, size_);
    size_ = 0;
  }

  std::string& to_;
  std::size_t size_ = 0;
  char bytes_[kBytes];
};

class ValueText {
 public:
  ValueText(std::string_view bytes, TextSink& sink)
      : at_(bytes.data()), end_(at_ + bytes.size()), sink_(sink) {}

  void value() {
    const Head head = next();
    switch (head.tag) {
      case Tag::kNil:
        return sink_.put(R"({"NULL":true})");
      case Tag::kBool:
        return sink_.put(head.value != 0 ? R"({"BOOL":true})" : R"({"BOOL":false})");
      case Tag::kUnsigned:
      case Tag::kSigned:
        sink_.put(R"({"N":)");
        break;
      case Tag::kString:
        sink_.put(R"({"S":)");
        break;
      case Tag::kBinary:
        sink_.put(R"({"B":)");
        break;
      case Tag::kArray:
        sink_.put(R"({"L":)");
        list(head.value);
        return sink_.put('}');
      case Tag::kMap:
        sink_.put(R"({"M":)");
        members(head.value);
        return sink_.put('}');
      case Tag::kExt:
        ext(head);
        break;
      case Tag::kUnknown:
        LARDER_ASSERT(false && "a tag that no value begins with");
    }
    scalar(head);
    sink_.put('}');
  }

  void map() {
    const Head head = next();
    LARDER_ASSERT(head.tag == Tag::kMap);
    members(head.value);
  }

 private:
  struct Head {
    Tag tag;
    std::uint8_t ext;          // kExt
    std::uint64_t value;       // an integer, a bool, a count, or the size of the payload
    std::string_view payload;  // kString, kBinary, kExt
  };

  std::uint64_t field(std::size_t width) const {
    switch (width) {
      case 1:
        return static_cast<unsigned char>(at_[1]);
      case 2:
        return load_big_endian<std::uint16_t>(at_ + 1);
      case 4:
        return load_big_endian<std::uint32_t>(at_ + 1);
      default:
        return load_big_endian<std::uint64_t>(at_ + 1);
    }
  }

  std::size_t room() const { return static_cast<std::size_t>(end_ - at_); }

  // Takes the header of the next value, and its payload unless that is made of values.
  Head next() {
    LARDER_ASSERT(at_ != end_);
    const TagRow row = kTagTable[static_cast<unsigned char>(*at_)];
    LARDER_ASSERT(row.field < room());
    Head head{row.tag, 0, row.field == 0 ? row.inline_value : field(row.field), {}};
    // Integers keep their sign through the narrow formats.
    if (row.tag == Tag::kSigned) head.value = signed_field(head.value, row.field);
    at_ += 1 + row.field;
    if (row.tag == Tag::kString || row.tag == Tag::kBinary) {
      LARDER_ASSERT(head.value <= room());
      head.payload = {at_, head.value};
      at_ += head.value;
    } else if (row.tag == Tag::kExt) {
      LARDER_ASSERT(head.value < room());
      head.ext = static_cast<std::uint8_t>(*at_++);
      // A set's payload is an array: it is read on as one.
      if (static_cast<Ext>(head.ext) == Ext::kNumber) {
        head.payload = {at_, head.value};
        at_ += head.value;
      }
    }
    return head;
  }

  static std::uint64_t signed_field(std::uint64_t value, std::size_t width) {
    switch (width) {
      case 0:
      case 1:
        return static_cast<std::uint64_t>(static_cast<std::int8_t>(value));
      case 2:
        return static_cast<std::uint64_t>(static_cast<std::int16_t>(value));
      case 4:
        return static_cast<std::uint64_t>(static_cast<std::int32_t>(value));
      default:
        return value;
    }
  }

  void ext(const Head& head) {
    switch (static_cast<Ext>(head.ext)) {
      case Ext::kNumber:
        return sink_.put(R"({"N":)");
      case Ext::kStringSet:
        return sink_.put(R"({"SS":)");
      case Ext::kNumberSet:
        return sink_.put(R"({"NS":)");
      case Ext::kBinarySet:
        return sink_.put(R"({"BS":)");
    }
    LARDER_ASSERT(false && "an ext type that is no value");
  }

  // A scalar without its type, or a set's members.
  void scalar(const Head& head) {
    switch (head.tag) {
      case Tag::kString:
        return sink_.quoted(head.payload);
      case Tag::kBinary:
        sink_.put('"');
        append_base64(head.payload, sink_.direct());
        return sink_.put('"');
      case Tag::kUnsigned:
        sink_.put('"');
        sink_.integer(head.value);
        return sink_.put('"');
      case Tag::kSigned:
        sink_.put('"');
        sink_.integer(static_cast<std::int64_t>(head.value));
        return sink_.put('"');
      default:
        LARDER_ASSERT(head.tag == Tag::kExt);
        return static_cast<Ext>(head.ext) == Ext::kNumber ? decimal(head.payload) : set();
    }
  }

  void decimal(std::string_view text) {
    const std::optional<Number> number = read_number_text(text);
    LARDER_ASSERT(number.has_value());
    sink_.put('"');
    append_plain(*number, sink_.direct());
    sink_.put('"');
  }

  void set() {
    const Head array = next();
    LARDER_ASSERT(array.tag == Tag::kArray);
    sink_.put('[');
    for (std::uint64_t i = 0; i < array.value; ++i) {
      if (i != 0) sink_.put(',');
      scalar(next());
    }
    sink_.put(']');
  }

  void list(std::uint64_t count) {
    sink_.put('[');
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i != 0) sink_.put(',');
      value();
    }
    sink_.put(']');
  }

  void members(std::uint64_t count) {
    sink_.put('{');
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i != 0) sink_.put(',');
      const Head name = next();
      LARDER_ASSERT(name.tag == Tag::kString);
      sink_.quoted(name.payload);
      sink_.put(':');
      value();
    }
    sink_.put('}');
  }

  const char* at_;
  const char* end_;
  TextSink& sink_;
};

}  // namespace

void append_value_json(ValueView value, std::string& to) {
  TextSink sink(to);
  ValueText(value.bytes(), sink).value();
}

void append_item_json(ItemView item, std::string& to) {
  TextSink sink(to);
  ValueText(item.bytes(), sink).map();
}

void append_item_json(ItemView item, const std::vector<std::string_view>& attributes, std::string& to) {
  TextSink sink(to);
  sink.put('{');
  bool first = true;
  for (const MemberView member : item.members()) {
    if (std::find(attributes.begin(), attributes.end(), member.name) == attributes.end()) continue;
    if (!first) sink.put(',');
    first = false;
    sink.quoted(member.name);
    sink.put(':');
    ValueText(member.value.bytes(), sink).value();
  }
  sink.put('}');
}

}  // namespace larder::wire
