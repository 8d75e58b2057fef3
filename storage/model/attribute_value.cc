#include "storage/model/attribute_value.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "storage/base/assert.h"
#include "storage/model/limits.h"
#include "storage/model/value_writer.h"

namespace larder {
namespace {

// Canonical bytes never nest deeper, so a deeper value is damage; `depth` counts the lists and maps around
// it.
AttributeValue tree_at(ValueView view, int depth) {
  LARDER_ASSERT(depth <= limits::kNestingDepthMax + 1);
  switch (view.type()) {
    case ValueType::kString:
      return StringValue{std::string(view.text())};
    case ValueType::kNumber:
      return view.number();
    case ValueType::kBinary:
      return BinaryValue{std::string(view.text())};
    case ValueType::kBool:
      return view.boolean();
    case ValueType::kNull:
      return NullValue{};
    case ValueType::kMap: {
      MapValue map;
      for (const MemberView member : view.members()) {
        map.members.emplace_hint(map.members.end(), member.name, tree_at(member.value, depth + 1));
      }
      return map;
    }
    case ValueType::kList: {
      ListValue list;
      list.elements.reserve(std::min<std::size_t>(view.count(), view.bytes().size()));
      for (const ValueView element : view.elements()) list.elements.push_back(tree_at(element, depth + 1));
      return list;
    }
    case ValueType::kStringSet: {
      StringSetValue set;
      for (const ValueView member : view.elements()) set.members.emplace_back(member.text());
      return set;
    }
    case ValueType::kNumberSet: {
      NumberSetValue set;
      for (const ValueView member : view.elements()) set.members.push_back(member.number());
      return set;
    }
    case ValueType::kBinarySet: {
      BinarySetValue set;
      for (const ValueView member : view.elements()) set.members.emplace_back(member.text());
      return set;
    }
  }
  LARDER_ASSERT(false && "a value type without a tree form");
  return NullValue{};
}

// Encodes the members one after the other, then lets the writer sort them; `append_member` encodes one.
template <class Member, class AppendMember>
void append_set(ValueType type, const std::vector<Member>& members, AppendMember append_member,
                std::string& to) {
  LARDER_ASSERT(!members.empty());
  std::string encoded;
  std::vector<std::size_t> ends;
  ends.reserve(members.size());
  for (const Member& member : members) {
    append_member(member, encoded);
    ends.push_back(encoded.size());
  }
  std::vector<std::string_view> views;
  views.reserve(members.size());
  std::size_t start = 0;
  for (const std::size_t end : ends) {
    views.push_back(std::string_view(encoded).substr(start, end - start));
    start = end;
  }
  const bool distinct = value_writer::append_set(type, std::move(views), to);
  LARDER_ASSERT(distinct);
}

struct Appender {
  std::string& to;

  void operator()(const StringValue& value) const { value_writer::append_string(value.text, to); }
  void operator()(const Number& value) const { value_writer::append_number(value, to); }
  void operator()(const BinaryValue& value) const { value_writer::append_binary(value.raw, to); }
  void operator()(bool value) const { value_writer::append_bool(value, to); }
  void operator()(const NullValue&) const { value_writer::append_null(to); }
  void operator()(const MapValue& value) const {
    value_writer::append_map_header(static_cast<std::uint32_t>(value.members.size()), to);
    for (const auto& [name, member] : value.members) {
      value_writer::append_name(name, to);
      append_value(member, to);
    }
  }
  void operator()(const ListValue& value) const {
    value_writer::append_list_header(static_cast<std::uint32_t>(value.elements.size()), to);
    for (const AttributeValue& element : value.elements) append_value(element, to);
  }
  void operator()(const StringSetValue& value) const {
    append_set(ValueType::kStringSet, value.members, value_writer::append_string, to);
  }
  void operator()(const NumberSetValue& value) const {
    append_set(ValueType::kNumberSet, value.members, value_writer::append_number, to);
  }
  void operator()(const BinarySetValue& value) const {
    append_set(ValueType::kBinarySet, value.members, value_writer::append_binary, to);
  }
};

}  // namespace

AttributeValue to_tree(ValueView view) {
  return tree_at(view, 0);
}

void append_value(const AttributeValue& value, std::string& to) {
  std::visit(Appender{to}, static_cast<const AttributeValueBase&>(value));
}

}  // namespace larder
