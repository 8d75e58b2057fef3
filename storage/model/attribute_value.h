// storage/model/attribute_value.h
//
// The tree form of a value: only for what an update expression must build or change. Everything else works on
// views (storage/model/value_view.h).
//
// Lifetime owns everything.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "storage/model/value_view.h"

namespace larder {

struct AttributeValue;

struct StringValue {
  std::string text;
};
struct BinaryValue {
  std::string raw;
};
struct NullValue {};
struct ListValue {
  std::vector<AttributeValue> elements;
};
struct MapValue {
  std::map<std::string, AttributeValue, std::less<>> members;
};
// append_value sorts a set's members; they are distinct, and there is at least one.
struct StringSetValue {
  std::vector<std::string> members;
};
struct NumberSetValue {
  std::vector<Number> members;
};
struct BinarySetValue {
  std::vector<std::string> members;
};

// Alternatives stand in the order of ValueType.
using AttributeValueBase = std::variant<StringValue, Number, BinaryValue, bool, NullValue, MapValue,
                                        ListValue, StringSetValue, NumberSetValue, BinarySetValue>;

struct AttributeValue : AttributeValueBase {
  using AttributeValueBase::AttributeValueBase;
  ValueType type() const { return static_cast<ValueType>(index()); }
};

AttributeValue to_tree(ValueView view);
void append_value(const AttributeValue& value, std::string& to);  // canonical bytes

}  // namespace larder
