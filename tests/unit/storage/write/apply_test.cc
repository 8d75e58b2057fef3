// Checks that index entries, counts and collection sizes follow every change of an item.
// Method: a real temporary database; after each change the entries are read back through their items.
#include "storage/write/apply.h"

#include "tests/unit/storage/write/indexed_store.h"

namespace larder::write {
namespace {

using support::item;
using support::n;
using support::s;

using Items = std::vector<std::string>;

std::int64_t size(const std::string& bytes) {
  return static_cast<std::int64_t>(item_size(ItemView(bytes)));
}

TEST(Apply, EntriesFollowTheItem) {
  IndexedStore store({by_email()});
  store.put(person(1, "a"));
  EXPECT_EQ(store.entries(), Items({person(1, "a")}));
  EXPECT_EQ(store.count().items, 1);
  EXPECT_EQ(store.count().bytes, size(person(1, "a")));

  store.put(person(1, "a", "note"));
  EXPECT_EQ(store.entries(), Items({person(1, "a", "note")}));
  EXPECT_EQ(store.count().bytes, size(person(1, "a", "note")));

  store.put(person(1, "b"));
  EXPECT_EQ(store.entries(), Items({person(1, "b")}));
  EXPECT_EQ(store.count().items, 1);

  store.put(person(1, std::nullopt));
  EXPECT_EQ(store.entries(), Items());
  EXPECT_EQ(store.count().items, 0);
  EXPECT_EQ(store.count().bytes, 0);

  store.put(person(1, "c"));
  store.erase(person(1, "c"));
  EXPECT_EQ(store.entries(), Items());
  EXPECT_EQ(store.count().items, 0);
}

TEST(Apply, EqualIndexKeysAreEntriesOfTheirOwnInTheTablesOrder) {
  IndexedStore store({by_email()});
  for (const std::int64_t sk : {3, -1, 20, 1}) store.put(person(sk, "same"));
  EXPECT_EQ(store.entries(),
            Items({person(-1, "same"), person(1, "same"), person(3, "same"), person(20, "same")}));
}

TEST(Apply, TheSizeOfACollectionIsExact) {
  IndexedStore store({index_of("by-age", table::IndexKind::kLocal,
                               {{"pk", table::KeyType::kHash}, {"age", table::KeyType::kRange}})});
  const std::string one = item({{"pk", s("p")}, {"sk", n("1")}, {"age", n("5")}});
  const std::string two = item({{"pk", s("p")}, {"sk", n("2")}});
  const std::string other = item({{"pk", s("q")}, {"sk", n("1")}, {"age", n("5")}});
  const auto collection = [&](const std::string& of) {
    const engine::ReadTransaction txn = store.store.read();
    const auto key = table::key_of_item(store.table(), txn.hash_secret(), ItemView(of));
    const auto bytes = collection_bytes(txn, store.table(), key->bytes);
    EXPECT_TRUE(bytes.ok());
    return static_cast<std::int64_t>(*bytes);
  };
  store.put(one);
  store.put(two);
  store.put(other);
  EXPECT_EQ(collection(one), 2 * size(one) + size(two));
  EXPECT_EQ(collection(other), 2 * size(other));
  {  // the bytes of storage/FORMAT.md, "Item collection"
    const engine::ReadTransaction txn = store.store.read();
    const auto key = table::key_of_item(store.table(), txn.hash_secret(), ItemView(other));
    std::string collection_key;
    append_big_endian(store.table().collections->value, collection_key);
    collection_key += std::string_view(key->bytes).substr(4, 16);
    std::string eight_bytes;
    append_big_endian(static_cast<std::uint64_t>(2 * size(other)), eight_bytes);
    EXPECT_EQ(*txn.get(engine::Tree::kIndexEntries, collection_key), eight_bytes);
  }
  store.erase(one);
  EXPECT_EQ(collection(one), size(two));
  store.erase(two);
  EXPECT_EQ(collection(one), 0);
}

TEST(Apply, ADroppedTableLeavesNothingBehind) {
  IndexedStore store(
      {by_email(), index_of("by-age", table::IndexKind::kLocal,
                            {{"pk", table::KeyType::kHash}, {"age", table::KeyType::kRange}})});
  for (std::int64_t sk = 0; sk < 10; ++sk) store.put(person(sk, "a"));
  store.store.write([&](engine::WriteTransaction& txn) { return table::drop(txn, "T", EpochMillis{0}); });
  bool more = true;
  while (more) {
    store.store.write([&](engine::WriteTransaction& txn) -> Result<void> {
      LARDER_TRY(more, table::erase_dropped(txn, store.clock.now(), 3));
      return {};
    });
  }
  const engine::ReadTransaction txn = store.store.read();
  for (const engine::Tree tree : {engine::Tree::kItems, engine::Tree::kIndexEntries, engine::Tree::kLayers}) {
    EXPECT_FALSE(*txn.cursor(tree).seek(std::string(1, '\0')));
  }
}

}  // namespace
}  // namespace larder::write
