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

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/capacity.h"
#include "storage/operation/item_collection.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

struct ItemWrite {
  ConsumedUnits units;
  std::optional<ItemCollection> collection;  // as it is after the write; of a table with local indexes
};

Result<ItemWrite> write_item(const Settings& settings, engine::WriteTransaction& txn,
                             const table::IndexedTable& table, const table::PrimaryKey& key,
                             const std::optional<table::StoredItem>& before,
                             const std::optional<table::StoredItem>& after);

}  // namespace larder::operation
