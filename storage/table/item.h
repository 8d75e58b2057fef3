// storage/table/item.h
//
// An item as it is stored: its size in the service's terms, so that capacity needs no walk, then its canonical
// bytes.
//
// Shape    size:u32be  item:canonical map; storage/FORMAT.md, "Stored item".
// Lifetime borrows from the transaction: valid until it ends or, in a write transaction, until its next put
//          or erase.
// Errors   kCorruption: shorter than any item, or an item of another partition key under this hash. Two
//          partition keys with one hash are thus detected and never served.
// Threads  as the transaction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/value_view.h"
#include "storage/table/catalog.h"
#include "storage/table/primary_key.h"

namespace larder::table {

inline constexpr std::size_t kItemHeaderBytes = 4;

struct StoredItem {
  std::uint32_t size;  // item_size(item)
  ItemView item;
};

using ItemHeader = std::array<char, kItemHeaderBytes>;
ItemHeader encode_item_header(std::uint32_t size);
Result<StoredItem> decode_item(std::string_view stored);

// The item of that key, if there is one.
Result<std::optional<StoredItem>> read_item(const engine::Transaction& txn, const Table& table,
                                            const PrimaryKey& key);

// kCorruption unless `item` belongs to this partition key.
Result<void> check_partition(const Table& table, ItemView item, ValueView partition_key);

}  // namespace larder::table
