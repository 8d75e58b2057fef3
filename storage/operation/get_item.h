// storage/operation/get_item.h
//
// Reads one item by its primary key. Projection is the caller's: the whole stored item is handed out.
//
// Lifetime the item points into the map: valid until the transaction ends.
// Errors   kResourceNotFound "Requested resource not found"; kValidation "The provided key element does
//          not match the schema" and the other key texts (storage/table/primary_key.h).
#pragma once

#include <optional>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/model/value_view.h"
#include "storage/operation/settings.h"

namespace larder::operation {

struct GetItemRequest {
  std::string_view table_name;  // or its ARN
  ItemView key{std::string_view()};
  bool consistent_read = false;
};

struct GetItemResponse {
  std::optional<ItemView> item;
  double read_units = 0;
};

Result<GetItemResponse> get_item(const Settings& settings, const engine::Transaction& txn,
                                 const GetItemRequest& request);

}  // namespace larder::operation
