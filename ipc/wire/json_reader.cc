#include "ipc/wire/json_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ipc/wire/json_value_encoder.h"
#include "ipc/wire/serialization_errors.h"

namespace larder::wire {
namespace {

namespace dom = simdjson::dom;

// A request above this is rare; its buffers are not kept.
constexpr std::size_t kKeptTextBytes = 256 * 1024;

// A fraction is cut off, as the service does.
std::int64_t whole_number(double real) {
  constexpr double kLimit = 9.2e18;
  if (real >= kLimit) return std::numeric_limits<std::int64_t>::max();
  if (real <= -kLimit) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(real);
}

}  // namespace

static_assert(JsonReader::kPaddingBytes >= simdjson::SIMDJSON_PADDING);

class JsonReader::Impl {
 public:
  Result<void> read(std::string_view json, bool padded, const Shape& input, Body& body) {
    body.clear();
    dom::element root;
    if (parser_.parse(json.data(), json.size(), !padded).get(root) != simdjson::SUCCESS)
      return not_json_error();
    dom::object object;
    if (root.get(object) != simdjson::SUCCESS) return root_error(token_of(root));

    body_ = &body;
    members_.clear();
    elements_.clear();
    Node node;
    const bool decoded = structure(input, object, node);
    if (decoded) {
      body.set_root(node);
    } else {
      body.clear();
    }
    encoder_.give_back_memory();
    if (parser_.capacity() > kKeptTextBytes) parser_ = dom::parser();
    if (!decoded) return std::move(error_);
    return {};
  }

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  bool wrong_type(const Shape& shape, dom::element element) {
    return fail(wrong_type_error(shape, token_of(element)));
  }

  // False: error_ is set. `element` is not null.
  bool decode(const Shape& shape, dom::element element, Node& node) {
    switch (shape.kind) {
      case ShapeKind::kString:
        return string(shape, element, node);
      case ShapeKind::kInteger:
      case ShapeKind::kLong:
      case ShapeKind::kDouble:
      case ShapeKind::kTimestamp:
        return number(shape, element, node);
      case ShapeKind::kBoolean:
        node.kind = NodeKind::kBoolean;
        return element.get(node.boolean) == simdjson::SUCCESS || wrong_type(shape, element);
      case ShapeKind::kList: {
        dom::array array;
        return element.get(array) == simdjson::SUCCESS ? list(shape, array, node)
                                                       : wrong_type(shape, element);
      }
      case ShapeKind::kMap: {
        dom::object object;
        return element.get(object) == simdjson::SUCCESS ? map(shape, object, node)
                                                        : wrong_type(shape, element);
      }
      case ShapeKind::kStructure: {
        dom::object object;
        return element.get(object) == simdjson::SUCCESS ? structure(shape, object, node)
                                                        : wrong_type(shape, element);
      }
      case ShapeKind::kItem:
        if (!element.is_object()) return wrong_type(shape, element);
        return value(encoder_.encode_item(element), node);
      case ShapeKind::kAttributeValue:
        return value(encoder_.encode_value(element), node);
    }
    return true;
  }

  bool string(const Shape& shape, dom::element element, Node& node) {
    std::string_view text;
    if (element.get(text) != simdjson::SUCCESS) return wrong_type(shape, element);
    node.kind = NodeKind::kString;
    node.text = body_->keep(text);
    return true;
  }

  bool number(const Shape& shape, dom::element element, Node& node) {
    double real = 0;
    if (element.get(real) != simdjson::SUCCESS) return wrong_type(shape, element);
    if (shape.kind == ShapeKind::kDouble || shape.kind == ShapeKind::kTimestamp) {
      node.kind = NodeKind::kDouble;
      node.real = real;
      return true;
    }
    node.kind = NodeKind::kInteger;
    if (element.get(node.integer) != simdjson::SUCCESS) node.integer = whole_number(real);
    return true;
  }

