// storage/operation/capacity.h
//
// Capacity units as the service counts them.
//
// Units    read unit: 4 KB, halved when eventually consistent, doubled in a transaction. Write unit: 1 KB
//          of the larger of the images before and after, doubled in a transaction. Absent items cost the least
//          that a present one can. An index: what it shows, before and after; both, when the entry's key changes;
//          nothing, when it shows the same as before.
// Source   AWS Developer Guide, "DynamoDB read and write operations" (capacity unit consumption).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "storage/table/index.h"
#include "storage/write/plan.h"

namespace larder::operation {

enum class Consistency : std::uint8_t { kEventual, kStrong, kTransactional };

// `bytes` is the item's size; for Query and Scan the sum of the page's, so that it is rounded once.
double read_units(std::size_t bytes, Consistency consistency);

// What a request consumed of one table, reading or writing.
struct IndexUnits {
  std::string name;
  table::IndexKind kind = table::IndexKind::kGlobal;
  double units = 0;
};
struct ConsumedUnits {
  double table = 0;
  std::vector<IndexUnits> indexes;  // only those that were touched

  ConsumedUnits() = default;
  explicit ConsumedUnits(double table_units) : table(table_units) {}
  double total() const;
  void add(std::string_view index_name, table::IndexKind kind, double units);
  void add(const ConsumedUnits& other);
};

// What the change of one item costs its table and the indexes that show something of it.
ConsumedUnits write_units(const write::Plan& plan, bool transactional);

// What one table's part of a batch or transaction consumed.
struct TableCapacity {
  std::string table_name;  // as the request wrote it
  ConsumedUnits read;
  ConsumedUnits write;
};

// The table's entry, made when it is new.
TableCapacity& capacity_of(std::vector<TableCapacity>& capacities, std::string_view table_name);

}  // namespace larder::operation
