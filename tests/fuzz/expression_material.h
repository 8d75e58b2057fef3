// tests/fuzz/expression_material.h
//
// What the expression fuzz targets parse against: placeholders that short texts can guess, and an item with every
// type of value.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "storage/base/assert.h"
#include "storage/expression/expression.h"
#include "storage/model/attribute_value.h"

namespace larder::expression::fuzz {

inline std::string bytes_of(const AttributeValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

inline const std::string& item() {
  static const std::string bytes = [] {
    MapValue inner;
    inner.members["x"] = Number::from_int(1);
    inner.members["y"] = ListValue{{Number::from_int(2), StringValue{"s"}, NullValue{}}};
    MapValue item;
    item.members["a"] = StringValue{"text"};
    item.members["b"] = Number::from_int(7);
    item.members["c"] = ListValue{{inner, ListValue{}, true}};
    item.members["d"] = inner;
    item.members["e"] = StringSetValue{{"p", "q"}};
    item.members["f"] = NumberSetValue{{Number::from_int(1), Number::from_int(2)}};
    item.members["g"] = BinarySetValue{{"p"}};
    item.members["h"] = BinaryValue{"raw"};
    item.members["i"] = MapValue{};
    return bytes_of(item);
  }();
  return bytes;
}

class Placeholders {
 public:
  Placeholders()
      : bytes_{bytes_of(StringValue{"p"}),
               bytes_of(Number::from_int(1)),
               bytes_of(ListValue{{NullValue{}}}),
               bytes_of(StringSetValue{{"p"}}),
               bytes_of(NumberSetValue{{Number::from_int(2)}}),
               bytes_of(MapValue{})},
        names_{{{"#a", "a"}, {"#n", "name"}, {"#c", "c"}}},
        values_{{{":s", ValueView(bytes_[0])},
                 {":n", ValueView(bytes_[1])},
                 {":l", ValueView(bytes_[2])},
                 {":ss", ValueView(bytes_[3])},
                 {":ns", ValueView(bytes_[4])},
                 {":m", ValueView(bytes_[5])}}} {}

  Binder binder() const { return {names_, values_}; }

 private:
  std::array<std::string, 6> bytes_;
  std::array<NameSubstitution, 3> names_;
  std::array<ValueSubstitution, 6> values_;
};

// A refusal is always the client's mistake, in words.
inline void check_refusal(const Error& error) {
  LARDER_ASSERT(error.code == ErrorCode::kValidation);
  LARDER_ASSERT(!error.message.empty());
}

}  // namespace larder::expression::fuzz
