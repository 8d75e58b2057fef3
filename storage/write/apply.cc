#include "storage/write/apply.h"

#include <optional>
#include <string>

#include "storage/base/bytes.h"
#include "storage/keys/item_key.h"

namespace larder::write {
namespace {

using engine::Tree;
using engine::WriteTransaction;

Result<void> apply_to_item(WriteTransaction& txn, const Plan& plan) {
  if (plan.after) {
    const table::ItemHeader header = table::encode_item_header(plan.after->size);
    LARDER_TRY_DO(txn.put(Tree::kItems, plan.key,
                          {std::string_view(header.data(), header.size()), plan.after->item.bytes()}));
  } else {
    LARDER_TRY_DO(txn.erase(Tree::kItems, plan.key));
  }
  const std::int64_t items = (plan.size_after != 0 ? 1 : 0) - (plan.size_before != 0 ? 1 : 0);
  txn.add_count(plan.table.tree, {items, std::int64_t{plan.size_after} - plan.size_before});
  return {};
}

Result<void> apply_to_index(WriteTransaction& txn, const Plan& plan, const IndexEffect& effect) {
  const TreeId tree = effect.index->tree;
  const std::string_view old_key = plan.entry_key(effect.before);
  const std::string_view new_key = plan.entry_key(effect.after);
  if (effect.stays) {
    bool is_there = true;
    if (effect.index->state == table::IndexState::kBuilding) {
      LARDER_TRY(const auto entry, txn.get(Tree::kIndexEntries, new_key));
      is_there = entry.has_value();
    }
    if (is_there) {
      txn.add_count(tree, {0, std::int64_t{effect.after.size} - effect.before.size});
      return {};
    }
  } else if (effect.before.is_there) {
    LARDER_TRY(const bool was_there, txn.erase(Tree::kIndexEntries, old_key));
    if (was_there) txn.add_count(tree, {-1, -std::int64_t{effect.before.size}});
  }
  if (!effect.after.is_there) return {};
  LARDER_TRY_DO(txn.put(Tree::kIndexEntries, new_key, {table::entry_value(new_key.size(), plan.key.size())}));
  txn.add_count(tree, {1, effect.after.size});
  return {};
}

// The part of an item's key that names its collection, under the tree id of the table's collection sizes.
keys::KeyBuffer collection_key(TreeId collections, std::string_view item_key) {
  keys::KeyBuffer key;
  keys::append_tree(collections, key);
  key.append(item_key.substr(keys::kTreeIdBytes, keys::kHashBytes));
  return key;
}

Result<void> apply_to_collection(WriteTransaction& txn, const Plan& plan) {
  if (!plan.table.collections || plan.collection_growth == 0) return {};
  LARDER_TRY(const std::uint64_t had, collection_bytes(txn, plan.table, plan.key));
  const keys::KeyBuffer key = collection_key(*plan.table.collections, plan.key);
  const std::uint64_t has = had + static_cast<std::uint64_t>(plan.collection_growth);
  if (has == 0) {
    LARDER_TRY_DO(txn.erase(Tree::kIndexEntries, key));
    return {};
  }
  char bytes[sizeof has];
  store_big_endian(has, bytes);
  return txn.put(Tree::kIndexEntries, key, {{bytes, sizeof bytes}});
}

}  // namespace

Result<void> apply(WriteTransaction& txn, const Plan& plan) {
  if (!plan.changes) return {};
  LARDER_TRY_DO(apply_to_item(txn, plan));
  for (const IndexEffect& effect : plan.indexes) LARDER_TRY_DO(apply_to_index(txn, plan, effect));
  return apply_to_collection(txn, plan);
}

Result<std::uint64_t> collection_bytes(const engine::Transaction& txn, const table::IndexedTable& table,
                                       std::string_view item_key) {
  if (!table.collections) return std::uint64_t{0};
  LARDER_TRY(const std::optional<std::string_view> stored,
             txn.get(Tree::kIndexEntries, collection_key(*table.collections, item_key)));
  if (!stored) return std::uint64_t{0};
  if (stored->size() != sizeof(std::uint64_t)) {
    return make_error(ErrorCode::kCorruption, "The size of an item collection is damaged");
  }
  return load_big_endian<std::uint64_t>(stored->data());
}

}  // namespace larder::write
