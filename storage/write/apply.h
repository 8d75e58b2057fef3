// storage/write/apply.h
//
// The only way to change an item: put, update, delete, batch and transaction all go through here, so that nothing
// that must follow an item can be forgotten. Today: the item and its table's counts.
//
// Writes   nothing at all when `before` and `after` are the same bytes, or both absent.
// Limits   the caller has checked the item, its size and that growth is not refused.
// Lifetime `before` points into the map; it is no longer valid once apply has returned.
// Errors   the engine's.
// Threads  the writer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"

namespace larder::write {

enum class Origin : std::uint8_t {
  kClient,
};

struct ItemChange {
  const table::Table& table;
  std::string_view key;                     // table::PrimaryKey::bytes
  std::optional<table::StoredItem> before;  // what read_item gave in this transaction
  std::optional<table::StoredItem> after;   // absent: the item goes
  Origin origin = Origin::kClient;
};

Result<void> apply(engine::WriteTransaction& txn, const ItemChange& change);

}  // namespace larder::write
