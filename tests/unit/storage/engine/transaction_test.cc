// Checks get, put, erase, counters, tree ids and snapshots of the transactions, without long keys
// (layers_test.cc). Method: one scratch store per test; what readers see is compared before and after a
// commit.
#include "storage/engine/transaction.h"

#include <gtest/gtest.h>

#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchStore;

std::optional<std::string> value_of(const Transaction& txn, Tree tree, std::string_view key) {
  const auto value = txn.get(tree, key);
  EXPECT_TRUE(value.ok()) << value.error().message;
  if (!value.ok() || !value->has_value()) return std::nullopt;
  return std::string(**value);
}

TEST(Transaction, PutJoinsItsPartsAndReplaces) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) {
    EXPECT_TRUE(txn.put(Tree::kItems, "k", {"one", "", "two"}).ok());
    EXPECT_EQ(value_of(txn, Tree::kItems, "k"), "onetwo");
    EXPECT_TRUE(txn.put(Tree::kItems, "k", {}).ok());
    EXPECT_EQ(value_of(txn, Tree::kItems, "k"), "");
    EXPECT_TRUE(txn.put(Tree::kItems, "k", {"three"}).ok());
  });
  EXPECT_EQ(value_of(store.read(), Tree::kItems, "k"), "three");
}

TEST(Transaction, TreesAreApart) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) {
    EXPECT_TRUE(txn.put(Tree::kItems, "k", {"item"}).ok());
    EXPECT_TRUE(txn.put(Tree::kCatalog, "k", {"catalog"}).ok());
  });
  const auto txn = store.read();
  EXPECT_EQ(value_of(txn, Tree::kItems, "k"), "item");
  EXPECT_EQ(value_of(txn, Tree::kCatalog, "k"), "catalog");
  EXPECT_EQ(value_of(txn, Tree::kExpiry, "k"), std::nullopt);
  EXPECT_EQ(value_of(txn, Tree::kItems, ""), std::nullopt);
}

TEST(Transaction, EraseTellsWhetherTheKeyWasThere) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) {
    EXPECT_TRUE(txn.put(Tree::kItems, "k", {"v"}).ok());
    EXPECT_FALSE(*txn.erase(Tree::kItems, "kk"));
    EXPECT_FALSE(*txn.erase(Tree::kItems, ""));
    EXPECT_TRUE(*txn.erase(Tree::kItems, "k"));
    EXPECT_FALSE(*txn.erase(Tree::kItems, "k"));
    EXPECT_EQ(value_of(txn, Tree::kItems, "k"), std::nullopt);
  });
}

TEST(Transaction, AReaderKeepsItsSnapshot) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {"old"}); });
  const auto before = store.read();
  store.write([](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {"new"}); });
  const auto after = store.read();
  EXPECT_EQ(value_of(before, Tree::kItems, "k"), "old");
  EXPECT_EQ(value_of(after, Tree::kItems, "k"), "new");
  EXPECT_LT(before.snapshot(), after.snapshot());
}

TEST(Transaction, AHandleFromThePoolSeesTheNewestCommit) {
  ScratchStore store;
  for (int i = 0; i < 5; ++i) {
    const std::string value = std::to_string(i);
    store.write([&](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {value}); });
    const auto txn = store.read();
    EXPECT_EQ(value_of(txn, Tree::kItems, "k"), value);
    Cursor cursor = txn.cursor(Tree::kItems);
    EXPECT_TRUE(*cursor.seek(""));
    EXPECT_EQ(*cursor.value(), value);
  }
}

TEST(Transaction, MoveAssignmentEndsTheEarlierSnapshot) {
  ScratchStore store;
  auto txn = store.read();
  txn = store.read();
  EXPECT_EQ(store.environment().usage().readers_in_use, 1U);
}

