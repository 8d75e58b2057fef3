// storage/operation/page_walk.h
//
// How Query and Scan go through a range of rows: evaluate, filter, hand out, stop at the page's or the budget's end.
//
// Order    keys ascending, or descending when told so.
// Limits   the page ends once limits::kPageBytesMax bytes were evaluated, or `limit` items; the item that reaches the
//          limit is part of the page. Evaluated is what the rows show and, of items that are fetched, all they hold:
//          so a page is never larger than its limit says, however little a local index shows.
// Lifetime borrows everything for one run. `low` and `high` hold what is left, so that a later run goes on there.
// Errors   what the filter reports, kCorruption.
// Threads  one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/operation/budget.h"
#include "storage/operation/page.h"
#include "storage/operation/page_source.h"

namespace larder::operation {

struct PageWalk {
  const PageSource& source;
  const expression::Condition* filter = nullptr;  // null: none
  std::optional<std::uint64_t> limit;
  bool forward = true;
  bool count_only = false;
  std::span<const ValueView> partition_key;  // Query: every item must be of it
  Consistency consistency = Consistency::kEventual;
  // State, from run to run of one page.
  std::string& low;
  std::string& high;
  PageSums& sums;
  PageSummary& summary;
};

Result<Progress> walk(const engine::Transaction& txn, PageWalk& page, ItemSink& sink, const Budget& budget);

// The shortest key above `key` itself.
std::string key_after(std::string_view key);
// The shortest key above every key that starts with `prefix`. The prefix is not all FF: it starts with a tree id.
std::string key_after_prefix(std::string_view prefix);

}  // namespace larder::operation
