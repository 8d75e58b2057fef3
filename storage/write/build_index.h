// storage/write/build_index.h
//
// Builds indexes that were added to tables with items, in bounded steps through the Writer, while reads and writes of
// the table go on: `apply` keeps the entries of items that change meanwhile.
//
// Order    by the item's key. How far a build has come is stored in the commit of the step, so a build goes on where
//          it was after a restart, or a kill.
// Limits   one step looks at `items_max` items, and at the item after which more than `bytes_max` bytes were read.
// Errors   the engine's; kCorruption; kServiceUnavailable while the map or disk is nearly full.
// Threads  the writer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "storage/base/clock.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"

namespace larder::write {

struct BuildStepLimits {
  std::size_t items_max = 256;
  std::size_t bytes_max = 1 << 20;
};

// What one step did.
struct BuildStep {
  std::string table{};      // its name
  std::string index{};      // its name
  std::size_t items = 0;    // looked at
  std::size_t entries = 0;  // put
  bool begins = false;
  bool ends = false;  // the index is active now
};

// Nothing when no index waits to be built.
Result<std::optional<BuildStep>> build_index_step(engine::WriteTransaction& txn, EpochMillis now,
                                                  const BuildStepLimits& limits);

}  // namespace larder::write
