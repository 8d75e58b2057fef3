// storage/operation/check_item.h
//
// The checks that every write of an item shares.
//
// Errors   check_condition: kConditionalCheckFailed "The conditional request failed", with the item when asked for
//          and there is one; kValidation when the condition itself cannot be evaluated.
//          sized_item: kValidation "Item size has exceeded the maximum allowed size".
//          updated_item: kValidation, what the update reports; "Item size to update has exceeded the maximum allowed
//          size".
//          check_update_keys: kValidation "... Cannot update attribute PK. This attribute is part of the key".
//          check_index_keys_of_put: kValidation "... Type mismatch for Index Key A Expected: S Actual: N IndexName: I",
//          "... cannot contain an empty string value. IndexName: I, IndexKey: A", the sizes as in primary_key.h.
//          check_index_keys_of_update: kValidation "The update expression attempted to update the secondary index key
//          to unsupported type", "... beyond allowed size limits", "... cannot contain an empty string value."
//          check_growth: kServiceUnavailable.
// Threads  pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/model/key_schema.h"
#include "storage/model/value_view.h"
#include "storage/operation/return_values.h"
#include "storage/table/item.h"
#include "storage/write/plan.h"

namespace larder::operation {

// `condition` may be null.
Result<void> check_condition(const expression::Condition* condition,
                             const std::optional<table::StoredItem>& before,
                             ReturnOnConditionFailure return_on_failure);

// The item with its size, within the limit.
Result<table::StoredItem> sized_item(ItemView item);

Result<void> check_update_keys(const expression::Update* update, const KeySchema& key_schema);

// What an update makes of an item. Absent: there is no item before, and there shall be none after.
struct UpdatedItem {
  std::optional<std::string> bytes;  // canonical
  std::size_t size = 0;              // item_size of `bytes`, 0 without
};
// `update` may be null; `key` holds the key attributes alone.
Result<UpdatedItem> updated_item(const expression::Update* update,
                                 const std::optional<table::StoredItem>& before, ItemView key);

// Key attributes of indexes in an item that is put.
Result<void> check_index_keys_of_put(const table::IndexedTable& table, ItemView item);
// In an item that is updated: only what the update changed.
Result<void> check_index_keys_of_update(const table::IndexedTable& table,
                                        const std::optional<table::StoredItem>& before, ItemView after);

// That the store may grow by all that the plan writes.
Result<void> check_growth(const engine::WriteTransaction& txn, const write::Plan& plan);

inline std::size_t size_of(const std::optional<table::StoredItem>& item) {
  return item ? item->size : 0;
}

}  // namespace larder::operation
