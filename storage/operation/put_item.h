// storage/operation/put_item.h
//
// Stores an item under its primary key, whatever was there before.
//
// Writes   through write::apply; nothing at all when the same item is there already.
// Errors   in the order checked:
//            kResourceNotFound        "Requested resource not found"
//            kValidation              the item's key attributes (missing, type, empty, size), then its size
//            kConditionalCheckFailed  "The conditional request failed"; `item` set when asked for
//            kServiceUnavailable      the item grows and the disk or map is nearly full
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

struct PutItemRequest {
  std::string_view table_name;  // or its ARN
  ItemView item{std::string_view()};
  const expression::Condition* condition = nullptr;  // null: none
  ReturnValues return_values = ReturnValues::kNone;  // kNone or kAllOld
  ReturnOnConditionFailure return_on_failure = ReturnOnConditionFailure::kNone;
};

Result<ItemWriteResponse> put_item(const Settings& settings, engine::WriteTransaction& txn,
                                   const PutItemRequest& request);

}  // namespace larder::operation
