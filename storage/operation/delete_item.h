// storage/operation/delete_item.h
//
// Removes the item of a primary key. Deleting what is not there succeeds.
//
// Writes   through write::apply; nothing at all when the item is absent.
// Errors   in the order checked:
//            kResourceNotFound        "Requested resource not found"
//            kValidation              the key does not match the table's key schema
//            kConditionalCheckFailed  "The conditional request failed"; `item` set when asked for
// Threads  the writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/model/value_view.h"
#include "storage/operation/item_write.h"
#include "storage/operation/return_values.h"
#include "storage/operation/settings.h"

namespace larder::operation {

struct DeleteItemRequest {
  std::string_view table_name;  // or its ARN
  ItemView key{std::string_view()};
  const expression::Condition* condition = nullptr;  // null: none
  ReturnValues return_values = ReturnValues::kNone;  // kNone or kAllOld
  ReturnOnConditionFailure return_on_failure = ReturnOnConditionFailure::kNone;
};

Result<ItemWriteResponse> delete_item(const Settings& settings, engine::WriteTransaction& txn,
                                      const DeleteItemRequest& request);

}  // namespace larder::operation
