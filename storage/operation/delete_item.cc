#include "storage/operation/delete_item.h"

#include <utility>

#include "storage/operation/check_item.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

Result<ItemWriteResponse> delete_item(const Settings& settings, engine::WriteTransaction& txn,
                                      const DeleteItemRequest& request) {
  LARDER_TRY(const table::IndexedTable table, table::find_for_write(txn, request.table_name, settings.clock));
  LARDER_TRY(const table::PrimaryKey key, table::key_of_key(table, txn.hash_secret(), request.key));
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, key));
  LARDER_TRY_DO(check_condition(request.condition, before, request.return_on_failure));

  std::optional<std::string> old;
  if (before && request.return_values == ReturnValues::kAllOld) old = before->item.bytes();
  return write_item(settings, txn, table, key, before, /*after=*/std::nullopt, std::move(old));
}

}  // namespace larder::operation
