// Runs an update on views. The item before is copied through, member by member, and only what an action
// touches is made anew: no tree of the item is built, so an update of one attribute costs the copy of the
// item.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "storage/expression/container_builder.h"
#include "storage/expression/expression_errors.h"
#include "storage/expression/path.h"
#include "storage/expression/set_arithmetic.h"
#include "storage/expression/update_plan.h"
#include "storage/model/limits.h"
#include "storage/model/value_writer.h"

namespace larder::expression {
namespace {

// "SET b = a, c = a, ..." multiplies what is stored, and nested list_append copies it again at each level.
// Canonical bytes are never this much longer than the service's size of them, so what passes this bound is
// too large for an item whatever follows; the exact limit is the caller's.
constexpr std::size_t kResultBytesMax = 4 * limits::kItemBytesMax;

// Levels of lists and maps in a value: 0 for a scalar or a set. Stored and decoded values are at most
// kNestingDepthMax deep, so the recursion is bounded.
int nesting_depth(ValueView value) {
  int deepest = 0;
  if (value.type() == ValueType::kMap) {
    for (const MemberView member : value.members()) deepest = std::max(deepest, nesting_depth(member.value));
  } else if (value.type() == ValueType::kList) {
    for (const ValueView element : value.elements()) deepest = std::max(deepest, nesting_depth(element));
  } else {
    return 0;
  }
  return deepest + 1;
}

class Application {
 public:
  Application(const UpdatePlan& plan, ItemView before, std::string& to)
      : plan_(plan), before_(before), to_(to) {}

  Result<void> run() { return apply_map(plan_.tree, before_.value()); }

 private:
  // Each appends the new value and answers true, or appends nothing and answers false when nothing is to be
  // there.
  Result<bool> apply(const PathTreeNode& node, std::optional<ValueView> value);
  Result<bool> apply_action(const UpdateAction& action, std::optional<ValueView> value);
  Result<bool> apply_set(const UpdateAction& action);
  Result<bool> apply_add(const UpdateAction& action, std::optional<ValueView> value);
  Result<bool> apply_delete(const UpdateAction& action, std::optional<ValueView> value);

  Result<void> apply_map(const PathTreeNode& node, ValueView map);
  Result<void> apply_list(const PathTreeNode& node, ValueView list);

  // The value of a right-hand side; what had to be computed lies in `scratch`.
  Result<ValueView> evaluate(const UpdateOperand& operand, std::string& scratch) const;
  Result<ValueView> evaluate_list_append(const UpdateOperand& operand, std::string& scratch) const;
  Result<ValueView> evaluate_sum(const UpdateOperand& operand, std::string& scratch) const;

  Error type_mismatch() const;

