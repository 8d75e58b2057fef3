// storage/operation/erase_dropped.h
//
// One bounded step of erasing what dropped tables left behind. Housekeeping runs it through the Writer until
// nothing is left, so that DeleteTable itself never holds up other writers.
//
// Writes   at most `entries_max` entries go; the last step of a tree also forgets the tree.
// Returns  true when more is left to do now. Tables whose delayed deletion is not due yet do not count.
// Threads  the writer.
#pragma once

#include <cstddef>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"

namespace larder::operation {

Result<bool> erase_dropped(const Settings& settings, engine::WriteTransaction& txn, std::size_t entries_max);

}  // namespace larder::operation
