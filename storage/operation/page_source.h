// storage/operation/page_source.h
//
// What a page reads: a table, or one of its indexes. Query and Scan go through either in the same way.
//
// Shape    a table's rows are its items. An index's rows are entries; each leads to its item in the same snapshot, of
//          which the index shows a part. `fetches` (local indexes only): all of the item is to be seen, and its
//          reading is charged to the table.
// Lifetime owns what it holds; the rows borrow from the transaction.
// Errors   row: kCorruption, when an entry leads to no item, or to one of another partition.
//          place_of: kValidation "The provided starting key is invalid"; of tables more exactly (primary_key.h).
// Threads  one at a time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/model/key_schema.h"
#include "storage/model/value_view.h"
#include "storage/operation/capacity.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"

namespace larder::operation {

class PageSource {
 public:
  explicit PageSource(table::Table table) : table_(std::move(table)) {}
  PageSource(table::TableIndex of, bool fetches)
      : table_(std::move(of.table)), index_(std::move(of.index)), fetches_(fetches) {}

  const table::Table& table() const { return table_; }
  const std::optional<table::Index>& index() const { return index_; }
  bool fetches() const { return fetches_; }
  engine::Tree tree() const { return index_ ? engine::Tree::kIndexEntries : engine::Tree::kItems; }
  TreeId tree_id() const { return index_ ? index_->tree : table_.tree; }
  KeyAttributes key() const;

  // Whether what a row shows of its item holds everything that is asked of it.
  bool shows(std::string_view attribute) const { return !index_ || fetches_ || index_->projects(attribute); }

  // The keys of the rows of one partition begin so.
  std::string partition_prefix(const HashSecret& secret, std::span<const ValueView> partition_key) const;

  struct Row {
    table::StoredItem item;  // whole
    std::size_t size;        // of what the row shows: what the page counts
  };
  Result<Row> row(const engine::Transaction& txn, std::string_view key, std::string_view value) const;

  // kCorruption unless the item belongs to that partition: hashes are never trusted alone.
  Result<void> check_partition(ItemView item, std::span<const ValueView> partition_key) const;

  // Canonical map bytes of the key attributes of the row's item, those of the index and of the table.
  Result<std::string> key_of(ItemView item) const;
  // Where the row of such a key stands, whether there is one or not.
  Result<std::string> place_of(const HashSecret& secret, ItemView key) const;

  // What reading `bytes` of rows costs; `fetched_units` is what the table's items cost that were fetched.
  ConsumedUnits units(std::size_t bytes, double fetched_units, Consistency consistency) const;

 private:
  table::Table table_;
  std::optional<table::Index> index_;
  bool fetches_ = false;
};

// kValidation "Consistent reads are not supported on global secondary indexes".
Result<void> check_consistency(const PageSource& source, bool consistent_read);

}  // namespace larder::operation