  bool value(JsonValueEncoder::Outcome outcome, Node& node) {
    switch (outcome) {
      case JsonValueEncoder::Outcome::kValue:
        node.kind = NodeKind::kValue;
        node.text = body_->keep(encoder_.bytes());
        return true;
      case JsonValueEncoder::Outcome::kBroken:
        node.kind = NodeKind::kInvalidValue;
        node.error = body_->keep(encoder_.error());
        return true;
      case JsonValueEncoder::Outcome::kWrongType:
        return fail(encoder_.error());
    }
    return true;
  }

  // An element of a list or map. Of values, null is the empty one, an error that the value's reader knows.
  bool element_of(const Shape& shape, dom::element element, Node& node) {
    if (element.is_null() && shape.element->kind != ShapeKind::kAttributeValue) {
      node.kind = NodeKind::kNull;
      return true;
    }
    return decode(*shape.element, element, node);
  }

  bool list(const Shape& shape, dom::array array, Node& node) {
    const std::size_t base = elements_.size();
    for (const dom::element child : array) {
      Node element;
      if (!element_of(shape, child, element)) return false;
      elements_.push_back(element);
    }
    node.kind = NodeKind::kList;
    node.elements = body_->keep(std::span<const Node>(elements_).subspan(base));
    elements_.resize(base);
    return true;
  }

  bool map(const Shape& shape, dom::object object, Node& node) {
    const std::size_t base = members_.size();
    for (const dom::key_value_pair field : object) {
      Member member;
      if (!element_of(shape, field.value, member.node)) return false;
      member.name = body_->keep(field.key);
      members_.push_back(member);
    }
    node.kind = NodeKind::kMap;
    node.members = keep_members(base);
    return true;
  }

  bool structure(const Shape& shape, dom::object object, Node& node) {
    const std::size_t base = members_.size();
    for (const dom::key_value_pair field : object) {
      if (field.value.is_null()) continue;
      const ShapeMember* known = shape.find(field.key);
      if (known == nullptr) continue;
      Member member{known->name, {}};
      if (!decode(*known->shape, field.value, member.node)) return false;
      members_.push_back(member);
    }
    node.kind = NodeKind::kStructure;
    node.members = keep_members(base);
    return true;
  }

  // Sorted by name; of a name given twice the last one.
  std::span<const Member> keep_members(std::size_t base) {
    const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(base);
    const auto ascending = [](const Member& a, const Member& b) { return a.name < b.name; };
    const auto not_ascending = [](const Member& a, const Member& b) { return a.name >= b.name; };
    if (std::adjacent_find(begin, members_.end(), not_ascending) != members_.end()) {
      std::stable_sort(begin, members_.end(), ascending);
      std::size_t kept = base;
      for (std::size_t i = base; i < members_.size(); ++i) {
        if (i + 1 < members_.size() && members_[i].name == members_[i + 1].name) continue;
        members_[kept++] = members_[i];
      }
      members_.resize(kept);
    }
    const std::span<const Member> members = body_->keep(std::span<const Member>(members_).subspan(base));
    members_.resize(base);
    return members;
  }

  dom::parser parser_;
  JsonValueEncoder encoder_;
  std::vector<Member> members_;  // stacks: the structures, maps and lists that are open
  std::vector<Node> elements_;
  Body* body_ = nullptr;
  Error error_;
};

JsonReader::JsonReader() : impl_(std::make_unique<Impl>()) {}
JsonReader::~JsonReader() = default;
JsonReader::JsonReader(JsonReader&&) noexcept = default;
JsonReader& JsonReader::operator=(JsonReader&&) noexcept = default;

Result<void> JsonReader::read(std::string_view json, const Shape& input, Body& body) {
  return impl_->read(json, false, input, body);
}

Result<void> JsonReader::read_padded(std::string_view json, const Shape& input, Body& body) {
  return impl_->read(json, true, input, body);
}

}  // namespace larder::wire
