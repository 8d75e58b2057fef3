// storage/engine/sub_databases.h
//
// The names that LMDB knows the trees by. Row i is the tree of value i.
// Source   storage/FORMAT.md, "Sub-databases".
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "storage/engine/transaction.h"

namespace larder::engine {

struct SubDatabaseRow {
  Tree tree;
  const char* name;  // stored
};

inline constexpr auto kSubDatabases = std::to_array<SubDatabaseRow>({
    {Tree::kItems, "items"},
    {Tree::kIndexEntries, "index_entries"},
    {Tree::kLayers, "layers"},
    {Tree::kChangeLog, "change_log"},
    {Tree::kLogIndex, "log_index"},
    {Tree::kExpiry, "expiry"},
    {Tree::kTokens, "tokens"},
    {Tree::kCheckpoints, "checkpoints"},
    {Tree::kCatalog, "catalog"},
    {Tree::kMeta, "meta"},
});

inline constexpr std::size_t kTreesCount = kSubDatabases.size();

static_assert([] {
  for (std::size_t i = 0; i < kTreesCount; ++i) {
    if (kSubDatabases[i].tree != static_cast<Tree>(i)) return false;
  }
  return kTreesCount == static_cast<std::size_t>(Tree::kMeta) + 1;
}());

constexpr std::size_t tree_index(Tree tree) {
  return static_cast<std::size_t>(tree);
}
constexpr const char* tree_name(Tree tree) {
  return kSubDatabases[tree_index(tree)].name;
}

}  // namespace larder::engine
