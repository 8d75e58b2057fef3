#include "ipc/api/consumed_capacity.h"

#include <algorithm>
#include <vector>

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace names = wire::names;

using operation::ConsumedUnits;
using operation::IndexUnits;
using table::IndexKind;

void write_units(std::string_view name, double units, wire::ReplyWriter& reply) {
  reply.member(name);
  reply.real(units);
}

// The member that holds the indexes of one kind, when there are any; `write_one` writes an index's units.
template <class WriteOne>
void write_indexes(std::string_view member, IndexKind kind, const std::vector<IndexUnits>& indexes,
                   wire::ReplyWriter& reply, WriteOne write_one) {
  const auto is_of_kind = [kind](const IndexUnits& index) { return index.kind == kind; };
  if (std::ranges::none_of(indexes, is_of_kind)) return;
  reply.member(member);
  reply.begin_structure();
  for (const IndexUnits& index : indexes) {
    if (!is_of_kind(index)) continue;
    reply.member(index.name);
    reply.begin_structure();
    write_one(index);
    reply.end_structure();
  }
  reply.end_structure();
}

template <class WriteOne>
void write_all_indexes(const std::vector<IndexUnits>& indexes, wire::ReplyWriter& reply, WriteOne write_one) {
  write_indexes(names::kLocalSecondaryIndexes, IndexKind::kLocal, indexes, reply, write_one);
  write_indexes(names::kGlobalSecondaryIndexes, IndexKind::kGlobal, indexes, reply, write_one);
}

// Units of a transaction. Only what it used of each kind is shown: a repeated idempotency token only reads.
void write_units_by_kind(double read, double written, wire::ReplyWriter& reply) {
  write_units(names::kCapacityUnits, read + written, reply);
  if (read > 0) write_units(names::kReadCapacityUnits, read, reply);
  if (written > 0) write_units(names::kWriteCapacityUnits, written, reply);
}

}  // namespace

CapacityDetail decode_capacity_detail(const wire::Node& request) {
  const std::string_view word = text(request, names::kReturnConsumedCapacity);
  if (word == wire::words::kTotal) return CapacityDetail::kTotal;
  if (word == wire::words::kIndexes) return CapacityDetail::kIndexes;
  return CapacityDetail::kNone;
}

void write_table_capacity(CapacityDetail detail, std::string_view table_name, const ConsumedUnits& units,
                          wire::ReplyWriter& reply) {
  reply.begin_structure();
  reply.member(names::kTableName);
  reply.string(table_name);
  write_units(names::kCapacityUnits, units.total(), reply);
  if (detail == CapacityDetail::kIndexes) {
    reply.member(names::kTable);
    reply.begin_structure();
    write_units(names::kCapacityUnits, units.table, reply);
    reply.end_structure();
    write_all_indexes(units.indexes, reply, [&](const IndexUnits& index) {
      write_units(names::kCapacityUnits, index.units, reply);
    });
  }
  reply.end_structure();
}

void write_consumed_capacity(CapacityDetail detail, std::string_view table_name, const ConsumedUnits& units,
                             wire::ReplyWriter& reply) {
  if (detail == CapacityDetail::kNone) return;
  reply.member(names::kConsumedCapacity);
  write_table_capacity(detail, table_name, units, reply);
}

void write_transaction_capacity(CapacityDetail detail, std::span<const operation::TableCapacity> tables,
                                wire::ReplyWriter& reply) {
  if (detail == CapacityDetail::kNone) return;
  reply.member(names::kConsumedCapacity);
  reply.begin_list();
  for (const operation::TableCapacity& table : tables) {
    reply.begin_structure();
    reply.member(names::kTableName);
    reply.string(table.table_name);
    write_units_by_kind(table.read.total(), table.write.total(), reply);
    if (detail == CapacityDetail::kIndexes) {
      reply.member(names::kTable);
      reply.begin_structure();
      write_units_by_kind(table.read.table, table.write.table, reply);
      reply.end_structure();
      // Transactions read tables alone.
      write_all_indexes(table.write.indexes, reply,
                        [&](const IndexUnits& index) { write_units_by_kind(0, index.units, reply); });
    }
    reply.end_structure();
  }
  reply.end_list();
}

}  // namespace larder::api
