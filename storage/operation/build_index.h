// storage/operation/build_index.h
//
// One bounded step of building the indexes that were added to tables with items. Housekeeping runs it through the
// Writer until nothing is left (storage/write/build_index.h says how).
//
// Writes   at most one entry an item; the last step of a build makes its index active.
// Returns  what was done; nothing when no build is due.
// Threads  the writer.
#pragma once

#include <optional>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/write/build_index.h"

namespace larder::operation {

using write::BuildStep;
using write::BuildStepLimits;

Result<std::optional<BuildStep>> build_index(const Settings& settings, engine::WriteTransaction& txn,
                                             const BuildStepLimits& limits);

}  // namespace larder::operation
