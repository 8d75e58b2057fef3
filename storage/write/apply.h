// storage/write/apply.h
//
// The only way to change an item: put, update, delete, batch and transaction all go through here, so that nothing
// that must follow an item can be forgotten: its table's counts, its index entries and their counts, the size of its
// collection.
//
// Order    while an index is being built, an entry that is put though it is there, or erased though it is not, counts
//          nothing: so the steps of the build and the writes beside them may come in any order.
// Limits   the caller has checked the item, its size and that growth is not refused. Plans of one transaction are of
//          distinct items.
// Errors   the engine's.
// Threads  the writer.
#pragma once

#include <cstdint>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/table/catalog.h"
#include "storage/write/plan.h"

namespace larder::write {

Result<void> apply(engine::WriteTransaction& txn, const Plan& plan);

// The size of the item collection that the item under `item_key` belongs to: its items and what local indexes show of
// them. 0 on a table without local indexes, where nobody counts.
Result<std::uint64_t> collection_bytes(const engine::Transaction& txn, const table::IndexedTable& table,
                                       std::string_view item_key);

}  // namespace larder::write
