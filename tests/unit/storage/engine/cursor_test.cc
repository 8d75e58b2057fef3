// Checks the moves of a cursor at the edges: empty trees, ends, nowhere, changes under it, long keys.
// Random walks are in tests/property/trees_property_test.cc.
// Method: a handful of keys, short and long; every move's answer and key.
#include "storage/engine/cursor.h"

#include <gtest/gtest.h>

#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchStore;

const std::string kLong(600, 'm');

void fill(ScratchStore& store, const std::vector<std::string>& keys) {
  store.write([&](WriteTransaction& txn) -> Result<void> {
    for (const std::string& key : keys) LARDER_TRY_DO(txn.put(Tree::kItems, key, {"=", key}));
    return {};
  });
}

std::string at(const Cursor& cursor) {
  const auto value = cursor.value();
  EXPECT_TRUE(value.ok());
  EXPECT_EQ(*value, "=" + std::string(cursor.key()));
  return std::string(cursor.key());
}

TEST(Cursor, AnEmptyTreeHasNoPlace) {
  ScratchStore store;
  const auto txn = store.read();
  Cursor cursor = txn.cursor(Tree::kItems);
  EXPECT_FALSE(*cursor.seek(""));
  EXPECT_FALSE(*cursor.seek("k"));
  EXPECT_FALSE(*cursor.seek_before(""));
  EXPECT_FALSE(*cursor.seek_before("k"));
  EXPECT_FALSE(*cursor.next());
  EXPECT_FALSE(*cursor.previous());
}

TEST(Cursor, SeeksToTheFirstKeyNotBelow) {
  ScratchStore store;
  fill(store, {"b", "d", kLong});
  const auto txn = store.read();
  Cursor cursor = txn.cursor(Tree::kItems);
  struct Row {
    std::string seek;
    std::string found;
    std::string before;
    const char* why;
  };
  const Row rows[] = {
      {"", "b", "", "the empty key is below all"},
      {"b", "b", "", "an equal key"},
      {"c", "d", "b", "between"},
      {"e", kLong, "d", "into a layer"},
      {kLong, kLong, "d", "an equal long key"},
      {kLong.substr(0, 599), kLong, "d", "a prefix of a long key"},
      {kLong.substr(0, 511), kLong, "d", "the link's own bytes"},
      {kLong.substr(0, 510), kLong, "d", "just short of the link"},
      {kLong + "a", "", kLong, "behind the last key of a layer"},
      {"z", "", kLong, "behind the last key"},
  };
  for (const Row& row : rows) {
    ASSERT_EQ(*cursor.seek(row.seek), !row.found.empty()) << row.why;
    if (!row.found.empty()) {
      EXPECT_EQ(at(cursor), row.found) << row.why;
    }
    ASSERT_EQ(*cursor.seek_before(row.seek), !row.before.empty()) << row.why;
    if (!row.before.empty()) {
      EXPECT_EQ(at(cursor), row.before) << row.why;
    }
  }
}

TEST(Cursor, StandsNowhereBehindTheEndsAndMaySeekAgain) {
  ScratchStore store;
  fill(store, {"a", "b"});
  const auto txn = store.read();
  Cursor cursor = txn.cursor(Tree::kItems);
  ASSERT_TRUE(*cursor.seek("b"));
  EXPECT_FALSE(*cursor.next());
  EXPECT_FALSE(*cursor.previous()) << "from nowhere only seeks lead on";
  ASSERT_TRUE(*cursor.seek("a"));
  EXPECT_FALSE(*cursor.previous());
  EXPECT_FALSE(*cursor.next());
  ASSERT_TRUE(*cursor.seek_before("b"));
  EXPECT_EQ(at(cursor), "a");
}

TEST(Cursor, TurnsAround) {
  ScratchStore store;
  fill(store, {"a", kLong, kLong + "x", kLong + std::string(600, 'y'), "z"});
  const auto txn = store.read();
  Cursor cursor = txn.cursor(Tree::kItems);
  ASSERT_TRUE(*cursor.seek("a"));
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(*cursor.next());
    EXPECT_EQ(at(cursor), kLong);
    ASSERT_TRUE(*cursor.next());
    EXPECT_EQ(at(cursor), kLong + "x");
    ASSERT_TRUE(*cursor.next());
    EXPECT_EQ(at(cursor), kLong + std::string(600, 'y'));
    ASSERT_TRUE(*cursor.next());
    EXPECT_EQ(at(cursor), "z");
    for (int back = 0; back < 4; ++back) ASSERT_TRUE(*cursor.previous());
    EXPECT_EQ(at(cursor), "a");
  }
}

TEST(Cursor, SeveralStandInOneTransaction) {
  ScratchStore store;
  fill(store, {"a", "b", kLong});
  const auto txn = store.read();
  Cursor one = txn.cursor(Tree::kItems);
  Cursor other = txn.cursor(Tree::kItems);
  ASSERT_TRUE(*one.seek("a"));
  ASSERT_TRUE(*other.seek(kLong));
  ASSERT_TRUE(*one.next());
  EXPECT_EQ(at(one), "b");
  EXPECT_EQ(at(other), kLong);
}

TEST(Cursor, FindsItsPlaceAgainAfterChangesOfItsTransaction) {
  ScratchStore store;
  fill(store, {"a", "b", "c", "d", kLong, kLong + "x"});
  store.write([](WriteTransaction& txn) {
    Cursor cursor = txn.cursor(Tree::kItems);
    ASSERT_TRUE(*cursor.seek("b"));
    EXPECT_TRUE(*txn.erase(Tree::kItems, "b"));
    EXPECT_EQ(cursor.key(), "b") << "the key is the cursor's own";
    ASSERT_TRUE(*cursor.next());
    EXPECT_EQ(at(cursor), "c");
    EXPECT_TRUE(txn.put(Tree::kItems, "bb", {"=bb"}).ok());
    ASSERT_TRUE(*cursor.previous());
    EXPECT_EQ(at(cursor), "bb");
    ASSERT_TRUE(*cursor.seek(kLong));
    EXPECT_TRUE(*txn.erase(Tree::kItems, kLong));
    ASSERT_TRUE(*cursor.next());
    EXPECT_EQ(at(cursor), kLong + "x");
    EXPECT_TRUE(*txn.erase(Tree::kItems, kLong + "x"));
    EXPECT_FALSE(*cursor.next());
  });
}

}  // namespace
}  // namespace larder::engine
