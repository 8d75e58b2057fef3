#include "notation.h"

#include <algorithm>
#include <utility>

#include "storage/base/assert.h"
#include "storage/model/attribute_value.h"

namespace larder::expression::test {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  AttributeValue value() {
    skip_space();
    LARDER_ASSERT(!text_.empty());
    const char first = text_.front();
    if (first == '{') return map();
    if (first == '[') return list();
    if (first == '<') return set();
    if (first == '"') return StringValue{quoted()};
    if (text_.starts_with("b\"")) {
      text_.remove_prefix(1);
      return BinaryValue{quoted()};
    }
    const std::string word = bare();
    if (word == "true") return true;
    if (word == "false") return false;
    if (word == "null") return NullValue{};
    const Result<Number> number = parse_number(word);
    LARDER_ASSERT(number.ok());
    return *number;
  }

  void end() {
    skip_space();
    LARDER_ASSERT(text_.empty());
  }

 private:
  void skip_space() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
  }

  bool take(char c) {
    skip_space();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  std::string quoted() {
    LARDER_ASSERT(take('"'));
    std::string text;
    while (!text_.starts_with('"')) {
      if (text_.starts_with('\\')) text_.remove_prefix(1);
      LARDER_ASSERT(!text_.empty());
      text += text_.front();
      text_.remove_prefix(1);
    }
    text_.remove_prefix(1);
    return text;
  }

  std::string bare() {
    const std::size_t size = std::min(text_.find_first_of(" ,:]}>"), text_.size());
    std::string word(text_.substr(0, size));
    text_.remove_prefix(size);
    return word;
  }

  template <class Element>
  void sequence(char open, char close, Element element) {
    LARDER_ASSERT(take(open));
    if (take(close)) return;
    do element();
    while (take(','));
    LARDER_ASSERT(take(close));
  }

  AttributeValue map() {
    MapValue map;
    sequence('{', '}', [&] {
      skip_space();
      std::string name = text_.starts_with('"') ? quoted() : bare();
      LARDER_ASSERT(take(':'));
      map.members.emplace(std::move(name), value());
    });
    return map;
  }

  AttributeValue list() {
    ListValue list;
    sequence('[', ']', [&] { list.elements.push_back(value()); });
    return list;
  }

  AttributeValue set() {
    StringSetValue strings;
    NumberSetValue numbers;
    BinarySetValue binaries;
    sequence('<', '>', [&] {
      AttributeValue member = value();
      if (auto* text = std::get_if<StringValue>(&member)) strings.members.push_back(text->text);
      if (auto* number = std::get_if<Number>(&member)) numbers.members.push_back(*number);
      if (auto* raw = std::get_if<BinaryValue>(&member)) binaries.members.push_back(raw->raw);
    });
    if (!strings.members.empty()) return strings;
    if (!numbers.members.empty()) return numbers;
    return binaries;
  }

  std::string_view text_;
};

}  // namespace

std::string value_bytes(std::string_view notation) {
  Reader reader(notation);
  const AttributeValue value = reader.value();
  reader.end();
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

std::string notation_of(ValueView value) {
  std::string text;
  switch (value.type()) {
    case ValueType::kString:
      return '"' + std::string(value.text()) + '"';
    case ValueType::kBinary:
      return "b\"" + std::string(value.text()) + '"';
    case ValueType::kNumber:
      return to_plain(value.number());
    case ValueType::kBool:
      return value.boolean() ? "true" : "false";
    case ValueType::kNull:
      return "null";
    case ValueType::kMap:
      for (const MemberView member : value.members()) {
        if (!text.empty()) text += ", ";
        text += std::string(member.name) + ": " + notation_of(member.value);
      }
      return '{' + text + '}';
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      for (const ValueView element : value.elements()) {
        if (!text.empty()) text += ", ";
        text += notation_of(element);
      }
      return value.type() == ValueType::kList ? '[' + text + ']' : '<' + text + '>';
  }
  return text;
}

}  // namespace larder::expression::test
