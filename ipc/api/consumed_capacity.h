// ipc/api/consumed_capacity.h
//
// ReturnConsumedCapacity and the ConsumedCapacity of a reply.
//
// Shape    TOTAL {TableName, CapacityUnits}; INDEXES adds Table {CapacityUnits} and, of indexes that were touched,
//          LocalSecondaryIndexes and GlobalSecondaryIndexes {NAME: {CapacityUnits}}. Transactions say of which
//          kind the units are: ReadCapacityUnits or WriteCapacityUnits stand beside CapacityUnits, at every
//          level.
// Units    capacity units, see storage/operation/capacity.h.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ipc/wire/body.h"
#include "ipc/wire/reply_writer.h"
#include "storage/operation/capacity.h"

namespace larder::api {

enum class CapacityDetail : std::uint8_t { kNone, kTotal, kIndexes };

CapacityDetail decode_capacity_detail(const wire::Node& request);  // NONE when not given

// The member ConsumedCapacity of a reply about one table; nothing for kNone.
// `table_name` is as the request wrote it.
void write_consumed_capacity(CapacityDetail detail, std::string_view table_name,
                             const operation::ConsumedUnits& units, wire::ReplyWriter& reply);

// One entry of the list ConsumedCapacity of a batch's reply, whose caller writes the list. Not for kNone.
void write_table_capacity(CapacityDetail detail, std::string_view table_name,
                          const operation::ConsumedUnits& units, wire::ReplyWriter& reply);

// The member ConsumedCapacity of a transaction's reply; nothing for kNone.
void write_transaction_capacity(CapacityDetail detail, std::span<const operation::TableCapacity> tables,
                                wire::ReplyWriter& reply);

}  // namespace larder::api
