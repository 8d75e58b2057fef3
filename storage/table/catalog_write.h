// storage/table/catalog_write.h
//
// Every change of the catalog.
//
// Writes   Tree::kCatalog; insert and add_index allocate tree ids. The callers have checked everything before.
// Errors   the engine's.
// Threads  the writer.
#pragma once

#include <cstddef>
#include <string_view>

#include "storage/base/clock.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/table/catalog.h"

namespace larder::table {

// A new table of that name, with no items. One whose deletion is due is dropped first.
Result<void> insert(engine::WriteTransaction& txn, const Descriptor& descriptor, EpochMillis active_at);

// New contents for an existing table's descriptor: nothing about its indexes.
Result<void> replace_descriptor(engine::WriteTransaction& txn, const Descriptor& descriptor);

// The same with one index more, the last of descriptor.indexes: it is built from `due` on (index_build.h), or at once
// when the table is empty and `due` has come.
Result<void> add_index(engine::WriteTransaction& txn, const Descriptor& descriptor, EpochMillis due,
                       EpochMillis now);

// The same with one index less, the one of that name. Its entries wait for erase_dropped.
Result<void> drop_index(engine::WriteTransaction& txn, const Descriptor& descriptor,
                        std::string_view index_name);

// Drops an existing table: at once when `deleted_at` is 0, else it stays, being deleted, until then.
Result<void> drop(engine::WriteTransaction& txn, std::string_view name, EpochMillis deleted_at);

// One bounded step of erasing dropped tables' items and dropped indexes' entries: at most `entries_max` entries. True when more can be
// done now.
Result<bool> erase_dropped(engine::WriteTransaction& txn, EpochMillis now, std::size_t entries_max);

}  // namespace larder::table
