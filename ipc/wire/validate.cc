// validate() of shape.h: a walk of the request beside its shape. Nothing is allocated until something is
// wrong.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/wire/names.h"
#include "ipc/wire/node_text.h"
#include "ipc/wire/shape.h"

namespace larder::wire {
namespace {

constexpr std::size_t kFailuresMax = 10;
constexpr std::size_t kTableArnMax = 1024;
constexpr std::string_view kArnPrefix = "arn:";

// Where a node stands: 'transactItems.1.member.put.tableName'. The frames lie on the walk's stack.
struct Place {
  const Place* outer = nullptr;
  std::string_view name = {};  // a member's name, or a map's key
  std::size_t position = 0;    // of a list's element, from 1
  bool element = false;        // inside a list or map
};

void append_place(const Place& place, std::string& to) {
  if (place.outer != nullptr) append_place(*place.outer, to);
  if (!place.element && place.name.empty()) return;  // the request itself
  if (!to.empty()) to += '.';
  if (!place.element) return append_lower_first(place.name, to);
  if (place.position != 0) {
    to += std::to_string(place.position);
  } else {
    to += place.name;
  }
  to += ".member";
}

// Characters as the service counts them: UTF-16 units.
std::int64_t length_of(std::string_view text) {
  std::int64_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    length += (byte & 0xC0) != 0x80 ? 1 : 0;
    length += byte >= 0xF0 ? 1 : 0;
  }
  return length;
}

bool matches_name_pattern(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
}

bool is_table_arn(const Shape& shape, std::string_view text) {
  return shape.pattern == kNamePattern && text.starts_with(kArnPrefix);
}

bool length_fits(const Shape& shape, std::int64_t length) {
  return (shape.min < 0 || length >= shape.min) && (shape.max < 0 || length <= shape.max);
}

bool string_fits(const Shape& shape, std::string_view text) {
  if (is_table_arn(shape, text)) return text.size() <= kTableArnMax;
  return length_fits(shape, length_of(text)) && (shape.pattern.empty() || matches_name_pattern(text)) &&
         (shape.enumeration.empty() || std::ranges::find(shape.enumeration, text) != shape.enumeration.end());
}

std::string at_least(std::string_view what, std::int64_t bound) {
  return "Member must have " + std::string(what) + " greater than or equal to " + std::to_string(bound);
}
std::string at_most(std::string_view what, std::int64_t bound) {
  return "Member must have " + std::string(what) + " less than or equal to " + std::to_string(bound);
}
std::string pattern_text(const Shape& shape) {
  return "Member must satisfy regular expression pattern: " + std::string(shape.pattern);
}
std::string enumeration_text(const Shape& shape) {
  std::string text = "Member must satisfy enum value set: [";
  for (const std::string_view word : shape.enumeration) {
    if (text.back() != '[') text += ", ";
    text += word;
  }
  return text += ']';
}

// All constraints of what a list or map holds: the service prints them together, whichever failed.
std::string all_constraints(const Shape& shape) {
  std::string text = "[";
  const auto add = [&text](const std::string& constraint) {
    if (text.size() > 1) text += ", ";
    text += constraint;
  };
  if (shape.max >= 0) add(at_most("length", shape.max));
  if (shape.min >= 0) add(at_least("length", shape.min));
  if (!shape.pattern.empty()) add(pattern_text(shape));
  if (!shape.enumeration.empty()) add(enumeration_text(shape));
  return text += ']';
}

class Validator {
 public:
  void structure(const Node& node, const Shape& shape, const Place& place);

  const std::vector<std::string>& failures() const { return failures_; }
  std::string_view refused() const { return refused_; }

 private:
  void value(const Node& node, const Shape& shape, const Place& place);
  void string(const Node& node, const Shape& shape, const Place& place);
  void integer(const Node& node, const Shape& shape, const Place& place);
  void length(const Node& node, std::size_t count, const Shape& shape, const Place& place);
  void list(const Node& node, const Shape& shape, const Place& place);
  void map(const Node& node, const Shape& shape, const Place& place);
  void serve(const ShapeMember& member, const Node& node);
  void fail(const Node* node, const Shape& shape, const Place& place, std::string_view constraint);

