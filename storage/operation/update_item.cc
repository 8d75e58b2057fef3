#include "storage/operation/update_item.h"

#include <cstdint>
#include <utility>

#include "storage/operation/check_item.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"

namespace larder::operation {
namespace {

// UPDATED_OLD and UPDATED_NEW show nothing at all, rather than an empty map, when no touched attribute exists.
std::optional<std::string> touched(const expression::Update* update,
                                   const std::optional<table::StoredItem>& item) {
  if (update == nullptr || update->empty() || !item) return std::nullopt;
  std::string fragments = update->touched_fragments(item->item);
  if (ItemView(fragments).count() == 0) return std::nullopt;
  return fragments;
}

std::optional<std::string> shown(const UpdateItemRequest& request,
                                 const std::optional<table::StoredItem>& before,
                                 const std::optional<table::StoredItem>& after) {
  const auto whole = [](const std::optional<table::StoredItem>& item) {
    return item ? std::optional<std::string>(item->item.bytes()) : std::nullopt;
  };
  switch (request.return_values) {
    case ReturnValues::kNone:
      return std::nullopt;
    case ReturnValues::kAllOld:
      return whole(before);
    case ReturnValues::kUpdatedOld:
      return touched(request.update, before);
    case ReturnValues::kAllNew:
      return whole(after);
    case ReturnValues::kUpdatedNew:
      return touched(request.update, after);
  }
  return std::nullopt;
}

}  // namespace

Result<ItemWriteResponse> update_item(const Settings& settings, engine::WriteTransaction& txn,
                                      const UpdateItemRequest& request) {
  LARDER_TRY(const table::IndexedTable table, table::find_for_write(txn, request.table_name, settings.clock));
  LARDER_TRY(const table::PrimaryKey key, table::key_of_key(table, txn.hash_secret(), request.key));
  LARDER_TRY_DO(check_update_keys(request.update, table.key_schema));
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, table, key));
  LARDER_TRY_DO(check_condition(request.condition, before, request.return_on_failure));
  LARDER_TRY(const UpdatedItem updated, updated_item(request.update, before, request.key));

  std::optional<table::StoredItem> after;
  if (updated.bytes)
    after = table::StoredItem{static_cast<std::uint32_t>(updated.size), ItemView(*updated.bytes)};
  if (after) LARDER_TRY_DO(check_index_keys_of_update(table, before, after->item));
  return write_item(settings, txn, table, key, before, after, shown(request, before, after));
}

}  // namespace larder::operation
