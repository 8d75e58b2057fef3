#include "storage/write/apply.h"

#include <array>

namespace larder::write {
namespace {

engine::TreeCount count_of(const std::optional<table::StoredItem>& item) {
  if (!item) return {};
  return {1, static_cast<std::int64_t>(item->size)};
}

}  // namespace

Result<void> apply(engine::WriteTransaction& txn, const ItemChange& change) {
  if (!change.before && !change.after) return {};
  // Equality of values is equality of bytes (storage/FORMAT.md): the service, too, sees no change here.
  if (change.before && change.after && change.before->item == change.after->item) return {};

  // Taken before the first write, which ends the life of `before`.
  const engine::TreeCount before = count_of(change.before);
  const engine::TreeCount after = count_of(change.after);
  if (change.after) {
    const table::ItemHeader header = table::encode_item_header(change.after->size);
    LARDER_TRY_DO(txn.put(engine::Tree::kItems, change.key,
                          {std::string_view(header.data(), header.size()), change.after->item.bytes()}));
  } else {
    LARDER_TRY_DO(txn.erase(engine::Tree::kItems, change.key));
  }
  txn.add_count(change.table.tree, {after.items - before.items, after.bytes - before.bytes});
  return {};
}

}  // namespace larder::write
