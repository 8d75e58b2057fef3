// storage/table/catalog.h
//
// Which tables exist. Read from the caller's own snapshot each time: there is no cache, so none can be stale.
//
// Shape    two entries a table in Tree::kCatalog: a small head (tree id, key schema, life-cycle times, indexes), all
//          that a data-plane call reads, and the full descriptor. Dropped trees wait in the same sub-database
//          for their range to be erased, and indexes being built for their build to end. Bytes: storage/FORMAT.md,
//          "Catalog".
// Lifetime Table and Descriptor own what they hold.
// Errors   find: kResourceNotFound "Requested resource not found". describe: kResourceNotFound
//          "Requested resource not found: Table: NAME not found". Both: kCorruption.
// Threads  as the transaction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/clock.h"
#include "storage/base/ids.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/key_schema.h"
#include "storage/table/descriptor.h"
#include "storage/table/index.h"

namespace larder::table {

// What a call on items needs to know of a table.
struct Table {
  TreeId tree;
  KeySchema key_schema;
  // With the test option that delays life-cycles (0 otherwise): when CREATING ends, when DELETING ends.
  EpochMillis active_at;
  EpochMillis deleted_at;
};

// What a call that changes items needs to know: nothing that must follow an item can be forgotten without it.
struct IndexedTable : Table {
  std::vector<Index> indexes;         // in the order they were made
  std::optional<TreeId> collections;  // of the sizes of item collections; a table with local indexes has it
};

// What a Query or Scan of an index needs to know.
struct TableIndex {
  Table table;
  Index index;
};

enum class Status : std::uint8_t { kCreating, kUpdating, kDeleting, kActive };
std::string_view status_name(Status status);  // "CREATING", ...

// kCreating while it is being built, kDeleting in the answer of the call that deletes it, else kActive.
struct IndexDescription {
  Status status = Status::kActive;
  bool backfilling = false;  // while kCreating: the build has begun
  engine::TreeCount count;   // live: entries and their projected sizes
};

struct Description {
  Descriptor descriptor;
  Status status = Status::kActive;
  engine::TreeCount count;                // live: as of this snapshot
  std::vector<IndexDescription> indexes;  // as descriptor.indexes
};

// The table's name, given its name or its ARN ("arn:aws:dynamodb:REGION:ACCOUNT:table/NAME"). Region and
// account of an ARN are not compared: one Larder serves whatever region its clients were configured for.
std::string_view name_of(std::string_view name_or_arn);

// For calls on items. A table still being created or deleted is not found, as in the service.
Result<Table> find(const engine::Transaction& txn, std::string_view name_or_arn, const Clock& clock);
// The same with its indexes, for calls that change items.
Result<IndexedTable> find_for_write(const engine::Transaction& txn, std::string_view name_or_arn,
                                    const Clock& clock);
// The same for calls that read an index. kValidation "The table does not have the specified index: INDEX"; "Cannot
// read from backfilling global secondary index: INDEX".
Result<TableIndex> find_index(const engine::Transaction& txn, std::string_view name_or_arn,
                              std::string_view index_name, const Clock& clock);

// For calls on tables. A table still being created or deleted is described as such.
Result<std::optional<Description>> find_description(const engine::Transaction& txn,
                                                    std::string_view name_or_arn, const Clock& clock);
// The same, or the error above.
Result<Description> describe(const engine::Transaction& txn, std::string_view name_or_arn,
                             const Clock& clock);

// Names in byte order, after `start_after` (exclusive; it need not exist), at most `limit`. A table being
// deleted is still listed.
Result<std::vector<std::string>> list(const engine::Transaction& txn, std::string_view start_after,
                                      std::size_t limit, const Clock& clock);
Result<std::size_t> count_tables(const engine::Transaction& txn);

}  // namespace larder::table
