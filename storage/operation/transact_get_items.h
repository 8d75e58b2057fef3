// storage/operation/transact_get_items.h
//
// Up to 100 items read in one snapshot. Projection is the caller's.
//
// Lifetime the items point into the map: valid until the transaction ends.
// Errors   kResourceNotFound; kValidation: a key that does not match its schema, "Transaction request
//          cannot include multiple operations on one item", more than 4 MB of items. The count is the API edge's check.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/value_view.h"
#include "storage/operation/capacity.h"
#include "storage/operation/settings.h"

namespace larder::operation {

struct TransactGetAction {
  std::string_view table_name;  // or its ARN
  ItemView key{std::string_view()};
};

struct TransactGetResponse {
  std::vector<std::optional<ItemView>> items;  // one per action, in order
  std::vector<TableCapacity> capacity;         // one per distinct table name, in order of first use
};

Result<TransactGetResponse> transact_get_items(const Settings& settings, const engine::Transaction& txn,
                                               std::span<const TransactGetAction> actions);

}  // namespace larder::operation
