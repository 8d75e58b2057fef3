#include "storage/operation/batch_write_item.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "storage/operation/capacity.h"
#include "storage/operation/check_item.h"
#include "storage/operation/distinct_keys.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"
#include "storage/write/apply.h"

namespace larder::operation {
namespace {

struct CheckedAction {
  std::size_t table;  // index of the request's table
  table::PrimaryKey key;
  std::optional<table::StoredItem> after;
};

struct CheckedBatch {
  std::vector<table::Table> tables;
  std::vector<CheckedAction> actions;
};

Result<CheckedBatch> check_shapes(const Settings& settings, const engine::WriteTransaction& txn,
                                  std::span<const BatchWriteTable> tables) {
  CheckedBatch batch;
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    LARDER_TRY(table::Table table, table::find(txn, tables[i].table_name, settings.clock));
    for (const BatchWriteAction& action : tables[i].actions) {
      const bool is_put = action.kind == BatchWriteKind::kPut;
      LARDER_TRY(table::PrimaryKey key, is_put ? table::key_of_item(table, txn.hash_secret(), action.item)
                                               : table::key_of_key(table, txn.hash_secret(), action.item));
      std::optional<table::StoredItem> after;
      if (is_put) {
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
  response.write_units.assign(tables.size(), 0.0);
  for (const CheckedAction& action : batch.actions) {
    LARDER_TRY(const std::optional<table::StoredItem> before,
               table::read_item(txn, batch.tables[action.table], action.key));
    LARDER_TRY_DO(check_growth(txn, size_of(before), size_of(action.after)));
    response.write_units[action.table] +=
        write_units(size_of(before), size_of(action.after), /*transactional=*/false);
  }
  // Each image before is read again here: the first write ends the life of all that was read.
  for (const CheckedAction& action : batch.actions) {
    const table::Table& table = batch.tables[action.table];
    LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, action.key));
    LARDER_TRY_DO(write::apply(txn, {table, action.key.bytes, before, action.after}));
  }
  return response;
}

}  // namespace larder::operation
