#include "storage/operation/check_item.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/model/item_size.h"
#include "storage/model/limits.h"
#include "storage/table/primary_key.h"

namespace larder::operation {
namespace {

std::string kind_of_empty(const KeyAttribute& attribute) {
  return attribute.type == ValueType::kString ? "string" : "binary";
}

}  // namespace

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

Result<void> check_index_keys_of_put(const table::IndexedTable& table, ItemView item) {
  for (const table::Index& index : table.indexes) {
    const table::IndexKeyCheck check = table::check_index_keys(index, std::nullopt, item);
    switch (check.fault) {
      case table::IndexKeyFault::kNone:
        break;
      case table::IndexKeyFault::kType:
        return validation_error(
            "One or more parameter values were invalid: Type mismatch for Index Key " +
            check.attribute->name + " Expected: " + std::string(type_name(check.attribute->type)) +
            " Actual: " + std::string(type_name(check.actual)) + " IndexName: " + index.name);
      case table::IndexKeyFault::kEmpty:
        return validation_error(
            "One or more parameter values are not valid. A value specified for a secondary index key is not "
            "supported. The AttributeValue for a key attribute cannot contain an empty " +
            kind_of_empty(*check.attribute) + " value. IndexName: " + index.name +
            ", IndexKey: " + check.attribute->name);
      case table::IndexKeyFault::kPartitionSize:
        return table::partition_key_too_long();
      case table::IndexKeyFault::kSortSize:
        return table::sort_key_too_long();
    }
  }
  return {};
}

Result<void> check_index_keys_of_update(const table::IndexedTable& table,
                                        const std::optional<table::StoredItem>& before, ItemView after) {
  const std::optional<ItemView> old = before ? std::optional(before->item) : std::nullopt;
  for (const table::Index& index : table.indexes) {
    const table::IndexKeyCheck check = table::check_index_keys(index, old, after);
    switch (check.fault) {
      case table::IndexKeyFault::kNone:
        break;
      case table::IndexKeyFault::kType:
        return validation_error(
            "The update expression attempted to update the secondary index key to unsupported type");
      case table::IndexKeyFault::kEmpty:
        return validation_error(
            "One or more parameter values are not valid. The update expression attempted to update a key to "
            "a value "
            "that is not supported. The AttributeValue for a key attribute cannot contain an empty " +
            kind_of_empty(*check.attribute) + " value.");
      case table::IndexKeyFault::kPartitionSize:
      case table::IndexKeyFault::kSortSize:
        return validation_error(
            "The update expression attempted to update the secondary index key beyond allowed size limits");
    }
  }
  return {};
}

Result<void> check_growth(const engine::WriteTransaction& txn, const write::Plan& plan) {
  if (plan.grows() && txn.growth_refused()) return engine::storage_full();
  return {};
}

}  // namespace larder::operation