  const UpdatePlan& plan_;
  ItemView before_;
  std::string& to_;
};

Error Application::type_mismatch() const {
  return plan_.origin == UpdateOrigin::kLegacy ? errors::legacy_update_type_mismatch()
                                               : errors::operand_wrong_type();
}

Result<bool> Application::apply(const PathTreeNode& node, std::optional<ValueView> value) {
  if (node.is_leaf()) return apply_action(plan_.actions[static_cast<std::size_t>(node.leaf)], value);
  // A container on the way must be there already, and of the shape that the path says.
  if (!value || value->type() != (node.is_list() ? ValueType::kList : ValueType::kMap)) {
    return errors::path_invalid_for_update();
  }
  if (node.is_list()) {
    LARDER_TRY_DO(apply_list(node, *value));
  } else {
    LARDER_TRY_DO(apply_map(node, *value));
  }
  return true;
}

Result<void> Application::apply_map(const PathTreeNode& node, ValueView map) {
  ContainerBuilder builder(ValueType::kMap, map.count(), to_);
  std::uint32_t count = 0;
  auto child = node.children.begin();
  const auto apply_child = [&](std::optional<ValueView> value) -> Result<void> {
    const std::size_t undo = to_.size();
    builder.append_name(child->name);
    LARDER_TRY(const bool present, apply(*child, value));
    if (present) {
      ++count;
    } else {
      to_.resize(undo);
    }
    ++child;
    return {};
  };
  for (const MemberView member : map.members()) {
    while (child != node.children.end() && child->name < member.name)
      LARDER_TRY_DO(apply_child(std::nullopt));
    if (child != node.children.end() && child->name == member.name) {
      LARDER_TRY_DO(apply_child(member.value));
      continue;
    }
    builder.append_name(member.name);
    to_ += member.value.bytes();
    ++count;
  }
  while (child != node.children.end()) LARDER_TRY_DO(apply_child(std::nullopt));
  builder.finish_even_if_empty(count);
  return {};
}

Result<void> Application::apply_list(const PathTreeNode& node, ValueView list) {
  ContainerBuilder builder(ValueType::kList, list.count(), to_);
  std::uint32_t count = 0;
  std::int64_t index = 0;
  auto child = node.children.begin();
  for (const ValueView element : list.elements()) {
    if (child != node.children.end() && child->index == index) {
      LARDER_TRY(const bool present, apply(*child++, element));
      count += present ? 1U : 0U;
    } else {
      to_ += element.bytes();
      ++count;
    }
    ++index;
  }
  // Indexes past the end append, in their order, without gaps.
  for (; child != node.children.end(); ++child) {
    LARDER_TRY(const bool present, apply(*child, std::nullopt));
    count += present ? 1U : 0U;
  }
  builder.finish_even_if_empty(count);
  return {};
}

Result<bool> Application::apply_action(const UpdateAction& action, std::optional<ValueView> value) {
  switch (action.kind) {
    case ActionKind::kSet:
      return apply_set(action);
    case ActionKind::kRemove:
      return false;
    case ActionKind::kAdd:
      return apply_add(action, value);
    case ActionKind::kDelete:
      return apply_delete(action, value);
  }
  return false;
}

Result<bool> Application::apply_set(const UpdateAction& action) {
  std::string scratch;
  LARDER_TRY(const ValueView value, evaluate(action.operand, scratch));
  // Every step of the path but the first is a level around the value.
  const int levels_around = static_cast<int>(action.path.size()) - 1;
  if (levels_around > 0 && levels_around + nesting_depth(value) > limits::kNestingDepthMax) {
    return errors::nesting_exceeded();
  }
  if (to_.size() + value.bytes().size() > kResultBytesMax) return errors::item_too_large();
  to_ += value.bytes();
  return true;
}

Result<bool> Application::apply_add(const UpdateAction& action, std::optional<ValueView> value) {
  const ValueView operand = action.operand.value;
  if (!value) {
    to_ += operand.bytes();
    return true;
  }
  if (value->type() != operand.type()) return type_mismatch();
  if (operand.type() == ValueType::kNumber) {
    LARDER_TRY(const Number sum, add(value->number(), operand.number()));
    value_writer::append_number(sum, to_);
  } else if (operand.type() == ValueType::kList) {
    // Only AttributeUpdates can say this (legacy_update.cc checks types): the elements go behind the present
    // ones.
    value_writer::append_list_header(value->count() + operand.count(), to_);
    for (const ValueView element : value->elements()) to_ += element.bytes();
    for (const ValueView element : operand.elements()) to_ += element.bytes();
  } else {
    append_union(*value, operand, to_);
  }
  return true;
}

Result<bool> Application::apply_delete(const UpdateAction& action, std::optional<ValueView> value) {
  if (!value) return false;
  if (value->type() != action.operand.value.type()) return type_mismatch();
  return append_difference(*value, action.operand.value, to_);
}

Result<ValueView> Application::evaluate(const UpdateOperand& operand, std::string& scratch) const {
  switch (operand.term) {
    case UpdateTerm::kValue:
      return operand.value;
    case UpdateTerm::kPath: {
      const std::optional<ValueView> value = find(before_, operand.path);
      if (!value) return errors::operand_missing();
      return *value;
    }
    case UpdateTerm::kIfNotExists: {
      if (const std::optional<ValueView> value = find(before_, operand.path)) return *value;
      return evaluate(operand.arguments[0], scratch);
    }
    case UpdateTerm::kListAppend:
      return evaluate_list_append(operand, scratch);
    case UpdateTerm::kPlus:
    case UpdateTerm::kMinus:
      return evaluate_sum(operand, scratch);
  }
  return errors::operand_wrong_type();
}

Result<ValueView> Application::evaluate_list_append(const UpdateOperand& operand,
                                                    std::string& scratch) const {
  std::string first_scratch;
  std::string second_scratch;
  LARDER_TRY(const ValueView first, evaluate(operand.arguments[0], first_scratch));
  LARDER_TRY(const ValueView second, evaluate(operand.arguments[1], second_scratch));
  if (first.type() != ValueType::kList || second.type() != ValueType::kList)
    return errors::operand_wrong_type();
  if (first.bytes().size() + second.bytes().size() > kResultBytesMax) return errors::item_too_large();
  scratch.clear();
  value_writer::append_list_header(first.count() + second.count(), scratch);
  for (const ValueView element : first.elements()) scratch += element.bytes();
  for (const ValueView element : second.elements()) scratch += element.bytes();
  return ValueView(scratch);
}

Result<ValueView> Application::evaluate_sum(const UpdateOperand& operand, std::string& scratch) const {
  std::string first_scratch;
  std::string second_scratch;
  LARDER_TRY(const ValueView first, evaluate(operand.arguments[0], first_scratch));
  LARDER_TRY(const ValueView second, evaluate(operand.arguments[1], second_scratch));
  if (first.type() != ValueType::kNumber || second.type() != ValueType::kNumber)
    return errors::operand_wrong_type();
  LARDER_TRY(const Number sum, operand.term == UpdateTerm::kPlus ? add(first.number(), second.number())
                                                                 : subtract(first.number(), second.number()));
  scratch.clear();
  value_writer::append_number(sum, scratch);
  return ValueView(scratch);
}

}  // namespace

Update::Update() = default;
Update::Update(Update&&) noexcept = default;
Update& Update::operator=(Update&&) noexcept = default;
Update::~Update() = default;
Update::Update(std::unique_ptr<const UpdatePlan> plan) : plan_(std::move(plan)) {}

Result<std::string> Update::apply(ItemView before) const {
  std::string after;
  if (!plan_) {
    after = before.bytes();
    return after;
  }
  after.reserve(before.bytes().size() + 256);
  LARDER_TRY_DO(Application(*plan_, before, after).run());
  return after;
}

std::string Update::touched_fragments(ItemView item) const {
  std::string fragments;
  if (!plan_ || !append_parts(plan_->tree, item.value(), fragments))
    value_writer::append_map_header(0, fragments);
  return fragments;
}

std::vector<std::string_view> Update::top_level_names() const {
  std::vector<std::string_view> names;
  if (!plan_) return names;
  for (const PathTreeNode& child : plan_->tree.children) names.push_back(child.name);
  return names;
}

}  // namespace larder::expression
