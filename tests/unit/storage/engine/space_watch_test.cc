// Checks that growing writes are refused when the map is nearly full, and allowed again when space was freed
// inside it. Method: a small map and a large reserve; measuring is forced by claiming many written bytes.
#include "storage/engine/space_watch.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>

#include "storage/engine/internals.h"
#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

constexpr std::uint64_t kForced = 1ULL << 40;

bool growth_refused(support::ScratchStore& store) {
  bool refused = false;
  store.write([&](WriteTransaction& txn) { refused = txn.growth_refused(); });
  return refused;
}

TEST(SpaceWatch, RefusesGrowthBelowTheReserveAndAllowsItAgainAfterErasing) {
  EnvironmentOptions options = support::ScratchStore::without_sync();
  options.map_bytes = 64 << 20;
  support::ScratchStore store(options);
  Environment::Internals& internals = store.environment().internals();
  internals.space.start(internals.env, 32 << 20);
  EXPECT_FALSE(growth_refused(store));

  store.write([](WriteTransaction& txn) -> Result<void> {
    for (int i = 0; i < 40; ++i) {
      LARDER_TRY_DO(txn.put(Tree::kItems, std::to_string(i), {std::string(1 << 20, 'v')}));
    }
    return {};
  });
  internals.space.look(kForced);
  EXPECT_TRUE(growth_refused(store));

  store.write([](WriteTransaction& txn) { EXPECT_EQ(*txn.erase_prefix(Tree::kItems, "", 100), 40U); });
  internals.space.look(kForced);
  EXPECT_FALSE(growth_refused(store)) << "the file is as long as before, but its pages are free";
}

TEST(SpaceWatch, ALimitOfFileSizesIsADiskOfThatSize) {
  support::ScratchStore store;
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit limit = before;
  limit.rlim_cur = std::filesystem::file_size(store.path() / "data.mdb") + (1 << 19);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  store.environment().internals().space.look(kForced);
  const bool refused = growth_refused(store);
  const bool full = store.environment().internals().space.disk_is_full_for(1);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_TRUE(refused);
  EXPECT_TRUE(full);
}

// Far more than a tenth of a second's writes on a fast disk: looking by time alone comes too late.
TEST(SpaceWatch, FastWritesDoNotPassTheReserve) {
  support::ScratchStore store(support::ScratchStore::without_sync());
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit limit = before;
  limit.rlim_cur = 4 << 20;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  store.environment().internals().space.look(kForced);
  int written = 0;
  while (written < 100 && !growth_refused(store)) {
    store.write([&](WriteTransaction& txn) {
      return txn.put(Tree::kItems, std::to_string(written), {std::string(100'000, 'v')});
    });
    ++written;
  }
  const std::uint64_t left = limit.rlim_cur - std::filesystem::file_size(store.path() / "data.mdb");
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_GT(written, 20);
  EXPECT_GT(left, 500'000U) << "the reserve is 1 MB";
}

TEST(SpaceWatch, SaysWhatAClientReads) {
  EXPECT_EQ(storage_full().code, ErrorCode::kServiceUnavailable);
}

}  // namespace
}  // namespace larder::engine
