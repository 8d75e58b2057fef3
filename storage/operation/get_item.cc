#include "storage/operation/get_item.h"

#include "storage/operation/capacity.h"
#include "storage/operation/check_item.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

Result<GetItemResponse> get_item(const Settings& settings, const engine::Transaction& txn,
                                 const GetItemRequest& request) {
  LARDER_TRY(const table::Table table, table::find(txn, request.table_name, settings.clock));
  LARDER_TRY(const table::PrimaryKey key, table::key_of_key(table, txn.hash_secret(), request.key));
  LARDER_TRY(const std::optional<table::StoredItem> stored, table::read_item(txn, table, key));

  GetItemResponse response;
  response.read_units =
      read_units(size_of(stored), request.consistent_read ? Consistency::kStrong : Consistency::kEventual);
  if (stored) response.item = stored->item;
  return response;
}

}  // namespace larder::operation
