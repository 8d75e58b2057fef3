// storage/table/index_build.h
//
// Which indexes are being built, and how far: kept in the catalog, in the same commit as each step.
//
// Errors   the engine's; kCorruption.
// Threads  next_build: as the transaction. The others: the writer.
#pragma once

#include <optional>
#include <string>

#include "storage/base/clock.h"
#include "storage/base/ids.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/table/catalog.h"

namespace larder::table {

struct IndexBuild {
  TreeId index;
  EpochMillis due;       // not to begin before
  std::string table;     // its name
  std::string position;  // key of the last item seen; empty: none yet
};

// The first build that is due.
Result<std::optional<IndexBuild>> next_build(const engine::Transaction& txn, EpochMillis now);

// The head of a build's table, whatever its state. kCorruption when it is not in the catalog.
Result<IndexedTable> table_of_build(const engine::Transaction& txn, const IndexBuild& build);

Result<void> save_build(engine::WriteTransaction& txn, const IndexBuild& build);
// The index is active from here on.
Result<void> finish_build(engine::WriteTransaction& txn, const IndexBuild& build);

}  // namespace larder::table
