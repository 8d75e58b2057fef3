// Checks that an index added to a table with items is built in bounded steps, whatever is written meanwhile.
// Method: a real temporary database, steps of a few items, writes before and behind the build's position, reopening in
// the middle.
#include "storage/write/build_index.h"

#include <algorithm>

#include "storage/table/index_build.h"
#include "tests/unit/storage/write/indexed_store.h"

namespace larder::write {
namespace {

using Items = std::vector<std::string>;

std::optional<BuildStep> step(IndexedStore& store, BuildStepLimits limits = {.items_max = 3}) {
  std::optional<BuildStep> done;
  store.store.write([&](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY(done, build_index_step(txn, store.clock.now(), limits));
    return {};
  });
  return done;
}

void build(IndexedStore& store) {
  while (step(store)) {
  }
}

TEST(BuildIndex, IsBuiltInStepsAndThenActive) {
  IndexedStore store;
  Items expected;
  for (std::int64_t sk = 0; sk < 7; ++sk) {
    expected.push_back(person(sk, "same"));
    store.put(expected.back());
  }
  store.put(person(7, std::nullopt));
  store.add_index(by_email());
  EXPECT_EQ(store.table().indexes[0].state, table::IndexState::kBuilding);
  EXPECT_FALSE(table::find_index(store.store.read(), "T", "by-email", store.clock).ok());

  const std::optional<BuildStep> first = step(store);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->index, "by-email");
  EXPECT_EQ(first->items, 3U);
  EXPECT_EQ(first->entries, 3U);
  EXPECT_TRUE(first->begins);
  EXPECT_FALSE(first->ends);
  EXPECT_EQ(store.entries().size(), 3U);

  store.store.reopen();
  const std::optional<BuildStep> second = step(store);
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->begins) << "goes on where it was";
  build(store);
  EXPECT_EQ(store.entries(), expected);
  EXPECT_EQ(store.count().items, 7);
  EXPECT_EQ(store.table().indexes[0].state, table::IndexState::kActive);
  EXPECT_TRUE(table::find_index(store.store.read(), "T", "by-email", store.clock).ok());
}

TEST(BuildIndex, WritesMeanwhileAreNeitherLostNorCountedTwice) {
  IndexedStore store;
  for (std::int64_t sk = 0; sk < 6; ++sk) store.put(person(sk, "same"));
  store.add_index(by_email());
  ASSERT_TRUE(step(store));  // items 0, 1, 2
  store.put(person(1, "same", "changed behind"));
  store.put(person(4, "same", "changed before"));
  store.erase(person(0, "same"));
  store.erase(person(3, "same"));
  store.put(person(2, "other"));
  store.put(person(5, std::nullopt));
  store.put(person(-1, "same"));
  store.put(person(9, "same"));
  build(store);
  Items found = store.entries();
  Items expected = {person(-1, "same"), person(1, "same", "changed behind"),
                    person(4, "same", "changed before"), person(9, "same"), person(2, "other")};
  std::int64_t bytes = 0;
  for (const std::string& item : expected) bytes += static_cast<std::int64_t>(item_size(ItemView(item)));
  std::ranges::sort(found);
  std::ranges::sort(expected);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(store.count().items, 5);
  EXPECT_EQ(store.count().bytes, bytes);
}

TEST(BuildIndex, StopsAtItsBytes) {
  IndexedStore store;
  for (std::int64_t sk = 0; sk < 6; ++sk) store.put(person(sk, "same", std::string(1'000, 'x')));
  store.add_index(by_email());
  const std::optional<BuildStep> first = step(store, {.items_max = 100, .bytes_max = 2'000});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->items, 2U);
}

TEST(BuildIndex, WaitsUntilItIsDue) {
  IndexedStore store;
  store.add_index(by_email(), store.clock.now().value + 1'000);
  EXPECT_FALSE(step(store));
  EXPECT_EQ(store.table().indexes[0].state, table::IndexState::kBuilding);
  store.clock.set(EpochMillis{store.clock.now().value + 1'000});
  ASSERT_TRUE(step(store));
  EXPECT_EQ(store.table().indexes[0].state, table::IndexState::kActive);
}

TEST(BuildIndex, AnIndexOnAnEmptyTableIsActiveAtOnce) {
  IndexedStore store;
  store.add_index(by_email());
  EXPECT_EQ(store.table().indexes[0].state, table::IndexState::kActive);
  EXPECT_FALSE(step(store));
}

TEST(BuildIndex, ADroppedIndexTakesItsBuildWithIt) {
  IndexedStore store;
  for (std::int64_t sk = 0; sk < 6; ++sk) store.put(person(sk, "same"));
  store.add_index(by_email());
  ASSERT_TRUE(step(store));
  store.descriptor.indexes.clear();
  store.store.write(
      [&](engine::WriteTransaction& txn) { return table::drop_index(txn, store.descriptor, "by-email"); });
  EXPECT_FALSE(step(store));
  EXPECT_TRUE(store.table().indexes.empty());
}

}  // namespace
}  // namespace larder::write
