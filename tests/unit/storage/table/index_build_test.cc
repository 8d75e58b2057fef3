// Checks which build comes next and that the end of one makes its index active. Method: a real temporary database with
// a table's head and builds put by hand.

#include "storage/table/index_build.h"

#include <gtest/gtest.h>

#include "storage/table/catalog_entry.h"
#include "tests/support/scratch_store.h"

namespace larder::table {
namespace {

using engine::Tree;

IndexedTable music() {
  IndexedTable table;
  table.tree = TreeId{7};
  table.key_schema.partition_key = {"Artist", ValueType::kString};
  Index index;
  index.name = "by-year";
  index.tree = TreeId{9};
  index.state = IndexState::kBuilding;
  index.partition_key = {{"Year", ValueType::kNumber}};
  table.indexes = {index};
  return table;
}

Result<void> put_head(engine::WriteTransaction& txn, const IndexedTable& table) {
  return txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kHead, "Music"), {encode_head(table)});
}

std::optional<IndexBuild> next(support::ScratchStore& store, std::int64_t now) {
  const auto build = next_build(store.read(), EpochMillis{now});
  EXPECT_TRUE(build.ok());
  return build.ok() ? *build : std::nullopt;
}

TEST(IndexBuild, TheFirstThatIsDueComesNext) {
  support::ScratchStore store;
  EXPECT_FALSE(next(store, 1'000));
  store.write([](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY_DO(save_build(txn, {TreeId{3}, EpochMillis{500}, "Late", ""}));
    return save_build(txn, {TreeId{9}, EpochMillis{100}, "Music", "key"});
  });
  EXPECT_FALSE(next(store, 99));
  const auto due = next(store, 100);
  ASSERT_TRUE(due);
  EXPECT_EQ(due->index, TreeId{9});
  EXPECT_EQ(due->table, "Music");
  EXPECT_EQ(due->position, "key");
  EXPECT_EQ(next(store, 500)->index, TreeId{3});
}

TEST(IndexBuild, ItsEndMakesTheIndexActive) {
  support::ScratchStore store;
  const IndexBuild build{TreeId{9}, EpochMillis{}, "Music", ""};
  store.write([&](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY_DO(put_head(txn, music()));
    LARDER_TRY_DO(save_build(txn, build));
    return finish_build(txn, build);
  });
  EXPECT_FALSE(next(store, 0));
  const auto table = table_of_build(store.read(), build);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->indexes.front().state, IndexState::kActive);
}

TEST(IndexBuild, OneWithoutItsTableOrIndexIsCorruption) {
  support::ScratchStore store;
  const IndexBuild build{TreeId{10}, EpochMillis{}, "Music", ""};
  EXPECT_EQ(table_of_build(store.read(), build).error().code, ErrorCode::kCorruption);
  store.write([&](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY_DO(put_head(txn, music()));
    const Result<void> done = finish_build(txn, build);
    EXPECT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, ErrorCode::kCorruption);
    return {};
  });
}

}  // namespace
}  // namespace larder::table
