// Conditions on views: nothing is copied and, for what clients commonly write, nothing allocated.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "storage/expression/condition_tree.h"
#include "storage/expression/path.h"
#include "storage/model/value_writer.h"

namespace larder::expression {
namespace {

// A map without members: what a condition sees when there is no item.
constexpr std::string_view kEmptyItem = "\x80";

// size() of a value; nothing for the types that have none. A string counts its UTF-8 bytes, as item sizes do.
std::optional<std::uint64_t> size_of(ValueView value) {
  switch (value.type()) {
    case ValueType::kString:
    case ValueType::kBinary:
      return value.text().size();
    case ValueType::kMap:
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return value.count();
    case ValueType::kNumber:
    case ValueType::kBool:
    case ValueType::kNull:
      return std::nullopt;
  }
  return std::nullopt;
}

// An operand's value for one item. A size is written where short strings live, so it costs no allocation; the
// object is not copied, since `value` may point into it.
class Resolved {
 public:
  Resolved(const Operand& operand, ItemView item) {
    value_ = operand.is_path() ? find(item, operand.path) : std::optional(operand.value);
    if (!operand.is_size || !value_) return;
    const std::optional<std::uint64_t> size = size_of(*value_);
    value_.reset();
    if (!size) return;
    value_writer::append_number(Number::from_uint(*size), size_bytes_);
    value_.emplace(size_bytes_);
  }
  Resolved(const Resolved&) = delete;
  Resolved& operator=(const Resolved&) = delete;

  const std::optional<ValueView>& value() const { return value_; }

 private:
  std::string size_bytes_;
  std::optional<ValueView> value_;
};

bool ordered(Test test, std::optional<std::strong_ordering> order) {
  if (!order) return false;
  switch (test) {
    case Test::kLess:
      return *order < 0;
    case Test::kLessEqual:
      return *order <= 0;
    case Test::kGreater:
      return *order > 0;
    case Test::kGreaterEqual:
      return *order >= 0;
    default:
      return false;
  }
}

bool contains(ValueView container, ValueView sought) {
  const ValueType type = container.type();
  switch (type) {
    case ValueType::kString:
    case ValueType::kBinary:
      return sought.type() == type && container.text().find(sought.text()) != std::string_view::npos;
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      // Members of a set are values of their own type, so equality of bytes checks the type too.
      for (const ValueView element : container.elements()) {
        if (element == sought) return true;
      }
      return false;
    case ValueType::kNumber:
    case ValueType::kBool:
    case ValueType::kNull:
    case ValueType::kMap:
      return false;
  }
  return false;
}

bool begins_with(ValueView value, ValueView prefix) {
  const ValueType type = value.type();
  if (type != prefix.type() || (type != ValueType::kString && type != ValueType::kBinary)) return false;
  return value.text().starts_with(prefix.text());
}

bool holds_in(const ConditionNode& node, ValueView value, ItemView item) {
  return std::any_of(node.operands.begin() + 1, node.operands.end(), [&](const Operand& operand) {
    const Resolved candidate(operand, item);
    return candidate.value() && *candidate.value() == value;
  });
}

// One test whose operands are values. A missing operand makes everything false but <> (semantics.md,
// "Expressions").
bool holds_test(const ConditionNode& node, ItemView item) {
  const Resolved first(node.operands[0], item);
  const std::optional<ValueView>& value = first.value();
  switch (node.test) {
    case Test::kAttributeExists:
      return value.has_value();
    case Test::kAttributeNotExists:
      return !value.has_value();
    case Test::kAttributeType:
      return value && value->type() == node.type;
    case Test::kIn:
      return value && holds_in(node, *value, item);
    default:
      break;
  }
  const Resolved second(node.operands[1], item);
  const std::optional<ValueView>& other = second.value();
  if (!value || !other) return node.test == Test::kNotEqual;
  switch (node.test) {
    case Test::kEqual:
      return *value == *other;
    case Test::kNotEqual:
      return !(*value == *other);
    case Test::kBeginsWith:
      return begins_with(*value, *other);
    case Test::kContains:
      return contains(*value, *other);
    case Test::kBetween: {
      const Resolved high(node.operands[2], item);
      return high.value() && ordered(Test::kGreaterEqual, compare_scalars(*value, *other)) &&
             ordered(Test::kLessEqual, compare_scalars(*value, *high.value()));
    }
    default:
      return ordered(node.test, compare_scalars(*value, *other));
  }
}

bool holds_node(const ConditionNode& node, ItemView item) {
  const auto child_holds = [&](const ConditionNode& child) { return holds_node(child, item); };
  bool result = false;
  switch (node.test) {
    case Test::kAnd:
      result = std::ranges::all_of(node.children, child_holds);
      break;
    case Test::kOr:
      result = std::ranges::any_of(node.children, child_holds);
      break;
    default:
      result = holds_test(node, item);
      break;
  }
  return result != node.negated();
}

void collect_names(const ConditionNode& node, std::vector<std::string_view>& names) {
  for (const Operand& operand : node.operands) {
    if (operand.is_path()) add_unique(operand.path.front().name, names);
  }
  for (const ConditionNode& child : node.children) collect_names(child, names);
}

}  // namespace

Condition::Condition() = default;
Condition::Condition(Condition&&) noexcept = default;
Condition& Condition::operator=(Condition&&) noexcept = default;
Condition::~Condition() = default;
Condition::Condition(std::unique_ptr<const ConditionNode> root) : root_(std::move(root)) {}

Result<bool> Condition::holds(std::optional<ItemView> item) const {
  if (!root_) return true;
  return holds_node(*root_, item.value_or(ItemView(kEmptyItem)));
}

std::vector<std::string_view> Condition::top_level_names() const {
  std::vector<std::string_view> names;
  if (root_) collect_names(*root_, names);
  return names;
}

}  // namespace larder::expression
