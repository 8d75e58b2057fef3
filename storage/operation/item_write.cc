#include "storage/operation/item_write.h"

#include <utility>

#include "storage/operation/check_item.h"
#include "storage/write/apply.h"
#include "storage/write/plan.h"

namespace larder::operation {

Result<ItemWriteResponse> write_item(const Settings& settings, engine::WriteTransaction& txn,
                                     const table::IndexedTable& table, const table::PrimaryKey& key,
                                     const std::optional<table::StoredItem>& before,
                                     const std::optional<table::StoredItem>& after,
                                     std::optional<std::string> attributes) {
  const write::Plan plan = write::plan(txn.hash_secret(), {table, key.bytes, before, after});
  LARDER_TRY_DO(check_growth(txn, plan));
  LARDER_TRY_DO(check_collections(settings, txn, {&plan, 1}));

  ItemWriteResponse response;
  response.attributes = std::move(attributes);
  response.write_units = write_units(plan, /*transactional=*/false);
  LARDER_TRY_DO(write::apply(txn, plan));
  LARDER_TRY(response.collection, item_collection(txn, table, key));
  return response;
}

}  // namespace larder::operation
