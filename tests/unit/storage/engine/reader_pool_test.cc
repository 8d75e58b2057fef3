// Checks that read handles may be begun, moved and dropped by many threads while a writer commits, that each
// sees one snapshot, and that the pool does not grow beyond its use. Method: threads that hand their
// transactions to each other through a shared slot.
#include "storage/engine/reader_pool.h"

#include <gtest/gtest.h>

#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

TEST(ReaderPool, HandlesWanderBetweenThreads) {
  support::ScratchStore store;
  const auto set_both = [&](int n) {
    store.write([&](WriteTransaction& txn) -> Result<void> {
      LARDER_TRY_DO(txn.put(Tree::kItems, "a", {std::to_string(n)}));
      return txn.put(Tree::kCatalog, "b", {std::to_string(n)});
    });
  };
  set_both(0);
  std::mutex mutex;
  std::optional<ReadTransaction> left_behind;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        std::optional<ReadTransaction> txn(store.read());
        {
          const std::lock_guard lock(mutex);
          std::swap(txn, left_behind);
        }
        if (!txn) continue;
        Cursor cursor = txn->cursor(Tree::kItems);
        EXPECT_TRUE(*cursor.seek("a"));
        EXPECT_EQ(*cursor.value(), **txn->get(Tree::kCatalog, "b")) << "one transaction, one snapshot";
      }
    });
  }
  for (int n = 1; n < 200; ++n) set_both(n);
  for (std::thread& thread : threads) thread.join();
  left_behind.reset();
  EXPECT_EQ(store.environment().usage().readers_in_use, 0U);
}

TEST(ReaderPool, EndsWhatFindsNoPlace) {
  support::ScratchStore store;
  {
    std::vector<ReadTransaction> many;
    for (int i = 0; i < 200; ++i) many.push_back(store.read());
    EXPECT_EQ(store.environment().usage().readers_in_use, 200U);
  }
  EXPECT_EQ(store.environment().usage().readers_in_use, 0U);
  store.write([](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {"v"}); });
  EXPECT_EQ(**store.read().get(Tree::kItems, "k"), "v");
}

}  // namespace
}  // namespace larder::engine
