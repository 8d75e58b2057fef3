// storage/operation/item_write.h
//
// The end that PutItem, UpdateItem and DeleteItem share: the last checks of a change that is otherwise sound, the
// write, and what it cost.
//
// Errors   in the order checked: kServiceUnavailable when the store grows and the disk or map is nearly full;
//          kItemCollectionSizeLimitExceeded.
// Threads  the writer.
#pragma once

#include <optional>
#include <string>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/capacity.h"
#include "storage/operation/item_collection.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

struct ItemWriteResponse {
  std::optional<std::string> attributes;  // canonical map bytes; absent when there is nothing to show
  ConsumedUnits write_units;
  std::optional<ItemCollection> collection;  // as it is after the write; of a table with local indexes
};

// `attributes` are to be shown: made before, since the write ends the life of the item as it was.
Result<ItemWriteResponse> write_item(const Settings& settings, engine::WriteTransaction& txn,
                                     const table::IndexedTable& table, const table::PrimaryKey& key,
                                     const std::optional<table::StoredItem>& before,
                                     const std::optional<table::StoredItem>& after,
                                     std::optional<std::string> attributes);

}  // namespace larder::operation
