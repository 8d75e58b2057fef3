// Checks where the pieces of long keys are stored, that layers come and go with their keys, and the bytes of
// storage/FORMAT.md, "Layers" and "Checksums". Random keys are in tests/property/trees_property_test.cc.
// Method: keys around the boundary, then a look at the raw entries of LMDB.
#include "storage/engine/layers.h"

#include <gtest/gtest.h>

#include <vector>

#include "storage/engine/internals.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/stored_value.h"
#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchStore;
using namespace std::literals;

struct RawEntry {
  std::string key;
  std::string value;
};

std::vector<RawEntry> raw_entries(ScratchStore& store, Tree tree) {
  const Environment::Internals& internals = store.environment().internals();
  MDB_txn* txn = nullptr;
  EXPECT_EQ(mdb_txn_begin(internals.env, nullptr, MDB_RDONLY, &txn), 0);
  MDB_cursor* cursor = nullptr;
  EXPECT_EQ(mdb_cursor_open(txn, internals.dbi(tree), &cursor), 0);
  std::vector<RawEntry> entries;
  MDB_val key;
  MDB_val value;
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
    entries.push_back({std::string(as_view(key)), std::string(as_view(value))});
  }
  mdb_cursor_close(cursor);
  mdb_txn_abort(txn);
  return entries;
}

void put(ScratchStore& store, const std::string& key, std::string_view value) {
  store.write([&](WriteTransaction& txn) { return txn.put(Tree::kItems, key, {value}); });
}

bool erase(ScratchStore& store, const std::string& key) {
  bool erased = false;
  store.write([&](WriteTransaction& txn) -> Result<void> {
    LARDER_TRY(erased, txn.erase(Tree::kItems, key));
    return {};
  });
  return erased;
}

TEST(Layers, AKeyOf510BytesIsStoredWhole) {
  ScratchStore store;
  put(store, std::string(510, 'k'), "v");
  ASSERT_EQ(raw_entries(store, Tree::kItems).size(), 1U);
  EXPECT_EQ(raw_entries(store, Tree::kItems)[0].key, std::string(510, 'k'));
  EXPECT_TRUE(raw_entries(store, Tree::kLayers).empty());
}

TEST(Layers, AKeyOf511BytesIsALinkAndAnEmptyRest) {
  ScratchStore store;
  put(store, std::string(511, 'k'), "v");
  const auto items = raw_entries(store, Tree::kItems);
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0].key, std::string(511, 'k'));
  EXPECT_EQ(items[0].value.substr(0, 8), "\0\0\0\0\0\0\0\1"sv);
  EXPECT_EQ(items[0].value.size(), 12U);
  const auto layers = raw_entries(store, Tree::kLayers);
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_EQ(layers[0].key, "\0\0\0\0\0\0\0\1"sv);
}

TEST(Layers, TheSameRuleAppliesBelow) {
  ScratchStore store;
  put(store, std::string(511 + 502, 'k'), "whole");
  put(store, std::string(511 + 503, 'k'), "linked");
  const auto layers = raw_entries(store, Tree::kLayers);
  ASSERT_EQ(layers.size(), 3U);
  EXPECT_EQ(layers[0].key, "\0\0\0\0\0\0\0\1"s + std::string(502, 'k'));
  EXPECT_EQ(layers[1].key, "\0\0\0\0\0\0\0\1"s + std::string(503, 'k'));
  EXPECT_EQ(layers[1].value.substr(0, 8), "\0\0\0\0\0\0\0\2"sv);
  EXPECT_EQ(layers[2].key, "\0\0\0\0\0\0\0\2"sv);
}

TEST(Layers, ErasingTheLastKeyErasesTheLinks) {
  ScratchStore store;
  const std::string one(1'600, 'k');
  const std::string other = std::string(511, 'k') + "other";
  put(store, one, "v");
  put(store, other, "v");
  EXPECT_FALSE(erase(store, std::string(1'601, 'k')));
  EXPECT_TRUE(erase(store, one));
  ASSERT_EQ(raw_entries(store, Tree::kLayers).size(), 1U)
      << "the layer that both share stays, with its one key";
  EXPECT_TRUE(erase(store, other));
  EXPECT_TRUE(raw_entries(store, Tree::kLayers).empty());
  EXPECT_TRUE(raw_entries(store, Tree::kItems).empty());
}

TEST(Layers, NumbersAreNeverReused) {
  ScratchStore store;
  const std::string key(600, 'k');
  put(store, key, "v");
  EXPECT_TRUE(erase(store, key));
  store.reopen();
  put(store, key, "v");
  EXPECT_EQ(raw_entries(store, Tree::kItems)[0].value.substr(0, 8), "\0\0\0\0\0\0\0\2"sv);
}

TEST(Layers, ErasePrefixTakesLayersAndCountsEntries) {
  ScratchStore store;
  store.write([](WriteTransaction& txn) -> Result<void> {
    for (int i = 0; i < 50; ++i) {
      LARDER_TRY_DO(txn.put(Tree::kItems, "a" + std::string(700, 'k') + std::to_string(i), {"v"}));
    }
    return txn.put(Tree::kItems, "b" + std::string(700, 'k'), {"v"});
  });
  store.write([](WriteTransaction& txn) {
    EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "a", 30), 30U);
    EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "a", 30), 20U);
  });
  EXPECT_EQ(raw_entries(store, Tree::kItems).size(), 1U);
  EXPECT_EQ(raw_entries(store, Tree::kLayers).size(), 1U);
}

