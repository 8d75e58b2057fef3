#include "storage/operation/put_item.h"

#include <utility>

#include "storage/operation/check_item.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

Result<ItemWriteResponse> put_item(const Settings& settings, engine::WriteTransaction& txn,
                                   const PutItemRequest& request) {
  LARDER_TRY(const table::IndexedTable table, table::find_for_write(txn, request.table_name, settings.clock));
  LARDER_TRY(const table::PrimaryKey key, table::key_of_item(table, txn.hash_secret(), request.item));
  LARDER_TRY_DO(check_index_keys_of_put(table, request.item));
  LARDER_TRY(const table::StoredItem after, sized_item(request.item));
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, key));
  LARDER_TRY_DO(check_condition(request.condition, before, request.return_on_failure));

  std::optional<std::string> old;
  if (before && request.return_values == ReturnValues::kAllOld) old = before->item.bytes();
  return write_item(settings, txn, table, key, before, after, std::move(old));
}

}  // namespace larder::operation
