// storage/engine/tree_count.h
//
// Number and bytes of each tree id's items. A write transaction gathers what its requests add and stores each
// counter once, just before it commits: a group of 256 puts into one table costs one counter write.
//
// Shape    key "count/" + tree id:u32, value items:i64 bytes:i64; a missing counter is zero.
// Errors   kCorruption (a counter of wrong length), and those of a put.
#pragma once

#include <map>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"

namespace larder::engine {

using TreeCountDeltas = std::map<TreeId, TreeCount>;

// What is stored plus what this transaction has gathered.
Result<TreeCount> current_count(const TransactionState& txn, TreeId tree);
Result<void> drop_stored_count(TransactionState& txn, TreeId tree);
// Stores every gathered counter and forgets the gathered ones.
Result<void> flush_counts(TransactionState& txn);

}  // namespace larder::engine
