// tests/support/values.h
//
// Items and expressions, short to write in a test.
//
//     const std::string bytes = item({{"pk", s("a")}, {"size", n("12.5")}});
//     Expressions with({{"#n", "name"}}, {{":v", n("1")}});
//     const auto condition = with.condition("#n = :v");
#pragma once

#include <deque>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/expression/expression.h"
#include "storage/model/attribute_value.h"
#include "storage/model/number.h"
#include "storage/model/value_view.h"

namespace larder::support {

inline AttributeValue s(std::string_view text) {
  return StringValue{std::string(text)};
}
inline AttributeValue b(std::string_view raw) {
  return BinaryValue{std::string(raw)};
}
inline AttributeValue n(std::string_view text) {
  return *parse_number(text);
}
inline AttributeValue n(std::int64_t value) {
  return Number::from_int(value);
}
inline AttributeValue boolean(bool value) {
  return AttributeValue(value);
}

using Members = std::initializer_list<std::pair<const std::string, AttributeValue>>;
inline AttributeValue m(Members members) {
  return MapValue{{members.begin(), members.end()}};
}

inline std::string bytes_of(const AttributeValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}
inline std::string item(Members members) {
  return bytes_of(m(members));
}

// Substitutions and the expressions parsed with them, which borrow from here.
class Expressions {
 public:
  using Names = std::initializer_list<std::pair<std::string_view, std::string_view>>;
  using Values = std::initializer_list<std::pair<std::string_view, AttributeValue>>;

  explicit Expressions(Names names = {}, Values values = {}) {
    for (const auto& [placeholder, name] : names) names_.push_back({keep(placeholder), keep(name)});
    for (const auto& [placeholder, value] : values) {
      const std::string_view kept = keep(placeholder);
      values_.push_back({kept, ValueView(keep(bytes_of(value)))});
    }
    binder_.emplace(names_, values_);
  }

  expression::Condition condition(std::string_view text) {
    return taken(expression::parse_condition(keep(text), expression::Place::kConditionExpression, *binder_));
  }
  expression::Condition filter(std::string_view text) {
    return taken(expression::parse_condition(keep(text), expression::Place::kFilterExpression, *binder_));
  }
  expression::Update update(std::string_view text) {
    return taken(expression::parse_update(keep(text), *binder_));
  }
  expression::KeyCondition key_condition(std::string_view text, const KeySchema& schema) {
    return taken(expression::parse_key_condition(keep(text), schema, *binder_));
  }

 private:
  std::string_view keep(std::string_view text) { return kept_.emplace_back(text); }
  template <class T>
  static T taken(Result<T> result) {
    if (!result.ok()) throw std::runtime_error(result.error().message);
    return *std::move(result);
  }

  std::deque<std::string> kept_;
  std::vector<expression::NameSubstitution> names_;
  std::vector<expression::ValueSubstitution> values_;
  std::optional<expression::Binder> binder_;
};

}  // namespace larder::support
