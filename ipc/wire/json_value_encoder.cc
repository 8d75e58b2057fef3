#include "ipc/wire/json_value_encoder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "ipc/wire/base64.h"
#include "ipc/wire/value_errors.h"
#include "storage/model/limits.h"
#include "storage/model/number.h"
#include "storage/model/value_writer.h"

namespace larder::wire {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kKeptBytes = 64 * 1024;

std::optional<ValueType> type_named(std::string_view name) {
  switch (name.size()) {
    case 1:
      switch (name[0]) {
        case 'S':
          return ValueType::kString;
        case 'N':
          return ValueType::kNumber;
        case 'B':
          return ValueType::kBinary;
        case 'M':
          return ValueType::kMap;
        case 'L':
          return ValueType::kList;
        default:
          return std::nullopt;
      }
    case 2:
      if (name[1] != 'S') return std::nullopt;
      switch (name[0]) {
        case 'S':
          return ValueType::kStringSet;
        case 'N':
          return ValueType::kNumberSet;
        case 'B':
          return ValueType::kBinarySet;
        default:
          return std::nullopt;
      }
    case 4:
      if (name == type_name(ValueType::kBool)) return ValueType::kBool;
      if (name == type_name(ValueType::kNull)) return ValueType::kNull;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

Token token_of(dom::element element) {
  switch (element.type()) {
    case dom::element_type::ARRAY:
      return Token::kList;
    case dom::element_type::OBJECT:
      return Token::kStructure;
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
      return Token::kInteger;
    case dom::element_type::DOUBLE:
      return Token::kDecimal;
    case dom::element_type::STRING:
      return Token::kString;
    case dom::element_type::BOOL:
      return bool(element) ? Token::kTrue : Token::kFalse;
    case dom::element_type::NULL_VALUE:
      return Token::kNull;
  }
  return Token::kNull;
}

void JsonValueEncoder::give_back_memory() {
  if (bytes_.capacity() > kKeptBytes) bytes_ = std::string();
  if (set_bytes_.capacity() > kKeptBytes) set_bytes_ = std::string();
  if (set_texts_.capacity() > kKeptBytes / sizeof(std::string_view)) set_texts_ = {};
  if (set_ends_.capacity() > kKeptBytes / sizeof(std::size_t)) set_ends_ = {};
  if (fields_.capacity() > kKeptBytes / sizeof(Field)) fields_ = std::vector<Field>();
}

JsonValueEncoder::Outcome JsonValueEncoder::encode(dom::element element, bool whole_item) {
  reordered_ = document_order_ = false;
  run(element, whole_item);
  if (error_ && reordered_) {
    document_order_ = true;
    run(element, whole_item);
  }
  if (!error_) return Outcome::kValue;
  return wrong_type_ ? Outcome::kWrongType : Outcome::kBroken;
}

void JsonValueEncoder::run(dom::element element, bool whole_item) {
  bytes_.clear();
  fields_.clear();
  error_.reset();
  wrong_type_ = false;
  if (whole_item) {
    map(dom::object(element), 0);
  } else {
    value(element, 0);
  }
}

bool JsonValueEncoder::wrong_type(Error error) {
  error_ = std::move(error);
  wrong_type_ = true;
  return false;
}

bool JsonValueEncoder::broken(Error error) {
  if (!error_) error_ = std::move(error);
  return true;
}

// `depth` lists and maps of values are around it.
bool JsonValueEncoder::value(dom::element element, int depth) {
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) {
    if (element.is_null()) return broken(empty_value_error());
    static constexpr Shape kValueShape = {.kind = ShapeKind::kAttributeValue, .name = "AttributeValue"};
    return wrong_type(wrong_type_error(kValueShape, token_of(element)));
  }
  unsigned types = 0;
  ValueType type = ValueType::kString;
  dom::element chosen;
  for (const dom::key_value_pair field : object) {
    const std::optional<ValueType> named = type_named(field.key);
    if (!named || field.value.is_null()) continue;
    types |= 1U << static_cast<unsigned>(*named);
    type = *named;
    chosen = field.value;
  }
  if (types == 0) return broken(empty_value_error());
  if (!std::has_single_bit(types)) return several(object, depth);
  return typed(type, chosen, depth);
}

// Each type that is given is read for its own errors, which go first.
bool JsonValueEncoder::several(dom::object object, int depth) {
  for (const dom::key_value_pair field : object) {
    const std::optional<ValueType> named = type_named(field.key);
    if (!named || field.value.is_null()) continue;
    if (!typed(*named, field.value, depth)) return false;
  }
  return broken(several_types_error());
}

bool JsonValueEncoder::typed(ValueType type, dom::element element, int depth) {
  switch (type) {
    case ValueType::kString:
      return string(element);
    case ValueType::kNumber:
      return number(element);
    case ValueType::kBinary:
      return binary(element);
    case ValueType::kBool:
    case ValueType::kNull: {
      bool flag = false;
      if (element.get(flag) != simdjson::SUCCESS)
        return wrong_type(wrong_type_error(type, token_of(element)));
      if (type == ValueType::kBool) {
        value_writer::append_bool(flag, bytes_);
      } else if (flag) {
        value_writer::append_null(bytes_);
      } else {
        return broken(false_null_error());
      }
      return true;
    }
    case ValueType::kMap: {
      dom::object object;
      if (element.get(object) != simdjson::SUCCESS)
        return wrong_type(wrong_type_error(type, token_of(element)));
      if (depth == limits::kNestingDepthMax) return broken(too_deep_error());
      return map(object, depth + 1);
    }
    case ValueType::kList:
      return list(element, depth);
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return set(type, element);
  }
  return true;
}

bool JsonValueEncoder::string(dom::element element) {
  std::string_view text;
  if (element.get(text) != simdjson::SUCCESS) {
    return wrong_type(wrong_type_error(ValueType::kString, token_of(element)));
  }
  value_writer::append_string(text, bytes_);
  return true;
}

bool JsonValueEncoder::number(dom::element element) {
  std::string_view text;
  if (element.get(text) != simdjson::SUCCESS) {
    return wrong_type(wrong_type_error(ValueType::kNumber, token_of(element)));
  }
  return set_member(ValueType::kNumberSet, text, bytes_);
}

bool JsonValueEncoder::binary(dom::element element) {
  std::string_view text;
  if (element.get(text) != simdjson::SUCCESS) {
    return wrong_type(wrong_type_error(ValueType::kBinary, token_of(element)));
  }
  return set_member(ValueType::kBinarySet, text, bytes_);
}

bool JsonValueEncoder::list(dom::element element, int depth) {
  dom::array array;
  if (element.get(array) != simdjson::SUCCESS) {
    return wrong_type(wrong_type_error(ValueType::kList, token_of(element)));
  }
  if (depth == limits::kNestingDepthMax) return broken(too_deep_error());
  // Counted, not asked of the parser, whose count stops at 2^24 - 1.
  value_writer::append_list_header(static_cast<std::uint32_t>(std::distance(array.begin(), array.end())),
                                   bytes_);
  for (const dom::element child : array) {
    if (!value(child, depth + 1)) return false;
  }
  return true;
}

// `depth` counts this map.
bool JsonValueEncoder::map(dom::object object, int depth) {
  const std::size_t base = fields_.size();
  bool sorted = true;
  for (const dom::key_value_pair field : object) {
    if (fields_.size() > base && fields_.back().name >= field.key) sorted = false;
    fields_.push_back({field.key, field.value});
  }
  if (!sorted && !document_order_) {
    reordered_ = true;
    const auto begin = fields_.begin() + static_cast<std::ptrdiff_t>(base);
    // Names lie in the parser's buffer in document order, so that of equal ones the last stays.
    std::sort(begin, fields_.end(), [](const Field& a, const Field& b) {
      const int order = a.name.compare(b.name);
      return order != 0 ? order < 0 : a.name.data() > b.name.data();
    });
    fields_.erase(
        std::unique(begin, fields_.end(), [](const Field& a, const Field& b) { return a.name == b.name; }),
        fields_.end());
  }
  const std::size_t end = fields_.size();
  value_writer::append_map_header(static_cast<std::uint32_t>(end - base), bytes_);
  for (std::size_t i = base; i < end; ++i) {
    if (fields_[i].name.empty()) broken(empty_name_error());
    if (fields_[i].name.size() > limits::kAttributeNameBytesMax) broken(name_too_long_error());
    value_writer::append_name(fields_[i].name, bytes_);
    if (!value(fields_[i].value, depth)) return false;
  }
  fields_.resize(base);
  return true;
}

bool JsonValueEncoder::set(ValueType type, dom::element element) {
  dom::array array;
  if (element.get(array) != simdjson::SUCCESS) return wrong_type(wrong_type_error(type, token_of(element)));
  std::vector<std::string_view>& texts = set_texts_;
  std::vector<std::size_t>& ends = set_ends_;
  texts.clear();
  ends.clear();
  set_bytes_.clear();
  bool whole = true;
  for (const dom::element child : array) {
    std::string_view text;
    if (child.is_null()) {
      whole = false;
      broken(null_member_error(type));
      continue;
    }
    if (child.get(text) != simdjson::SUCCESS) return wrong_type(wrong_member_error(type, token_of(child)));
    const std::size_t before = set_bytes_.size();
    if (!set_member(type, text, set_bytes_)) return false;
    if (set_bytes_.size() == before) whole = false;
    texts.push_back(text);
    ends.push_back(set_bytes_.size());
  }
  if (!whole) return true;
  if (texts.empty()) return broken(empty_set_error(type));

  std::vector<std::string_view> members;
  members.reserve(ends.size());
  std::size_t start = 0;
  for (const std::size_t end : ends) {
    members.push_back(std::string_view(set_bytes_).substr(start, end - start));
    start = end;
  }
  if (!value_writer::append_set(type, std::move(members), bytes_)) {
    return broken(duplicate_member_error(type, texts));
  }
  return true;
}

// One S, N or B by the type of its set. After a broken rule nothing is appended.
bool JsonValueEncoder::set_member(ValueType set, std::string_view text, std::string& to) {
  switch (set) {
    case ValueType::kStringSet:
      value_writer::append_string(text, to);
      return true;
    case ValueType::kNumberSet: {
      if (text.empty()) return broken(empty_number_error());
      Result<Number> number = parse_number(text);
      if (!number.ok()) return broken(std::move(number).error());
      value_writer::append_number(*number, to);
      return true;
    }
    default: {
      std::string raw;
      Result<void> decoded = append_decoded_base64(text, raw);
      if (!decoded.ok()) return wrong_type(std::move(decoded).error());
      value_writer::append_binary(raw, to);
      return true;
    }
  }
}

}  // namespace larder::wire
