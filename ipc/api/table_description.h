// ipc/api/table_description.h
//
// The structure TableDescription of the table operations' replies.
//
// Shape    as the service: BillingModeSummary only of a table that pays per request or once did,
//          SSEDescription only while encryption with a key of KMS is asked for, TableClassSummary only once a
//          class was chosen.
// Units    times in seconds, with the milliseconds as fraction.
#pragma once

#include <cstdint>
#include <string_view>

#include "ipc/wire/reply_writer.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::api {

enum class TableDetail : std::uint8_t {
  kAll,
  kOfDropped,  // DeleteTable's reply: no key schema, attribute definitions or time of creation
};

// {`member`: TableDescription}, the whole reply: "Table" of DescribeTable, "TableDescription" of the others.
void write_table_reply(std::string_view member, const table::Description& description,
                       const operation::Settings& settings, wire::ReplyWriter& reply,
                       TableDetail detail = TableDetail::kAll);

}  // namespace larder::api
