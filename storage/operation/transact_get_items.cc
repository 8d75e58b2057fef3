#include "storage/operation/transact_get_items.h"

#include <cstddef>
#include <string>

#include "storage/model/limits.h"
#include "storage/operation/check_item.h"
#include "storage/operation/distinct_keys.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {

Result<TransactGetResponse> transact_get_items(const Settings& settings, const engine::Transaction& txn,
                                               std::span<const TransactGetAction> actions) {
  TransactGetResponse response;
  std::vector<std::string> keys;
  std::size_t bytes = 0;
  for (const TransactGetAction& action : actions) {
    LARDER_TRY(const table::Table table, table::find(txn, action.table_name, settings.clock));
    LARDER_TRY(const table::PrimaryKey key, table::key_of_key(table, txn.hash_secret(), action.key));
    LARDER_TRY(const std::optional<table::StoredItem> stored, table::read_item(txn, table, key));
    keys.emplace_back(key.bytes.view());
    bytes += size_of(stored);
    response.items.push_back(stored ? std::optional<ItemView>(stored->item) : std::nullopt);
    capacity_of(response.capacity, action.table_name).read.table +=
        read_units(size_of(stored), Consistency::kTransactional);
  }
  if (!are_distinct(keys)) {
    return validation_error("Transaction request cannot include multiple operations on one item");
  }
  if (bytes > limits::kTransactionBytesMax) {
    return validation_error("The total size of the items in the transaction exceeds 4194304 bytes");
  }
  return response;
}

}  // namespace larder::operation
