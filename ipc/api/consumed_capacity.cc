#include "ipc/api/consumed_capacity.h"

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace names = wire::names;

void write_units(std::string_view name, double units, wire::ReplyWriter& reply) {
  reply.member(name);
  reply.real(units);
}

// Only what a transaction used of each kind is shown: a repeated idempotency token only reads.
void write_units_by_kind(const operation::TableCapacity& table, wire::ReplyWriter& reply) {
  write_units(names::kCapacityUnits, table.read_units + table.write_units, reply);
  if (table.read_units > 0) write_units(names::kReadCapacityUnits, table.read_units, reply);
  if (table.write_units > 0) write_units(names::kWriteCapacityUnits, table.write_units, reply);
}

}  // namespace

CapacityDetail decode_capacity_detail(const wire::Node& request) {
  const std::string_view word = text(request, names::kReturnConsumedCapacity);
  if (word == wire::words::kTotal) return CapacityDetail::kTotal;
  if (word == wire::words::kIndexes) return CapacityDetail::kIndexes;
  return CapacityDetail::kNone;
}

void write_table_capacity(CapacityDetail detail, std::string_view table_name, double units,
                          wire::ReplyWriter& reply) {
  reply.begin_structure();
  reply.member(names::kTableName);
  reply.string(table_name);
  write_units(names::kCapacityUnits, units, reply);
  if (detail == CapacityDetail::kIndexes) {
    reply.member(names::kTable);
    reply.begin_structure();
    write_units(names::kCapacityUnits, units, reply);
    reply.end_structure();
  }
  reply.end_structure();
}

void write_consumed_capacity(CapacityDetail detail, std::string_view table_name, double units,
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
    write_units_by_kind(table, reply);
    if (detail == CapacityDetail::kIndexes) {
      reply.member(names::kTable);
      reply.begin_structure();
      write_units_by_kind(table, reply);
      reply.end_structure();
    }
    reply.end_structure();
  }
  reply.end_list();
}

}  // namespace larder::api
