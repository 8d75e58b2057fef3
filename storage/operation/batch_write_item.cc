#include "storage/operation/batch_write_item.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "storage/operation/check_item.h"
#include "storage/operation/distinct_keys.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"
#include "storage/write/apply.h"
#include "storage/write/plan.h"

namespace larder::operation {
namespace {

struct CheckedAction {
  std::size_t table;  // index of the request's table
  table::PrimaryKey key;
  std::optional<table::StoredItem> after;
};

struct CheckedBatch {
  std::vector<table::IndexedTable> tables;
  std::vector<CheckedAction> actions;
};

Result<CheckedBatch> check_shapes(const Settings& settings, const engine::WriteTransaction& txn,
                                  std::span<const BatchWriteTable> tables) {
  CheckedBatch batch;
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    LARDER_TRY(table::IndexedTable table, table::find_for_write(txn, tables[i].table_name, settings.clock));
    for (const BatchWriteAction& action : tables[i].actions) {
      const bool is_put = action.kind == BatchWriteKind::kPut;
      LARDER_TRY(table::PrimaryKey key, is_put ? table::key_of_item(table, txn.hash_secret(), action.item)
                                               : table::key_of_key(table, txn.hash_secret(), action.item));
      std::optional<table::StoredItem> after;
      if (is_put) {
        LARDER_TRY_DO(check_index_keys_of_put(table, action.item));
        LARDER_TRY(after, sized_item(action.item));
      }
      keys.emplace_back(key.bytes.view());
      batch.actions.push_back({i, key, after});
    }
    batch.tables.push_back(std::move(table));
  }
  if (!are_distinct(keys)) return validation_error("Provided list of item keys contains duplicates");
  return batch;
}

}  // namespace

Result<BatchWriteResponse> batch_write_item(const Settings& settings, engine::WriteTransaction& txn,
                                            std::span<const BatchWriteTable> tables) {
  LARDER_TRY(const CheckedBatch batch, check_shapes(settings, txn, tables));
  BatchWriteResponse response;
  response.write_units.resize(tables.size());
  std::vector<write::Plan> plans;
  plans.reserve(batch.actions.size());
  for (const CheckedAction& action : batch.actions) {
    const table::IndexedTable& table = batch.tables[action.table];
    LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, action.key));
    plans.push_back(write::plan(txn.hash_secret(), {table, action.key.bytes, before, action.after}));
    LARDER_TRY_DO(check_growth(txn, plans.back()));
    response.write_units[action.table].add(write_units(plans.back(), /*transactional=*/false));
  }
  LARDER_TRY_DO(check_collections(settings, txn, plans));
  for (const write::Plan& plan : plans) LARDER_TRY_DO(write::apply(txn, plan));
  for (const CheckedAction& action : batch.actions) {
    LARDER_TRY(std::optional<ItemCollection> collection,
               item_collection(txn, batch.tables[action.table], action.key));
    if (collection) {
      add_collection(response.collections, tables[action.table].table_name, *std::move(collection));
    }
  }
  return response;
}

}  // namespace larder::operation
