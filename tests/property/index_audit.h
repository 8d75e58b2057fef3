// tests/property/index_audit.h
//
// Compares the indexes of a table with what they must be, recomputed from the table's items.
//
// Method   items and entries are read straight from their trees. Membership, projection, sizes and order are worked out
//          here from the definition of the index alone, by other means than storage/table does it.
// Errors   each difference is a failed expectation of GoogleTest.
#pragma once

#include <cstddef>
#include <string_view>

#include "storage/base/clock.h"
#include "storage/engine/transaction.h"
#include "storage/table/index.h"

namespace larder::property {

// Whether the service has the item in the index: every key attribute there, of its type, not empty, not too long.
bool belongs(const table::Index& index, ItemView item);
// The same for one key attribute's value.
bool fits(const KeyAttribute& attribute, ValueView value, bool is_sort_key);

struct AuditedTable {
  std::size_t items = 0;
  std::size_t indexes = 0;
  std::size_t building = 0;  // of the indexes: their entries must be right, but need not be all
  std::size_t entries = 0;   // of all indexes
  std::size_t collections = 0;
};

// An active index must hold an entry for each member, in order, and count entries and projected sizes exactly. The size
// of each item collection must be that of its items and of what local indexes show of them.
AuditedTable audit_indexes(const engine::Transaction& txn, std::string_view table_name, const Clock& clock);

// Once nothing waits to be erased: the store holds these entries and sizes of collections, and no other.
void audit_nothing_left_over(const engine::Transaction& txn, std::size_t entries_and_collections);

}  // namespace larder::property
