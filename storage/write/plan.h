// storage/write/plan.h
//
// What a change of one item does to everything that follows the item, worked out before anything is written: so that
// an operation can make all its checks, of all its items, before its first write.
//
// Shape    Plan::indexes holds only the indexes that change: those where the item's entry moves, comes or goes, or that
//          show something else of it. An index being built is there for every item that belongs into it, since its
//          entry may not be there yet.
// Lifetime a Plan borrows the change's table, key and `after`; nothing of `before`, which it outlives.
// Threads  pure functions.
// Source   design.md section 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/ids.h"
#include "storage/engine/transaction.h"
#include "storage/table/catalog.h"
#include "storage/table/index.h"
#include "storage/table/item.h"

namespace larder::write {

enum class Origin : std::uint8_t {
  kClient,
};

struct ItemChange {
  const table::IndexedTable& table;
  std::string_view key;                     // table::PrimaryKey::bytes
  std::optional<table::StoredItem> before;  // what read_item gave in this transaction
  std::optional<table::StoredItem> after;   // absent: the item goes
  Origin origin = Origin::kClient;
};

// The change of one index.
struct IndexEffect {
  struct Entry {                              // before or after
    bool is_there = false;                    // the item belongs into the index
    std::uint32_t size = 0;                   // of what the index shows
    std::size_t key_begin = 0, key_size = 0;  // in Plan::entry_keys; nothing when the entry stays
  };
  const table::Index* index = nullptr;
  Entry before{}, after{};
  bool stays = false;     // one entry, before and after
  bool shows_new = true;  // it shows something else of the item than before
};

struct Plan {
  const table::IndexedTable& table;
  std::string_view key;
  std::optional<table::StoredItem> after{};
  bool changes =
      false;  // false: before and after are the same bytes, or both absent; then nothing is written
  std::uint32_t size_before = 0;  // 0: no item
  std::uint32_t size_after = 0;
  std::vector<IndexEffect> indexes{};
  std::string entry_keys{};            // whole keys, one after the other
  std::int64_t collection_growth = 0;  // of the item's collection: items and what local indexes show of them

  std::string_view entry_key(const IndexEffect::Entry& entry) const {
    return std::string_view(entry_keys).substr(entry.key_begin, entry.key_size);
  }
  // Whether the store grows by it: an item larger than before, or an entry that was not there.
  bool grows() const;
};

Plan plan(const HashSecret& secret, const ItemChange& change);

}  // namespace larder::write
