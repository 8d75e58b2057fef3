#include "storage/operation/item_collection.h"

#include <algorithm>
#include <utility>

#include "storage/keys/item_key.h"
#include "storage/model/value_writer.h"
#include "storage/write/apply.h"

namespace larder::operation {

Result<void> CollectionLimit::add(const engine::Transaction& txn, const write::Plan& plan) {
  if (!plan.table.collections || plan.collection_growth == 0) return {};
  std::string collection(plan.key.substr(0, keys::kItemPrefixBytes));
  auto growth = std::ranges::find(grown_, collection, &Growth::collection);
  if (growth == grown_.end()) {
    grown_.push_back({std::move(collection), 0});
    growth = grown_.end() - 1;
  }
  growth->bytes += plan.collection_growth;
  if (plan.collection_growth < 0) return {};
  LARDER_TRY(const std::uint64_t had, write::collection_bytes(txn, plan.table, plan.key));
  if (static_cast<std::int64_t>(had) + growth->bytes > static_cast<std::int64_t>(bytes_max_)) {
    return make_error(ErrorCode::kItemCollectionSizeLimitExceeded, "Collection size exceeded.");
  }
  return {};
}

Result<std::optional<ItemCollection>> item_collection(const engine::Transaction& txn,
                                                      const table::IndexedTable& table,
                                                      const table::PrimaryKey& key) {
  if (!table.collections) return std::optional<ItemCollection>();
  ItemCollection collection;
  LARDER_TRY(collection.bytes, write::collection_bytes(txn, table, key.bytes));
  value_writer::append_map_header(1, collection.key);
  value_writer::append_name(table.key_schema.partition_key.name, collection.key);
  collection.key += key.partition_key.bytes();
  return std::optional<ItemCollection>(std::move(collection));
}

void add_collection(std::vector<TableCollections>& tables, std::string_view table_name,
                    ItemCollection collection) {
  auto table = std::ranges::find(tables, table_name, &TableCollections::table_name);
  if (table == tables.end()) {
    tables.push_back({std::string(table_name), {}});
    table = tables.end() - 1;
  }
  const auto known = std::ranges::find(table->collections, collection.key, &ItemCollection::key);
  if (known == table->collections.end()) {
    table->collections.push_back(std::move(collection));
  } else {
    known->bytes = collection.bytes;
  }
}

}  // namespace larder::operation
