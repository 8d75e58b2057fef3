#include "storage/operation/put_item.h"

#include "storage/operation/capacity.h"
#include "storage/operation/check_item.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"
#include "storage/write/apply.h"

namespace larder::operation {

Result<PutItemResponse> put_item(const Settings& settings, engine::WriteTransaction& txn,
                                 const PutItemRequest& request) {
  LARDER_TRY(const table::Table table, table::find(txn, request.table_name, settings.clock));
  LARDER_TRY(const table::PrimaryKey key, table::key_of_item(table, txn.hash_secret(), request.item));
  LARDER_TRY(const table::StoredItem after, sized_item(request.item));
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, key));
  LARDER_TRY_DO(check_condition(request.condition, before, request.return_on_failure));
  LARDER_TRY_DO(check_growth(txn, size_of(before), after.size));

  PutItemResponse response;
  response.write_units = write_units(size_of(before), after.size, /*transactional=*/false);
  if (before && request.return_values == ReturnValues::kAllOld) response.attributes = before->item.bytes();
  LARDER_TRY_DO(write::apply(txn, {table, key.bytes, before, after}));
  return response;
}

}  // namespace larder::operation
