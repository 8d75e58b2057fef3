// storage/operation/transact_write_items.h
//
// Up to 100 puts, updates, deletes and condition checks on distinct items: all or none.
//
// Writes   through write::apply, and the idempotency token when one is given.
// Errors   in the order checked:
//            kIdempotentParameterMismatch  the token was used with other content in the last ten minutes
//                                          (with the same content: success at once, without effect)
//            kResourceNotFound             any action's table
//            kValidation                   any key or item's shape; "Transaction request cannot include multiple
//                                          operations on one item"; more than 4 MB
//            kTransactionCanceled          one reason per action, in order
//            kServiceUnavailable           something grows and the disk or map is nearly full
//          The count (1 to 100 actions) and the token's length are the API edge's check.
// Threads  the writer.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/model/value_view.h"
#include "storage/operation/capacity.h"
#include "storage/operation/item_collection.h"
#include "storage/operation/return_values.h"
#include "storage/operation/settings.h"

namespace larder::operation {

enum class TransactWriteKind : std::uint8_t { kPut, kUpdate, kDelete, kConditionCheck };

struct TransactWriteAction {
  TransactWriteKind kind = TransactWriteKind::kPut;
  std::string_view table_name;                       // or its ARN
  ItemView item{std::string_view()};                 // kPut: the item; others: the key
  const expression::Update* update = nullptr;        // kUpdate
  const expression::Condition* condition = nullptr;  // null: none
  ReturnOnConditionFailure return_on_failure = ReturnOnConditionFailure::kNone;
};

using ContentHash = std::array<unsigned char, 32>;

struct TransactWriteRequest {
  std::span<const TransactWriteAction> actions;
  std::string_view client_request_token;  // empty: none
  ContentHash content_hash{};             // of everything that makes two requests the same; with a token only
};

struct TransactWriteResponse {
  // One entry per distinct table name, in order of first use. After a repeated token the items were only
  // read: read units instead of write units.
  std::vector<TableCapacity> capacity;
  std::vector<TableCollections> collections;  // of tables with local indexes
};

Result<TransactWriteResponse> transact_write_items(const Settings& settings, engine::WriteTransaction& txn,
                                                   const TransactWriteRequest& request);

}  // namespace larder::operation
