#include "storage/operation/check_item.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/model/item_size.h"
#include "storage/model/limits.h"

namespace larder::operation {

Result<void> check_condition(const expression::Condition* condition,
                             const std::optional<table::StoredItem>& before,
                             ReturnOnConditionFailure return_on_failure) {
  if (condition == nullptr || condition->empty()) return {};
  LARDER_TRY(const bool holds,
             condition->holds(before ? std::optional<ItemView>(before->item) : std::nullopt));
  if (holds) return {};
  Error failed = make_error(ErrorCode::kConditionalCheckFailed, "The conditional request failed");
  if (before && return_on_failure == ReturnOnConditionFailure::kAllOld) failed.item = before->item.bytes();
  return failed;
}

Result<table::StoredItem> sized_item(ItemView item) {
  const std::size_t size = item_size(item);
  if (size > limits::kItemBytesMax)
    return validation_error("Item size has exceeded the maximum allowed size");
  return table::StoredItem{static_cast<std::uint32_t>(size), item};
}

Result<void> check_update_keys(const expression::Update* update, const KeySchema& key_schema) {
  if (update == nullptr || update->empty()) return {};
  for (const std::string_view name : update->top_level_names()) {
    if (name != key_schema.partition_key.name && !(key_schema.sort_key && name == key_schema.sort_key->name))
      continue;
    return validation_error("One or more parameter values were invalid: Cannot update attribute " +
                            std::string(name) + ". This attribute is part of the key");
  }
  return {};
}

Result<UpdatedItem> updated_item(const expression::Update* update,
                                 const std::optional<table::StoredItem>& before, ItemView key) {
  const ItemView base = before ? before->item : key;
  UpdatedItem updated;
  if (update == nullptr || update->empty()) {
    updated.bytes = base.bytes();
  } else {
    LARDER_TRY(updated.bytes, update->apply(base));
    // An update of nothing but REMOVE and DELETE leaves an absent item absent; SET and ADD would have added an
    // attribute to the key, and an update without any expression makes an item of its key alone.
    if (!before && *updated.bytes == base.bytes()) return UpdatedItem{};
  }
  updated.size = item_size(ItemView(*updated.bytes));
  if (updated.size > limits::kItemBytesMax) {
    return validation_error("Item size to update has exceeded the maximum allowed size");
  }
  return updated;
}

Result<void> check_growth(const engine::WriteTransaction& txn, std::size_t size_before,
                          std::size_t size_after) {
  if (size_after > size_before && txn.growth_refused()) return engine::storage_full();
  return {};
}

}  // namespace larder::operation
