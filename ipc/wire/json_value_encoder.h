// ipc/wire/json_value_encoder.h
//
// Attribute values from parsed JSON to canonical bytes, in one walk. For json_reader.cc only: it shows the
// parser.
//
// Order    map members are sorted on the way. Of several errors the first in document order is kept; a wrong
// JSON
//          type anywhere goes before every broken rule.
// Limits   limits::kNestingDepthMax lists and maps inside each other, the item itself not counted.
// Lifetime keeps its scratch space from value to value.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/wire/serialization_errors.h"
#include "storage/base/error.h"
#include "storage/model/value_view.h"

namespace larder::wire {

Token token_of(simdjson::dom::element element);

class JsonValueEncoder {
 public:
  enum class Outcome : std::uint8_t {
    kValue,      // bytes() is the value
    kBroken,     // error() is the broken rule
    kWrongType,  // error() is the kSerialization
  };

  Outcome encode_value(simdjson::dom::element value) { return encode(value, false); }
  // `item` is an object: name to value.
  Outcome encode_item(simdjson::dom::element item) { return encode(item, true); }

  std::string_view bytes() const { return bytes_; }
  const Error& error() const { return *error_; }
  void give_back_memory();

 private:
  struct Field {
    std::string_view name;
    simdjson::dom::element value;
  };

  Outcome encode(simdjson::dom::element element, bool whole_item);
  void run(simdjson::dom::element element, bool whole_item);

  // Each returns false after a wrong type, when nothing more need be read.
  bool value(simdjson::dom::element element, int depth);
  bool typed(ValueType type, simdjson::dom::element element, int depth);
  bool several(simdjson::dom::object object, int depth);
  bool string(simdjson::dom::element element);
  bool number(simdjson::dom::element element);
  bool binary(simdjson::dom::element element);
  bool list(simdjson::dom::element element, int depth);
  bool map(simdjson::dom::object object, int depth);
  bool set(ValueType type, simdjson::dom::element element);
  bool set_member(ValueType set, std::string_view text, std::string& to);

  bool wrong_type(Error error);
  bool broken(Error error);  // true: reading goes on, to find wrong types

  std::string bytes_;
  std::string set_bytes_;  // of the set being read: its members encoded, their texts, where each ends
  std::vector<std::string_view> set_texts_;
  std::vector<std::size_t> set_ends_;
  std::vector<Field> fields_;  // a stack: the maps that are open
  std::optional<Error> error_;
  bool wrong_type_ = false;
  bool reordered_ = false;  // some map was not sorted: errors were not met in document order
  bool document_order_ =
      false;  // the second walk, after an error in a reordered value: its bytes do not count
};

}  // namespace larder::wire