  std::vector<std::string> failures_;
  std::string_view refused_;
};

void Validator::fail(const Node* node, const Shape& shape, const Place& place, std::string_view constraint) {
  if (failures_.size() == kFailuresMax) return;
  std::string text = "Value ";
  if (node == nullptr) {
    text += "null";
  } else {
    text += '\'';
    append_node_text(*node, shape, text);
    text += '\'';
  }
  text += " at '";
  std::string path;
  append_place(place, path);
  text += path;
  text += "' failed to satisfy constraint: ";
  text += constraint;
  failures_.push_back(std::move(text));
}

void Validator::structure(const Node& node, const Shape& shape, const Place& place) {
  auto given = node.members.begin();
  for (const ShapeMember& member : shape.members) {
    const Place inner{&place, member.name};
    if (given == node.members.end() || given->name != member.name) {
      if (member.required) fail(nullptr, *member.shape, inner, "Member must not be null");
      continue;
    }
    if (member.served != Served::kYes) serve(member, given->node);
    value(given->node, *member.shape, inner);
    ++given;
  }
}

// Notes the first parameter that is not served.
void Validator::serve(const ShapeMember& member, const Node& node) {
  const bool disabled = std::ranges::all_of(node.members, [](const Member& inner) {
    return inner.node.kind == NodeKind::kBoolean && !inner.node.boolean;
  });
  if (member.served == Served::kRefusedUnlessDisabled && disabled) return;
  if (refused_.empty()) refused_ = member.name;
}

void Validator::value(const Node& node, const Shape& shape, const Place& place) {
  switch (node.kind) {
    case NodeKind::kString:
      return string(node, shape, place);
    case NodeKind::kInteger:
      return integer(node, shape, place);
    case NodeKind::kList:
      length(node, node.elements.size(), shape, place);
      return list(node, shape, place);
    case NodeKind::kMap:
      length(node, node.members.size(), shape, place);
      return map(node, shape, place);
    case NodeKind::kStructure:
      return structure(node, shape, place);
    case NodeKind::kNull:
      return fail(nullptr, shape, place, "Member must not be null");
    case NodeKind::kDouble:
    case NodeKind::kBoolean:
    case NodeKind::kValue:
    case NodeKind::kInvalidValue:
      return;
  }
}

void Validator::string(const Node& node, const Shape& shape, const Place& place) {
  if (string_fits(shape, node.text)) return;
  if (is_table_arn(shape, node.text)) return fail(&node, shape, place, at_most("length", kTableArnMax));
  if (!shape.enumeration.empty()) return fail(&node, shape, place, enumeration_text(shape));
  if (!shape.pattern.empty() && !matches_name_pattern(node.text))
    fail(&node, shape, place, pattern_text(shape));
  length(node, static_cast<std::size_t>(length_of(node.text)), shape, place);
}

void Validator::integer(const Node& node, const Shape& shape, const Place& place) {
  if (shape.min >= 0 && node.integer < shape.min) fail(&node, shape, place, at_least("value", shape.min));
  if (shape.max >= 0 && node.integer > shape.max) fail(&node, shape, place, at_most("value", shape.max));
}

void Validator::length(const Node& node, std::size_t count, const Shape& shape, const Place& place) {
  const auto length = static_cast<std::int64_t>(count);
  if (shape.min >= 0 && length < shape.min) fail(&node, shape, place, at_least("length", shape.min));
  if (shape.max >= 0 && length > shape.max) fail(&node, shape, place, at_most("length", shape.max));
}

void Validator::list(const Node& node, const Shape& shape, const Place& place) {
  const Shape& element = *shape.element;
  if (element.kind == ShapeKind::kString) {
    const bool fits = std::ranges::all_of(node.elements, [&](const Node& inner) {
      return inner.kind == NodeKind::kString && string_fits(element, inner.text);
    });
    if (!fits) fail(&node, shape, place, "Member must satisfy constraint: " + all_constraints(element));
    return;
  }
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    value(node.elements[i], element, Place{&place, {}, i + 1, true});
  }
}

void Validator::map(const Node& node, const Shape& shape, const Place& place) {
  const Shape& element = *shape.element;
  bool names_fit = true;
  bool values_fit = true;
  for (const Member& member : node.members) {
    names_fit = names_fit && (shape.key == nullptr || string_fits(*shape.key, member.name));
    if (member.node.kind == NodeKind::kString)
      values_fit = values_fit && string_fits(element, member.node.text);
    if (member.node.kind == NodeKind::kList) {
      values_fit = values_fit && length_fits(element, static_cast<std::int64_t>(member.node.elements.size()));
    }
  }
  if (!names_fit)
    fail(&node, shape, place, "Map keys must satisfy constraint: " + all_constraints(*shape.key));
  if (!values_fit)
    fail(&node, shape, place, "Map value must satisfy constraint: " + all_constraints(element));
  for (const Member& member : node.members) {
    const Place inner{&place, member.name, 0, true};
    if (member.node.kind == NodeKind::kStructure || member.node.kind == NodeKind::kNull) {
      value(member.node, element, inner);
    } else if (member.node.kind == NodeKind::kList) {
      list(member.node, element, inner);
    }
  }
}

// The service reports an absent TableName, and table names of a wrong length, alone and in words of their
// own.
Result<void> check_table_names(const Node& request, const Shape& shape) {
  for (const ShapeMember& member : shape.members) {
    if (member.shape->pattern != kNamePattern || member.served != Served::kYes) continue;
    const std::string name(member.name);
    const Node* given = request.find(member.name);
    if (given == nullptr) {
      if (!member.required) continue;
      return validation_error("The parameter '" + name + "' is required but was not present in the request");
    }
    if (is_table_arn(*member.shape, given->text) || length_fits(*member.shape, length_of(given->text)))
      continue;
    return validation_error(name + " must be at least " + std::to_string(member.shape->min) +
                            " characters long and at most " + std::to_string(member.shape->max) +
                            " characters long");
  }
  return {};
}

std::string joined(const std::vector<std::string>& failures) {
  std::string text = std::to_string(failures.size()) + " validation error";
  text += failures.size() == 1 ? " detected: " : "s detected: ";
  for (std::size_t i = 0; i < failures.size(); ++i) {
    if (i != 0) text += "; ";
    text += failures[i];
  }
  return text;
}

}  // namespace

Result<void> validate(const Node& request, const Shape& shape) {
  LARDER_TRY_DO(check_table_names(request, shape));
  Validator validator;
  validator.structure(request, shape, Place{});
  if (!validator.failures().empty()) return validation_error(joined(validator.failures()));
  if (!validator.refused().empty()) return parameter_not_served(validator.refused());
  return {};
}

}  // namespace larder::wire
