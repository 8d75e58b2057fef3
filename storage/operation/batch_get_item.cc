#include "storage/operation/batch_get_item.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "storage/model/limits.h"
#include "storage/operation/capacity.h"
#include "storage/operation/distinct_keys.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

Result<BatchGet> BatchGet::start(const Settings& settings, const engine::Transaction& txn,
                                 std::span<const BatchGetTable> tables) {
  BatchGet batch;
  batch.tables_ = tables;
  batch.read_units_.assign(tables.size(), 0.0);
  std::vector<std::string> keys;
  for (const BatchGetTable& wanted : tables) {
    LARDER_TRY(table::Table table, table::find(txn, wanted.table_name, settings.clock));
    for (const ItemView key : wanted.keys) {
      LARDER_TRY(const table::PrimaryKey primary_key, table::key_of_key(table, txn.hash_secret(), key));
      keys.emplace_back(primary_key.bytes.view());
    }
    batch.found_.push_back(std::move(table));
    batch.first_unprocessed_.push_back(wanted.keys.size());
  }
  if (!are_distinct(keys)) return validation_error("Provided list of item keys contains duplicates");
  return batch;
}

Result<Progress> BatchGet::run(const engine::Transaction& txn, BatchGetSink& sink, const Budget& budget) {
  const std::size_t bytes_at_start = bytes_;
  for (; table_ < tables_.size(); ++table_, key_ = 0) {
    const BatchGetTable& wanted = tables_[table_];
    for (; key_ < wanted.keys.size(); ++key_) {
      if (bytes_ - bytes_at_start >= budget.bytes || std::chrono::steady_clock::now() >= budget.until) {
        return Progress::kMore;
      }
      LARDER_TRY(const table::PrimaryKey key,
                 table::key_of_key(found_[table_], txn.hash_secret(), wanted.keys[key_]));
      LARDER_TRY(const std::optional<table::StoredItem> stored, table::read_item(txn, found_[table_], key));
      const std::size_t size = stored ? stored->size : 0;
      if (bytes_ + size > limits::kBatchGetBytesMax) {
        first_unprocessed_[table_] = key_;
        std::fill(first_unprocessed_.begin() + static_cast<std::ptrdiff_t>(table_) + 1,
                  first_unprocessed_.end(), 0);
        return Progress::kDone;
      }
      bytes_ += size;
      read_units_[table_] +=
          operation::read_units(size, wanted.consistent_read ? Consistency::kStrong : Consistency::kEventual);
      if (stored) sink.item(table_, stored->item);
    }
  }
  return Progress::kDone;
}

}  // namespace larder::operation
