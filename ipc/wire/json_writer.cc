#include "ipc/wire/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ipc/wire/base64.h"
#include "ipc/wire/json_text.h"

namespace larder::wire {
namespace {

// {"S": and so on, in the order of ValueType.
constexpr auto kOpenings =
    std::to_array<std::string_view>({R"({"S":)", R"({"N":)", R"({"B":)", R"({"BOOL":)", R"({"NULL":)",
                                     R"({"M":)", R"({"L":)", R"({"SS":)", R"({"NS":)", R"({"BS":)"});

void append_value(ValueView value, std::string& to);

void append_quoted_scalar(ValueView value, ValueType type, std::string& to) {
  switch (type) {
    case ValueType::kString:
      return append_json_string(value.text(), to);
    case ValueType::kNumber:
      to += '"';
      append_plain(value, to);
      to += '"';
      return;
    default:
      to += '"';
      append_base64(value.text(), to);
      to += '"';
      return;
  }
}

void append_members(ValueView map, std::string& to) {
  char before = '{';
  for (const MemberView member : map.members()) {
    to += before;
    before = ',';
    append_json_string(member.name, to);
    to += ':';
    append_value(member.value, to);
  }
  if (before == '{') to += '{';
  to += '}';
}

void append_elements(ValueView list, ValueType type, std::string& to) {
  to += '[';
  const std::size_t start = to.size();
  for (const ValueView element : list.elements()) {
    if (to.size() != start) to += ',';
    switch (type) {
      case ValueType::kStringSet:
        append_quoted_scalar(element, ValueType::kString, to);
        break;
      case ValueType::kNumberSet:
        append_quoted_scalar(element, ValueType::kNumber, to);
        break;
      case ValueType::kBinarySet:
        append_quoted_scalar(element, ValueType::kBinary, to);
        break;
      default:
        append_value(element, to);
    }
  }
  to += ']';
}

void append_value(ValueView value, std::string& to) {
  const ValueType type = value.type();
  to += kOpenings[static_cast<std::size_t>(type)];
  switch (type) {
    case ValueType::kString:
    case ValueType::kNumber:
    case ValueType::kBinary:
      append_quoted_scalar(value, type, to);
      break;
    case ValueType::kBool:
      to += value.boolean() ? "true" : "false";
      break;
    case ValueType::kNull:
      to += "true";
      break;
    case ValueType::kMap:
      append_members(value, to);
      break;
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      append_elements(value, type, to);
      break;
  }
  to += '}';
}

}  // namespace

void JsonWriter::separate() {
  if (comma_) to_ += ',';
  comma_ = true;
}

void JsonWriter::begin_structure() {
  separate();
  to_ += '{';
  comma_ = false;
}

void JsonWriter::member(std::string_view name) {
  separate();
  append_json_string(name, to_);
  to_ += ':';
  comma_ = false;
}

void JsonWriter::end_structure() {
  to_ += '}';
  comma_ = true;
}

void JsonWriter::begin_list() {
  separate();
  to_ += '[';
  comma_ = false;
}

void JsonWriter::end_list() {
  to_ += ']';
  comma_ = true;
}

void JsonWriter::string(std::string_view text) {
  separate();
  append_json_string(text, to_);
}

void JsonWriter::integer(std::int64_t value) {
  separate();
  char digits[24];
  to_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// Never with an exponent, which some clients' timestamp readers do not know.
void JsonWriter::real(double value) {
  separate();
  char digits[352];
  to_.append(digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr);
  if (value == std::trunc(value)) to_ += ".0";
}

void JsonWriter::boolean(bool value) {
  separate();
  to_ += value ? "true" : "false";
}

void JsonWriter::attribute_value(ValueView value) {
  separate();
  append_value(value, to_);
}

void JsonWriter::item(ItemView item) {
  separate();
  append_members(item.value(), to_);
}

void JsonWriter::item(ItemView item, const std::vector<std::string_view>& attributes) {
  separate();
  char before = '{';
  for (const MemberView member : item.members()) {
    if (std::find(attributes.begin(), attributes.end(), member.name) == attributes.end()) continue;
    to_ += before;
    before = ',';
    append_json_string(member.name, to_);
    to_ += ':';
    append_value(member.value, to_);
  }
  if (before == '{') to_ += '{';
  to_ += '}';
}

}  // namespace larder::wire