// Bytes of storage/FORMAT.md.
TEST(Checksum, HasTheFrozenBytes) {
  ScratchStore store;
  put(store, "k", "v");
  EXPECT_EQ(raw_entries(store, Tree::kItems)[0].value, "v\x1e\x32\x5e\xb8"sv);
}

TEST(Layers, HasTheFrozenBytes) {
  ScratchStore store;
  put(store, std::string(600, 'k'), "v");
  EXPECT_EQ(raw_entries(store, Tree::kItems)[0].value, "\0\0\0\0\0\0\0\1\xe8\x85\x2d\x6d"sv);
  EXPECT_EQ(raw_entries(store, Tree::kLayers)[0].key, "\0\0\0\0\0\0\0\1"s + std::string(89, 'k'));
  EXPECT_EQ(raw_entries(store, Tree::kLayers)[0].value, "v\x5a\xbb\xc4\xd7"sv);
  EXPECT_EQ(raw_entries(store, Tree::kMeta)[1].key, "format");
  EXPECT_EQ(raw_entries(store, Tree::kMeta)[1].value, "\0\0\0\1\x56\xe4\xf5\x16"sv);
}

// Overwrites what is stored under `key` behind the engine's back.
void damage(ScratchStore& store, Tree tree, const std::string& key, std::string value) {
  const Environment::Internals& internals = store.environment().internals();
  MDB_txn* txn = nullptr;
  ASSERT_EQ(mdb_txn_begin(internals.env, nullptr, 0, &txn), 0);
  MDB_val stored_key = as_val(key);
  MDB_val stored = as_val(value);
  ASSERT_EQ(mdb_put(txn, internals.dbi(tree), &stored_key, &stored, 0), 0);
  ASSERT_EQ(mdb_txn_commit(txn), 0);
}

TEST(Checksum, EveryFlippedBitIsFound) {
  ScratchStore store;
  put(store, "key", "value");
  const std::string whole = raw_entries(store, Tree::kItems)[0].value;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(open_value(Tree::kItems, "key", flipped).ok()) << "bit " << bit;
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(open_value(Tree::kItems, "key", std::string_view(whole).substr(0, size)).ok())
        << "size " << size;
  }
  EXPECT_TRUE(open_value(Tree::kItems, "key", whole).ok());
  EXPECT_FALSE(open_value(Tree::kItems, "kez", whole).ok());
  EXPECT_FALSE(open_value(Tree::kCatalog, "key", whole).ok());
}

TEST(Checksum, GetAndCursorReportTreeAndKey) {
  ScratchStore store;
  put(store, "key", "value");
  damage(store, Tree::kItems, "key", "value1234");
  const auto txn = store.read();
  const auto value = txn.get(Tree::kItems, "key");
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.error().code, ErrorCode::kCorruption);
  EXPECT_EQ(value.error().message, "Stored data is damaged: the checksum is wrong in tree items, key 6b6579");
  Cursor cursor = txn.cursor(Tree::kItems);
  ASSERT_TRUE(*cursor.seek(""));
  EXPECT_EQ(cursor.value().error().code, ErrorCode::kCorruption);
}

TEST(Checksum, ADamagedLinkIsFoundByEveryPath) {
  ScratchStore store;
  const std::string key(600, 'k');
  put(store, key, "value");
  damage(store, Tree::kItems, key.substr(0, 511), "12345678abcd");
  const auto txn = store.read();
  EXPECT_EQ(txn.get(Tree::kItems, key).error().code, ErrorCode::kCorruption);
  Cursor cursor = txn.cursor(Tree::kItems);
  EXPECT_EQ(cursor.seek("a").error().code, ErrorCode::kCorruption);
  EXPECT_EQ(cursor.seek(key).error().code, ErrorCode::kCorruption);
  EXPECT_EQ(cursor.seek_before("z").error().code, ErrorCode::kCorruption);
  EXPECT_EQ(cursor.seek_before(key).error().code, ErrorCode::kCorruption);
  const auto put_again =
      store.writer().execute([&](WriteTransaction& w) { return w.put(Tree::kItems, key, {"v"}); });
  EXPECT_EQ(put_again.error().code, ErrorCode::kCorruption);
  const auto erased = store.writer().execute([&](WriteTransaction& w) -> Result<void> {
    LARDER_TRY_DO(w.erase(Tree::kItems, key));
    return {};
  });
  EXPECT_EQ(erased.error().code, ErrorCode::kCorruption);
}

TEST(Checksum, ALinkToAnEmptyLayerIsFound) {
  ScratchStore store;
  put(store, std::string(600, 'k'), "value");
  const std::string link = raw_entries(store, Tree::kItems)[0].value;
  damage(store, Tree::kItems, std::string(511, 'k'), link);
  store.write([&](WriteTransaction& txn) { EXPECT_TRUE(*txn.erase(Tree::kItems, std::string(600, 'k'))); });
  damage(store, Tree::kItems, std::string(511, 'k'), link);
  const auto txn = store.read();
  Cursor cursor = txn.cursor(Tree::kItems);
  EXPECT_EQ(cursor.seek("a").error().code, ErrorCode::kCorruption);
  EXPECT_EQ(cursor.seek_before("z").error().code, ErrorCode::kCorruption);
}

TEST(Checksum, LongKeysAreCutInMessages) {
  const Error error = corruption(Tree::kItems, std::string(600, 'k'), "x");
  EXPECT_LT(error.message.size(), 200U);
  EXPECT_NE(error.message.find("(600 bytes)"), std::string::npos);
}

}  // namespace
}  // namespace larder::engine