// Items of LMDB pages that this transaction has written lie in memory that the next put moves or frees.
TEST(Transaction, PutTakesWhatItsOwnGetReturned) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) {
    for (const std::size_t size : {20U, 900U, 3'000U, 50'000U}) {
      const std::string value(size, 'v');
      EXPECT_TRUE(txn.put(Tree::kItems, "k", {value}).ok());
      EXPECT_TRUE(txn.put(Tree::kItems, "l", {"neighbour"}).ok());
      const auto old = txn.get(Tree::kItems, "k");
      EXPECT_TRUE(txn.put(Tree::kItems, "k", {"<", **old, **old, ">"}).ok());
      EXPECT_EQ(value_of(txn, Tree::kItems, "k"), "<" + value + value + ">");

      EXPECT_TRUE(txn.put(Tree::kItems, "k", {value}).ok());
      Cursor cursor = txn.cursor(Tree::kItems);
      EXPECT_TRUE(*cursor.seek("k"));
      EXPECT_TRUE(txn.put(Tree::kItems, "k", {cursor.value()->substr(size / 2), "!"}).ok());
      EXPECT_EQ(value_of(txn, Tree::kItems, "k"), value.substr(size / 2) + "!");
    }
    EXPECT_TRUE(txn.put(Tree::kIndexEntries, "i", {std::string(300, 'k')}).ok());
    EXPECT_TRUE(txn.put(Tree::kIndexEntries, **txn.get(Tree::kIndexEntries, "i"), {"v"}).ok());
    EXPECT_EQ(value_of(txn, Tree::kIndexEntries, std::string(300, 'k')), "v");
  });
}

TEST(Transaction, TreeIdsAreNeverReused) {
  ScratchStore store;
  std::vector<std::uint32_t> ids;
  const auto allocate = [&] {
    store.write([&](WriteTransaction& txn) {
      const auto tree = txn.allocate_tree();
      EXPECT_TRUE(tree.ok());
      ids.push_back(tree->value);
    });
  };
  allocate();
  allocate();
  store.reopen();
  allocate();
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(TreeCount, IsExactInsideAndAfterTheCommit) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) {
    txn.add_count({7}, {2, 100});
    txn.add_count({7}, {1, 50});
    txn.add_count({8}, {1, 1});
    EXPECT_EQ(txn.count({7})->items, 3);
    EXPECT_EQ(txn.count({7})->bytes, 150);
  });
  store.write([](WriteTransaction& txn) {
    txn.add_count({7}, {-1, -60});
    EXPECT_EQ(txn.count({7})->items, 2);
  });
  store.reopen();
  const auto txn = store.read();
  EXPECT_EQ(txn.count({7})->items, 2);
  EXPECT_EQ(txn.count({7})->bytes, 90);
  EXPECT_EQ(txn.count({8})->items, 1);
  EXPECT_EQ(txn.count({9})->items, 0);
}

TEST(TreeCount, DropForgetsWhatIsStoredAndWhatIsGathered) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) { txn.add_count({7}, {2, 100}); });
  store.write([](WriteTransaction& txn) {
    txn.add_count({7}, {1, 1});
    EXPECT_TRUE(txn.drop_count({7}).ok());
    EXPECT_EQ(txn.count({7})->items, 0);
  });
  EXPECT_EQ(store.read().count({7})->items, 0);
}

TEST(TreeCount, IsNotKeptByAFailedRequest) {
  ScratchStore store;
  const auto outcome = store.writer().execute([](WriteTransaction& txn) -> Result<void> {
    txn.add_count({7}, {2, 100});
    return validation_error("no");
  });
  EXPECT_FALSE(outcome.ok());
  EXPECT_EQ(store.read().count({7})->items, 0);
}

TEST(ErasePrefix, IsBoundedAndCounts) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) {
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(txn.put(Tree::kItems, "b" + std::to_string(i), {"v"}).ok());
    EXPECT_TRUE(txn.put(Tree::kItems, "a", {"v"}).ok());
    EXPECT_TRUE(txn.put(Tree::kItems, "c", {"v"}).ok());
    EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "b", 0), 0U);
    EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "b", 60), 60U);
    EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "b", 60), 40U);
    EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "b", 60), 0U);
    EXPECT_EQ(value_of(txn, Tree::kItems, "a"), "v");
    EXPECT_EQ(value_of(txn, Tree::kItems, "c"), "v");
  });
}

}  // namespace
}  // namespace larder::engine
