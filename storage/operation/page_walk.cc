#include "storage/operation/page_walk.h"

#include <algorithm>
#include <chrono>

#include "storage/base/assert.h"
#include "storage/model/limits.h"
#include "storage/table/index.h"

namespace larder::operation {
namespace {

// Reading the clock costs a fraction of reading an item, but not nothing.
constexpr std::uint64_t kItemsPerClockReading = 8;

Result<bool> to_first(engine::Cursor& cursor, const PageWalk& page) {
  return page.forward ? cursor.seek(page.low) : cursor.seek_before(page.high);
}

Result<bool> to_next(engine::Cursor& cursor, const PageWalk& page) {
  return page.forward ? cursor.next() : cursor.previous();
}

bool is_within(std::string_view key, const PageWalk& page) {
  return page.forward ? key < page.high : key >= page.low;
}

// A filter on a global index sees what the index shows. Most name nothing else, and then the whole item will do.
bool sees_all_it_names(const PageWalk& page) {
  return std::ranges::all_of(page.filter->top_level_names(),
                             [&](std::string_view name) { return page.source.shows(name); });
}

// One run's filter.
class Filter {
 public:
  explicit Filter(const PageWalk& page)
      : page_(page),
        is_on_(page.filter != nullptr && !page.filter->empty()),
        on_projection_(is_on_ && page.source.index() && !sees_all_it_names(page)) {}

  Result<bool> passes(ItemView item) {
    if (!is_on_) return true;
    if (!on_projection_) return page_.filter->holds(item);
    projected_.clear();
    table::append_projected(*page_.source.index(), item, projected_);
    return page_.filter->holds(ItemView(projected_));
  }

 private:
  const PageWalk& page_;
  const bool is_on_, on_projection_;
  std::string projected_;
};

Result<void> evaluate(const PageSource::Row& row, PageWalk& page, Filter& filter, ItemSink& sink) {
  page.sums.bytes += row.size;
  if (page.source.fetches()) {
    page.sums.fetched_bytes += row.item.size;
    page.sums.fetched_units += read_units(row.item.size, page.consistency);
  }
  ++page.summary.scanned_count;
  LARDER_TRY(const bool passes, filter.passes(row.item.item));
  if (!passes) return {};
  ++page.summary.count;
  if (!page.count_only) sink.item(row.item.item);
  return {};
}

bool is_full(const PageWalk& page) {
  return page.sums.bytes + page.sums.fetched_bytes >= limits::kPageBytesMax ||
         (page.limit && page.summary.scanned_count >= *page.limit);
}

void leave_at(std::string_view key, PageWalk& page) {
  if (page.forward) {
    page.low = key_after(key);
  } else {
    page.high = key;
  }
}

Result<Progress> walk_rows(const engine::Transaction& txn, PageWalk& page, ItemSink& sink,
                           const Budget& budget) {
  if (page.low >= page.high) return Progress::kDone;
  Filter filter(page);
  std::uint64_t bytes_read = 0;
  std::uint64_t items = 0;
  engine::Cursor cursor = txn.cursor(page.source.tree());
  LARDER_TRY(bool more, to_first(cursor, page));
  while (more && is_within(cursor.key(), page)) {
    LARDER_TRY(const std::string_view value, cursor.value());
    LARDER_TRY(const PageSource::Row row, page.source.row(txn, cursor.key(), value));
    if (!page.partition_key.empty()) {
      LARDER_TRY_DO(page.source.check_partition(row.item.item, page.partition_key));
    }
    LARDER_TRY_DO(evaluate(row, page, filter, sink));
    if (is_full(page)) {
      LARDER_TRY(page.summary.last_evaluated_key, page.source.key_of(row.item.item));
      return Progress::kDone;
    }
    bytes_read += row.item.size;
    const bool is_spent = bytes_read >= budget.bytes || (++items % kItemsPerClockReading == 0 &&
                                                         std::chrono::steady_clock::now() >= budget.until);
    if (is_spent) {
      leave_at(cursor.key(), page);
      return Progress::kMore;
    }
    LARDER_TRY(more, to_next(cursor, page));
  }
  return Progress::kDone;
}

}  // namespace

Result<Progress> walk(const engine::Transaction& txn, PageWalk& page, ItemSink& sink, const Budget& budget) {
  LARDER_TRY(const Progress progress, walk_rows(txn, page, sink, budget));
  // The page's sum is rounded once, at its end.
  if (progress == Progress::kDone) {
    page.summary.read_units = page.source.units(page.sums.bytes, page.sums.fetched_units, page.consistency);
  }
  return progress;
}

std::string key_after(std::string_view key) {
  std::string after(key);
  after += '\0';
  return after;
}

std::string key_after_prefix(std::string_view prefix) {
  std::string after(prefix);
  while (!after.empty() && after.back() == '\xff') after.pop_back();
  LARDER_ASSERT(!after.empty());
  after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
  return after;
}

}  // namespace larder::operation
