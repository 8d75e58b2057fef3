// storage/operation/scan.h
//
// One page of a whole table or index, or of one segment of it, in the order of the partition keys' hashes.
//
// Limits   the page ends once 1 MB of items was evaluated, or `limit` items.
// Lifetime as Query (storage/operation/query.h).
// Errors   start: a consistent read of a global index; "The provided starting key is invalid" and its relatives; a start key outside the segment.
//          run: what the filter reports, kCorruption.
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

struct ScanRequest {
  const expression::Condition* filter = nullptr;  // null: none
  std::optional<ItemView> exclusive_start_key;
  std::optional<std::uint64_t> limit;  // at least 1
  std::uint32_t segment = 0;           // less than total_segments
  std::uint32_t total_segments = 1;    // 1 to 1,000,000; 1: the whole table
  bool consistent_read = false;
  bool count_only = false;  // Select = COUNT: the sink is never called
};

class Scan {
 public:
  static Result<Scan> start(const engine::Transaction& txn, const PageSource& source,
                            const ScanRequest& request);
  Result<Progress> run(const engine::Transaction& txn, ItemSink& sink, const Budget& budget);
  const PageSummary& summary() const { return summary_; }  // whole once run said kDone

 private:
  Scan(const PageSource& source, const ScanRequest& request) : source_(&source), request_(request) {}

  const PageSource* source_;
  ScanRequest request_;
  std::string low_;   // first key of what is left
  std::string high_;  // first key after what is left
  PageSums sums_;
  PageSummary summary_;
};

}  // namespace larder::operation
