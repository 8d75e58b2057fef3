// storage/operation/query.h
//
// One page of a partition of a table or an index, in the order of the sort key or against it.
//
//     LARDER_TRY(table::Table table, table::find(txn, name, clock));
//     const PageSource source(std::move(table));
//     LARDER_TRY(const KeyCondition condition, parse_key_condition(text, source.key(), binder));
//     LARDER_TRY(Query query, Query::start(txn, source, request));
//     LARDER_TRY(const Progress progress, query.run(txn, sink, budget));   // again while kMore
//
// Limits   the page ends once 1 MB of items was evaluated, or `limit` items.
// Lifetime a Query borrows its source and what its request borrows. Between runs it keeps a key, never
//          a cursor: any thread may go on, with the same transaction.
// Errors   start, in the order checked: a consistent read of a global index; the filter names a key attribute ("Filter Expression can only contain
//          non-primary key attributes: Primary key attribute: PK"); the exclusive start key does not fit the
//          schema or the condition. run: what the filter reports, kCorruption.
// Threads  one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/model/value_view.h"
#include "storage/operation/budget.h"
#include "storage/operation/page.h"
#include "storage/operation/page_source.h"

namespace larder::operation {

struct QueryRequest {
  const expression::KeyCondition* key_condition = nullptr;
  const expression::Condition* filter = nullptr;  // null: none
  std::optional<ItemView> exclusive_start_key;
  std::optional<std::uint64_t> limit;  // at least 1
  bool consistent_read = false;
  bool scan_index_forward = true;
  bool count_only = false;        // Select = COUNT: the sink is never called
  bool filter_is_legacy = false;  // QueryFilter: error messages name it
};

class Query {
 public:
  static Result<Query> start(const engine::Transaction& txn, const PageSource& source,
                             const QueryRequest& request);
  Result<Progress> run(const engine::Transaction& txn, ItemSink& sink, const Budget& budget);
  const PageSummary& summary() const { return summary_; }  // whole once run said kDone

 private:
  Query(const PageSource& source, const QueryRequest& request) : source_(&source), request_(request) {}

  const PageSource* source_;
  QueryRequest request_;
  std::string low_;   // first key of what is left
  std::string high_;  // first key after what is left
  PageSums sums_;
  PageSummary summary_;
};

}  // namespace larder::operation
