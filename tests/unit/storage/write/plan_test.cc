// Checks what a plan says of a change: which entries come, go, move or stay, and what they show.
// Method: plans over items of a real temporary database, one row per kind of change.
#include "storage/write/plan.h"

#include "tests/unit/storage/write/indexed_store.h"

namespace larder::write {
namespace {

using support::item;
using support::n;
using support::s;
using table::ProjectionType;

Plan planned(IndexedStore& store, const table::IndexedTable& table, const std::string& key_item,
             const std::optional<std::string>& after) {
  const engine::ReadTransaction txn = store.store.read();
  const auto key = table::key_of_item(table, txn.hash_secret(), ItemView(key_item));
  EXPECT_TRUE(key.ok());
  return IndexedStore::plan_of(txn, table, *key, after);
}

TEST(Plan, SaysWhatBecomesOfTheEntry) {
  IndexedStore store({by_email(ProjectionType::kKeysOnly)});
  const table::IndexedTable table = store.table();
  const std::string bare = person(1, std::nullopt);
  const std::string with_a = person(1, "a");
  const std::string with_a_note = person(1, "a", "n");
  const std::string with_b = person(1, "b");

  EXPECT_TRUE(planned(store, table, bare, bare).indexes.empty()) << "not in the index";
  {
    const Plan plan = planned(store, table, with_a, with_a);
    ASSERT_EQ(plan.indexes.size(), 1U);
    EXPECT_FALSE(plan.indexes[0].before.is_there);
    EXPECT_TRUE(plan.indexes[0].after.is_there);
    EXPECT_EQ(plan.indexes[0].after.size, item_size(ItemView(with_a)));
    EXPECT_TRUE(plan.grows());
  }
  store.put(with_a_note);
  EXPECT_FALSE(planned(store, table, with_a, with_a_note).changes);
  EXPECT_TRUE(planned(store, table, with_a, with_a).indexes.empty()) << "KEYS_ONLY does not show the note";
  {
    const Plan plan = planned(store, table, with_a, with_b);
    ASSERT_EQ(plan.indexes.size(), 1U);
    EXPECT_FALSE(plan.indexes[0].stays);
    EXPECT_TRUE(plan.indexes[0].before.is_there && plan.indexes[0].after.is_there);
    EXPECT_NE(plan.entry_key(plan.indexes[0].before), plan.entry_key(plan.indexes[0].after));
    EXPECT_EQ(plan.indexes[0].before.size, item_size(ItemView(with_a))) << "without the note";
  }
  for (const std::optional<std::string>& after : {std::optional(bare), std::optional<std::string>()}) {
    const Plan plan = planned(store, table, with_a, after);
    ASSERT_EQ(plan.indexes.size(), 1U);
    EXPECT_TRUE(plan.indexes[0].before.is_there);
    EXPECT_FALSE(plan.indexes[0].after.is_there);
    EXPECT_FALSE(plan.grows());
  }
}

TEST(Plan, AnEntryThatStaysShowsTheNewSize) {
  IndexedStore store({by_email()});
  const table::IndexedTable table = store.table();
  store.put(person(1, "a"));
  const Plan plan = planned(store, table, person(1, "a"), person(1, "a", "note"));
  ASSERT_EQ(plan.indexes.size(), 1U);
  EXPECT_TRUE(plan.indexes[0].stays);
  EXPECT_TRUE(plan.indexes[0].shows_new);
  EXPECT_TRUE(plan.entry_keys.empty()) << "no key is made for an entry that stays";
  EXPECT_EQ(plan.indexes[0].after.size - plan.indexes[0].before.size, 8U);
}

TEST(Plan, ValuesThatNoIndexKeyMayHaveLeaveTheItemOut) {
  IndexedStore store({by_email()});
  const table::IndexedTable table = store.table();
  const std::string number = item({{"pk", s("p")}, {"sk", n("1")}, {"email", n("5")}});
  const std::string empty = item({{"pk", s("p")}, {"sk", n("1")}, {"email", s("")}});
  const std::string long_one = item({{"pk", s("p")}, {"sk", n("1")}, {"email", s(std::string(2'049, 'x'))}});
  for (const std::string& bad : {number, empty, long_one}) {
    EXPECT_TRUE(planned(store, table, bad, bad).indexes.empty());
  }
  const std::string longest = item({{"pk", s("p")}, {"sk", n("1")}, {"email", s(std::string(2'048, 'x'))}});
  EXPECT_EQ(planned(store, table, longest, longest).indexes.size(), 1U);
}

TEST(Plan, ACollectionGrowsByTheItemAndWhatLocalIndexesShow) {
  IndexedStore store({by_email(), index_of("by-age", table::IndexKind::kLocal,
                                           {{"pk", table::KeyType::kHash}, {"age", table::KeyType::kRange}},
                                           ProjectionType::kKeysOnly)});
  const table::IndexedTable table = store.table();
  const std::string aged =
      item({{"pk", s("p")}, {"sk", n("1")}, {"email", s("e")}, {"age", n("5")}, {"note", s("12345")}});
  const std::string keys = item({{"pk", s("p")}, {"sk", n("1")}, {"age", n("5")}});
  const auto whole = static_cast<std::int64_t>(item_size(ItemView(aged)));
  const auto shown = static_cast<std::int64_t>(item_size(ItemView(keys)));
  EXPECT_EQ(planned(store, table, aged, aged).collection_growth, whole + shown);
  store.put(aged);
  EXPECT_EQ(planned(store, table, aged, std::nullopt).collection_growth, -whole - shown);
}

}  // namespace
}  // namespace larder::write
