// storage/operation/update_item.h
//
// Changes attributes of one item; an absent item starts from its key attributes.
//
// Writes   through write::apply; nothing at all when the item stays as it is.
// Errors   in the order checked:
//            kResourceNotFound        "Requested resource not found"
//            kValidation              the key does not match the key schema; the update names a key attribute
//            kConditionalCheckFailed  "The conditional request failed"; `item` set when asked for
//            kValidation              the update cannot be applied; "Item size to update has exceeded the
//                                     maximum allowed size"
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

struct UpdateItemRequest {
  std::string_view table_name;  // or its ARN
  ItemView key{std::string_view()};
  const expression::Update* update = nullptr;        // null: none (creates an item of its key alone)
  const expression::Condition* condition = nullptr;  // null: none
  ReturnValues return_values = ReturnValues::kNone;
  ReturnOnConditionFailure return_on_failure = ReturnOnConditionFailure::kNone;
};

Result<ItemWriteResponse> update_item(const Settings& settings, engine::WriteTransaction& txn,
                                      const UpdateItemRequest& request);

}  // namespace larder::operation
