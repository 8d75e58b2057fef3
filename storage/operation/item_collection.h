// storage/operation/item_collection.h
//
// Item collections: in a table with local indexes, the items of one partition key and what its local indexes show of
// them. Their size is limited.
//
// Errors   add: kItemCollectionSizeLimitExceeded "Collection size exceeded."; kCorruption.
// Threads  the writer.
// Source   AWS Developer Guide, "Local secondary indexes" (item collections).
#pragma once

#include <cstdint>
#include <optional>
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

// Whether every collection stays within its limit when all the plans added are applied.
class CollectionLimit {
 public:
  explicit CollectionLimit(const Settings& settings) : bytes_max_(settings.item_collection_bytes_max) {}
  Result<void> add(const engine::Transaction& txn, const write::Plan& plan);

 private:
  struct Growth {
    std::string collection;
    std::int64_t bytes;
  };
  std::uint64_t bytes_max_;
  std::vector<Growth> grown_;
};

// The collection of that item as it is now; nothing on a table without local indexes.
Result<std::optional<ItemCollection>> item_collection(const engine::Transaction& txn,
                                                      const table::IndexedTable& table,
                                                      const table::PrimaryKey& key);

// Adds the collection to those of its table, unless it is there: then the newer size counts.
void add_collection(std::vector<TableCollections>& tables, std::string_view table_name,
                    ItemCollection collection);

}  // namespace larder::operation
