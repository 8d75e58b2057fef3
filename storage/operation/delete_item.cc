#include "storage/operation/delete_item.h"

#include "storage/operation/capacity.h"
#include "storage/operation/check_item.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"
#include "storage/write/apply.h"

namespace larder::operation {

Result<DeleteItemResponse> delete_item(const Settings& settings, engine::WriteTransaction& txn,
                                       const DeleteItemRequest& request) {
  LARDER_TRY(const table::Table table, table::find(txn, request.table_name, settings.clock));
  LARDER_TRY(const table::PrimaryKey key, table::key_of_key(table, txn.hash_secret(), request.key));
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, key));
  LARDER_TRY_DO(check_condition(request.condition, before, request.return_on_failure));

  DeleteItemResponse response;
  response.write_units = write_units(size_of(before), 0, /*transactional=*/false);
  if (before && request.return_values == ReturnValues::kAllOld) response.attributes = before->item.bytes();
  LARDER_TRY_DO(write::apply(txn, {table, key.bytes, before, /*after=*/std::nullopt}));
  return response;
}

}  // namespace larder::operation
