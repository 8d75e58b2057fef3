#include "ipc/wire/json_writer.h"

#include <charconv>
#include <cmath>

#include "ipc/wire/json_text.h"
#include "ipc/wire/json_value_text.h"

namespace larder::wire {
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
  append_value_json(value, to_);
}

void JsonWriter::item(ItemView item) {
  separate();
  append_item_json(item, to_);
}

void JsonWriter::item(ItemView item, const std::vector<std::string_view>& attributes) {
  separate();
  append_item_json(item, attributes, to_);
}

}  // namespace larder::wire
