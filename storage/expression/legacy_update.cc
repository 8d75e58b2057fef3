// AttributeUpdates, as the plan of the update expression that says the same. It names whole attributes, and
// its ADD also appends to lists.
#include <algorithm>
#include <array>
#include <utility>

#include "storage/expression/expression_errors.h"
#include "storage/expression/update_plan.h"

namespace larder::expression {
namespace {

constexpr auto kSetTypes =
    std::to_array<ValueType>({ValueType::kStringSet, ValueType::kNumberSet, ValueType::kBinarySet});

bool is_set(ValueType type) {
  return std::ranges::find(kSetTypes, type) != kSetTypes.end();
}

Result<UpdateAction> translate(const LegacyUpdate& update) {
  UpdateAction action;
  action.path.push_back({update.attribute, -1});
  if (!update.value) {
    if (update.action != LegacyAction::kDelete) return errors::legacy_value_required();
    action.kind = ActionKind::kRemove;
    return action;
  }
  action.operand.value = *update.value;
  const ValueType type = update.value->type();
  switch (update.action) {
    case LegacyAction::kPut:
      action.kind = ActionKind::kSet;
      break;
    case LegacyAction::kDelete:
      if (!is_set(type)) return errors::legacy_action_type("DELETE action with value", type);
      action.kind = ActionKind::kDelete;
      break;
    case LegacyAction::kAdd:
      if (!is_set(type) && type != ValueType::kNumber && type != ValueType::kList) {
        return errors::legacy_action_type("ADD action", type);
      }
      action.kind = ActionKind::kAdd;
      break;
  }
  return action;
}

}  // namespace

Result<Update> update_from_legacy(std::span<const LegacyUpdate> updates) {
  if (updates.empty()) return Update();
  std::vector<UpdateAction> actions;
  for (const LegacyUpdate& update : updates) {
    LARDER_TRY(UpdateAction action, translate(update));
    actions.push_back(std::move(action));
  }
  return make_update(std::move(actions), UpdateOrigin::kLegacy);
}

}  // namespace larder::expression
