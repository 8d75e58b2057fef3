#include "storage/operation/item_collection.h"

#include <algorithm>
#include <utility>

#include "storage/keys/item_key.h"
#include "storage/model/value_writer.h"
#include "storage/write/apply.h"

namespace larder::operation {
namespace {

struct CollectionSize {
  std::string_view collection;  // the front of its items' keys
  std::int64_t bytes;
};

// The size of the plan's collection, among `sizes`, which has it from the store at first.
Result<std::int64_t*> size_in(const engine::Transaction& txn, const write::Plan& plan,
                              std::vector<CollectionSize>& sizes) {
  const std::string_view collection = plan.key.substr(0, keys::kItemPrefixBytes);
  const auto known = std::ranges::find(sizes, collection, &CollectionSize::collection);
  if (known != sizes.end()) return &known->bytes;
  LARDER_TRY(const std::uint64_t bytes, write::collection_bytes(txn, plan.table, plan.key));
  sizes.push_back({collection, static_cast<std::int64_t>(bytes)});
  return &sizes.back().bytes;
}

}  // namespace

Result<std::vector<std::size_t>> plans_beyond_limit(const Settings& settings, const engine::Transaction& txn,
                                                    std::span<const write::Plan> plans) {
  std::vector<std::size_t> beyond;
  std::vector<CollectionSize> sizes;
  for (const bool grows : {false, true}) {
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const write::Plan& plan = plans[i];
      if (!plan.table.collections || plan.collection_growth == 0) continue;
      if ((plan.collection_growth > 0) != grows) continue;
      LARDER_TRY(std::int64_t* const bytes, size_in(txn, plan, sizes));
      *bytes += plan.collection_growth;
      if (grows && *bytes > static_cast<std::int64_t>(settings.item_collection_bytes_max))
        beyond.push_back(i);
    }
  }
  return beyond;
}

Error collection_too_large() {
  return make_error(ErrorCode::kItemCollectionSizeLimitExceeded, "Collection size exceeded.");
}

Result<void> check_collections(const Settings& settings, const engine::Transaction& txn,
                               std::span<const write::Plan> plans) {
  LARDER_TRY(const std::vector<std::size_t> beyond, plans_beyond_limit(settings, txn, plans));
  if (!beyond.empty()) return collection_too_large();
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
