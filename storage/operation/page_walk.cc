#include "storage/operation/page_walk.h"

#include <chrono>

#include "storage/base/assert.h"
#include "storage/model/limits.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

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

Result<void> evaluate(const table::StoredItem& stored, PageWalk& page, ItemSink& sink) {
  page.bytes += stored.size;
  ++page.summary.scanned_count;
  if (page.filter != nullptr && !page.filter->empty()) {
    LARDER_TRY(const bool passes, page.filter->holds(stored.item));
    if (!passes) return {};
  }
  ++page.summary.count;
  if (!page.count_only) sink.item(stored.item);
  return {};
}

bool is_full(const PageWalk& page) {
  return page.bytes >= limits::kPageBytesMax || (page.limit && page.summary.scanned_count >= *page.limit);
}

void leave_at(std::string_view key, PageWalk& page) {
  if (page.forward) {
    page.low = key_after(key);
  } else {
    page.high = key;
  }
}

}  // namespace

Result<Progress> walk(const engine::Transaction& txn, PageWalk& page, ItemSink& sink, const Budget& budget) {
  if (page.low >= page.high) return Progress::kDone;
  const std::uint64_t bytes_at_start = page.bytes;
  std::uint64_t items = 0;
  engine::Cursor cursor = txn.cursor(engine::Tree::kItems);
  LARDER_TRY(bool more, to_first(cursor, page));
  while (more && is_within(cursor.key(), page)) {
    LARDER_TRY(const std::string_view value, cursor.value());
    LARDER_TRY(const table::StoredItem stored, table::decode_item(value));
    if (page.partition_key)
      LARDER_TRY_DO(table::check_partition(page.table, stored.item, *page.partition_key));
    LARDER_TRY_DO(evaluate(stored, page, sink));
    if (is_full(page)) {
      LARDER_TRY(page.summary.last_evaluated_key, table::key_attributes(page.table, stored.item));
      return Progress::kDone;
    }
    const bool is_spent =
        page.bytes - bytes_at_start >= budget.bytes ||
        (++items % kItemsPerClockReading == 0 && std::chrono::steady_clock::now() >= budget.until);
    if (is_spent) {
      leave_at(cursor.key(), page);
      return Progress::kMore;
    }
    LARDER_TRY(more, to_next(cursor, page));
  }
  return Progress::kDone;
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
