// storage/operation/item_collection.h
//
// Item collections: in a table with local indexes, the items of one partition key and what its local indexes show of
// them. Their size is limited.
//
// Errors   kCorruption.
// Threads  the writer.
// Source   AWS Developer Guide, "Local secondary indexes" (item collections).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/value_view.h"
#include "storage/operation/settings.h"
#include "storage/table/primary_key.h"
#include "storage/write/plan.h"

namespace larder::operation {

// ItemCollectionMetrics of one write.
struct ItemCollection {
  std::string key;          // canonical map bytes of the partition key
  std::uint64_t bytes = 0;  // exact, where the service estimates
};

// What a table's part of a batch or transaction touched, each collection once.
struct TableCollections {
  std::string table_name;  // as the request wrote it
  std::vector<ItemCollection> collections;
};

// The plans, as indexes into them, that make a collection larger than it may be when all are applied
// together: what others take from a collection is taken first, wherever they stand. Ascending.
Result<std::vector<std::size_t>> plans_beyond_limit(const Settings& settings, const engine::Transaction& txn,
                                                    std::span<const write::Plan> plans);
// What to say of such a plan: kItemCollectionSizeLimitExceeded "Collection size exceeded."
Error collection_too_large();
// That error when there is such a plan.
Result<void> check_collections(const Settings& settings, const engine::Transaction& txn,
                               std::span<const write::Plan> plans);

// The collection of that item as it is now; nothing on a table without local indexes.
Result<std::optional<ItemCollection>> item_collection(const engine::Transaction& txn,
                                                      const table::IndexedTable& table,
                                                      const table::PrimaryKey& key);

// Adds the collection to those of its table, unless it is there: then the newer size counts.
void add_collection(std::vector<TableCollections>& tables, std::string_view table_name,
                    ItemCollection collection);

}  // namespace larder::operation
