// storage/operation/batch_write_item.h
//
// Puts and deletes up to 25 items in any tables. Larder applies all of them in one commit, so nothing is ever
// left unprocessed; the service promises less.
//
// Writes   through write::apply.
// Errors   in the order checked, over all actions before the first write: kResourceNotFound; kValidation:
//          an item or key that does not match the schema, an item too large, "Provided list of item keys
//          contains duplicates"; kServiceUnavailable when something grows and the disk or map is nearly full.
//          The counts (1 to 25 actions) are the API edge's check.
// Threads  the writer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/value_view.h"
#include "storage/operation/capacity.h"
#include "storage/operation/item_collection.h"
#include "storage/operation/settings.h"

namespace larder::operation {

enum class BatchWriteKind : std::uint8_t { kPut, kDelete };

struct BatchWriteAction {
  BatchWriteKind kind = BatchWriteKind::kPut;
  ItemView item{std::string_view()};  // kPut: the item; kDelete: the key
};

struct BatchWriteTable {
  std::string_view table_name;  // or its ARN
  std::span<const BatchWriteAction> actions;
};

struct BatchWriteResponse {
  std::vector<ConsumedUnits> write_units;     // by index of the request's table
  std::vector<TableCollections> collections;  // of tables with local indexes
};

Result<BatchWriteResponse> batch_write_item(const Settings& settings, engine::WriteTransaction& txn,
                                            std::span<const BatchWriteTable> tables);

}  // namespace larder::operation
