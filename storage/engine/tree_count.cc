#include "storage/engine/tree_count.h"

#include "storage/base/bytes.h"
#include "storage/engine/internals.h"
#include "storage/engine/layers.h"
#include "storage/engine/meta_keys.h"
#include "storage/engine/stored_value.h"

namespace larder::engine {
namespace {

constexpr std::size_t kCountBytes = 16;

Result<TreeCount> stored_count(const TransactionState& txn, std::string_view key) {
  LARDER_TRY(const std::optional<std::string_view> stored, layered_get(txn, Tree::kMeta, key));
  if (!stored) return TreeCount{};
  if (stored->size() != kCountBytes) return corruption(Tree::kMeta, key, "a counter has the wrong length");
  return TreeCount{static_cast<std::int64_t>(load_big_endian<std::uint64_t>(stored->data())),
                   static_cast<std::int64_t>(load_big_endian<std::uint64_t>(stored->data() + 8))};
}

}  // namespace

Result<TreeCount> current_count(const TransactionState& txn, TreeId tree) {
  LARDER_TRY(TreeCount count, stored_count(txn, count_key(tree)));
  if (const auto delta = txn.counts.find(tree); delta != txn.counts.end()) {
    count.items += delta->second.items;
    count.bytes += delta->second.bytes;
  }
  return count;
}

Result<void> drop_stored_count(TransactionState& txn, TreeId tree) {
  txn.counts.erase(tree);
  LARDER_TRY_DO(layered_erase(txn, Tree::kMeta, count_key(tree)));
  return {};
}

Result<void> flush_counts(TransactionState& txn) {
  for (const auto& [tree, delta] : txn.counts) {
    if (delta.items == 0 && delta.bytes == 0) continue;
    const std::string key = count_key(tree);
    LARDER_TRY(const TreeCount stored, stored_count(txn, key));
    char bytes[kCountBytes];
    store_big_endian(static_cast<std::uint64_t>(stored.items + delta.items), bytes);
    store_big_endian(static_cast<std::uint64_t>(stored.bytes + delta.bytes), bytes + 8);
    LARDER_TRY_DO(layered_put(txn, Tree::kMeta, key, {{bytes, sizeof bytes}}));
  }
  txn.counts.clear();
  return {};
}

}  // namespace larder::engine
