// storage/operation/batch_get_item.h
//
// Reads up to 100 items from any tables in one snapshot; what does not fit into 16 MB is left for
// the next call.
//
// Order    tables in the order given, keys of a table in the order given.
// Lifetime a BatchGet borrows what its request borrows. Between runs it keeps a position: any thread may
//          go on, with the same transaction.
// Errors   start, in the order checked, over all tables before anything is read: kResourceNotFound;
//          kValidation: a key that does not match the schema, "Provided list of item keys contains duplicates".
//          run: kCorruption. The counts (1 to 100 keys) are the API edge's check.
// Threads  one at a time.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/value_view.h"
#include "storage/operation/budget.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

struct BatchGetTable {
  std::string_view table_name;  // or its ARN
  std::span<const ItemView> keys;
  bool consistent_read = false;
};

class BatchGetSink {
 public:
  virtual ~BatchGetSink() = default;
  // `table` is the index of the request's table; never falls. Tables without any item found are not
  // announced.
  virtual void item(std::size_t table, ItemView item) = 0;
};

class BatchGet {
 public:
  static Result<BatchGet> start(const Settings& settings, const engine::Transaction& txn,
                                std::span<const BatchGetTable> tables);
  Result<Progress> run(const engine::Transaction& txn, BatchGetSink& sink, const Budget& budget);

  // Both by index of the request's table; whole once run said kDone. Keys of tables[i] from index
  // first_unprocessed()[i] on were not read.
  const std::vector<std::size_t>& first_unprocessed() const { return first_unprocessed_; }
  const std::vector<double>& read_units() const { return read_units_; }

 private:
  BatchGet() = default;

  std::span<const BatchGetTable> tables_;
  std::vector<table::Table> found_;  // parallel to tables_
  std::size_t table_ = 0, key_ = 0;  // next to read
  std::size_t bytes_ = 0;            // of items handed out
  std::vector<std::size_t> first_unprocessed_;
  std::vector<double> read_units_;
};

}  // namespace larder::operation
