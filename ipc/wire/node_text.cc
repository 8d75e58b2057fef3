#include "ipc/wire/node_text.h"

#include <algorithm>

#include "ipc/wire/base64.h"
#include "storage/model/value_view.h"

namespace larder::wire {
namespace {

// Appends until the text is full; what comes after is dropped.
class TextOf {
 public:
  explicit TextOf(std::string& to) : to_(to), end_(to.size() + kNodeTextBytesMax) {}

  void node(const Node& node, const Shape& shape) {
    if (full()) return;
    switch (node.kind) {
      case NodeKind::kString:
        return add(node.text);
      case NodeKind::kInteger:
        return add(std::to_string(node.integer));
      case NodeKind::kDouble:
        return add(std::to_string(node.real));
      case NodeKind::kBoolean:
        return add(node.boolean ? "true" : "false");
      case NodeKind::kList:
        return list(node, shape);
      case NodeKind::kMap:
        return map(node, shape);
      case NodeKind::kStructure:
        return structure(node, shape);
      case NodeKind::kValue:
        return shape.kind == ShapeKind::kItem ? members(ValueView(node.text)) : value(ValueView(node.text));
      case NodeKind::kInvalidValue:
        return add("{}");
      case NodeKind::kNull:
        return add("null");
    }
  }

  // At a boundary of characters.
  void cut() {
    if (!full()) return;
    std::size_t size = end_;
    while (size > 0 && (static_cast<unsigned char>(to_[size]) & 0xC0) == 0x80) --size;
    to_.resize(size);
    to_ += "...";
  }

 private:
  bool full() const { return to_.size() > end_; }
  void add(std::string_view text) { to_ += text.substr(0, kNodeTextBytesMax + 1); }

  void list(const Node& node, const Shape& shape) {
    add("[");
    for (const Node& element : node.elements) {
      if (&element != node.elements.data()) add(", ");
      this->node(element, *shape.element);
      if (full()) return;
    }
    add("]");
  }

  void map(const Node& node, const Shape& shape) {
    add("{");
    for (const Member& member : node.members) {
      if (&member != node.members.data()) add(", ");
      add(member.name);
      add("=");
      this->node(member.node, *shape.element);
      if (full()) return;
    }
    add("}");
  }

  void structure(const Node& node, const Shape& shape) {
    add(shape.name);
    add("(");
    for (const Member& member : node.members) {
      if (&member != node.members.data()) add(", ");
      std::string name;
      append_lower_first(member.name, name);
      add(name + "=");
      this->node(member.node, *shape.find(member.name)->shape);
      if (full()) return;
    }
    add(")");
  }

  void members(ValueView map) {
    add("{");
    bool first = true;
    for (const MemberView member : map.members()) {
      if (!first) add(", ");
      first = false;
      add(member.name);
      add("=");
      value(member.value);
      if (full()) return;
    }
    add("}");
  }

  void elements(ValueView list) {
    add("[");
    bool first = true;
    for (const ValueView element : list.elements()) {
      if (!first) add(", ");
      first = false;
      list.type() == ValueType::kList ? value(element) : scalar(element);
      if (full()) return;
    }
    add("]");
  }

  void scalar(ValueView value) {
    switch (value.type()) {
      case ValueType::kString:
        return add(value.text());
      case ValueType::kNumber:
        return add(to_plain(value.number()));
      default: {
        std::string text;
        append_base64(value.text().substr(0, kNodeTextBytesMax), text);
        return add(text);
      }
    }
  }

  void value(ValueView value) {
    if (full()) return;
    add("{");
    add(type_name(value.type()));
    add("=");
    switch (value.type()) {
      case ValueType::kString:
      case ValueType::kNumber:
      case ValueType::kBinary:
        scalar(value);
        break;
      case ValueType::kBool:
        add(value.boolean() ? "true" : "false");
        break;
      case ValueType::kNull:
        add("true");
        break;
      case ValueType::kMap:
        members(value);
        break;
      case ValueType::kList:
      case ValueType::kStringSet:
      case ValueType::kNumberSet:
      case ValueType::kBinarySet:
        elements(value);
        break;
    }
    add("}");
  }

  std::string& to_;
  std::size_t end_;
};

}  // namespace

void append_node_text(const Node& node, const Shape& shape, std::string& to) {
  TextOf text(to);
  text.node(node, shape);
  text.cut();
}

void append_lower_first(std::string_view name, std::string& to) {
  if (name.empty()) return;
  const char first = name[0];
  to += first >= 'A' && first <= 'Z' ? static_cast<char>(first - 'A' + 'a') : first;
  to += name.substr(1);
}

}  // namespace larder::wire
