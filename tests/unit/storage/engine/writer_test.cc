// Checks the writer's promises: order, groups and their bounds, what one failing request does to the others,
// and stopping. Method: a first request holds the writer until the test has queued what shall form one group;
// failures come from a request's own error, from a map that is full, from a request that breaks off half-way,
// and from a commit error injected through Environment::Internals.
#include "storage/engine/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

#include "storage/engine/internals.h"
#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchStore;

struct TestRequest final : WriteRequest {
  explicit TestRequest(std::function<Result<void>(WriteTransaction&)> body) : body_(std::move(body)) {}
  Result<void> run(WriteTransaction& txn) override {
    ++runs;
    return body_(txn);
  }
  void complete(Result<void> result) noexcept override {
    outcome = std::move(result);
    done.count_down();
  }
  std::size_t bytes_hint() const override { return hint; }

  std::function<Result<void>(WriteTransaction&)> body_;
  std::size_t hint = 512;
  int runs = 0;
  Result<void> outcome;
  std::latch done{1};
};

std::string key_of(int i) {
  return "key" + std::to_string(i);
}

// `count` puts of key0, key1, ...; those in `special` run that body instead.
class Group {
 public:
  using Body = std::function<Result<void>(WriteTransaction&)>;
  Group(int count, int special, Body body) {
    for (int i = 0; i < count; ++i) {
      requests_.push_back(
          std::make_unique<TestRequest>(i == special ? body : Body([i](WriteTransaction& txn) {
            return txn.put(Tree::kItems, key_of(i), {"v"});
          })));
    }
  }

  // Queues all while the writer is held, so that they form one group; waits for all.
  void run(Writer& writer) {
    std::latch holding(1);
    std::latch queued(1);
    TestRequest holder([&](WriteTransaction&) -> Result<void> {
      holding.count_down();
      queued.wait();
      return {};
    });
    writer.submit(holder);
    holding.wait();
    for (const auto& request : requests_) writer.submit(*request);
    queued.count_down();
    holder.done.wait();
    for (const auto& request : requests_) request->done.wait();
  }

  TestRequest& operator[](int i) { return *requests_[static_cast<std::size_t>(i)]; }
  int size() const { return static_cast<int>(requests_.size()); }

 private:
  std::vector<std::unique_ptr<TestRequest>> requests_;
};

void expect_all_but(ScratchStore& store, Group& group, int special) {
  const auto txn = store.read();
  for (int i = 0; i < group.size(); ++i) {
    EXPECT_EQ(group[i].outcome.ok(), i != special) << i;
    EXPECT_EQ(txn.get(Tree::kItems, key_of(i))->has_value(), i != special) << i;
  }
}

TEST(Writer, OneRefusedPutAmong63GoodOnesInOneGroup) {
  ScratchStore store;
  Group group(64, 20, [](WriteTransaction&) -> Result<void> { return validation_error("refused"); });
  const auto before = store.writer().metrics();
  group.run(store.writer());
  const auto after = store.writer().metrics();
  expect_all_but(store, group, 20);
  EXPECT_EQ(group[20].outcome.error().message, "refused");
  EXPECT_EQ(after.groups - before.groups, 2U) << "the holder's, and one for all 64";
  EXPECT_EQ(after.requests - before.requests, 65U);
  EXPECT_EQ(after.group_retries, 0U);
}

TEST(Writer, APutThatFillsTheMapFailsAlone) {
  EnvironmentOptions options = ScratchStore::without_sync();
  options.map_bytes = 4 << 20;
  ScratchStore store(options);
  Group group(64, 20, [](WriteTransaction& txn) {
    return txn.put(Tree::kItems, key_of(20), {std::string(8 << 20, 'v')});
  });
  group.run(store.writer());
  expect_all_but(store, group, 20);
  EXPECT_EQ(group[20].outcome.error().code, ErrorCode::kServiceUnavailable);
  EXPECT_EQ(group[20].outcome.error().message, storage_full().message);
  EXPECT_EQ(store.writer().metrics().group_retries, 1U);
  EXPECT_EQ(group[19].runs, 2);
}

TEST(Writer, ARequestThatBreaksOffHalfWayLeavesNothing) {
  ScratchStore store;
  Group group(64, 20, [](WriteTransaction& txn) -> Result<void> {
    LARDER_TRY_DO(txn.put(Tree::kItems, key_of(20), {"half"}));
    txn.add_count({1}, {1, 1});
    return make_error(ErrorCode::kCorruption, "found too late");
  });
  group.run(store.writer());
  expect_all_but(store, group, 20);
  EXPECT_EQ(group[20].outcome.error().message, "found too late");
  EXPECT_EQ(store.read().count({1})->items, 0);
}

TEST(Writer, ARequestThatHidesAFailureDoesNotSucceed) {
  EnvironmentOptions options = ScratchStore::without_sync();
  options.map_bytes = 4 << 20;
  ScratchStore store(options);
  Group group(8, 3, [](WriteTransaction& txn) -> Result<void> {
    EXPECT_FALSE(txn.put(Tree::kItems, key_of(3), {std::string(8 << 20, 'v')}).ok());
    return {};
  });
  group.run(store.writer());
  expect_all_but(store, group, 3);
}

TEST(Writer, AFailedCommitRunsTheGroupApart) {
  ScratchStore store;
  Environment::Internals& internals = store.environment().internals();
  Group group(64, 63, [&](WriteTransaction& txn) {
    internals.commit_fault_once = ENOSPC;  // also when it runs again, alone
    return txn.put(Tree::kItems, key_of(63), {"v"});
  });
  const auto before = store.writer().metrics();
  group.run(store.writer());
  const auto after = store.writer().metrics();
  expect_all_but(store, group, 63);
  EXPECT_EQ(group[63].outcome.error().message, storage_full().message);
  EXPECT_EQ(after.group_retries - before.group_retries, 1U);
  EXPECT_EQ(after.groups - before.groups, 1U + 1U + 64U);
}

TEST(Writer, ACommitErrorThatDoesNotReturnHurtsNobody) {
  ScratchStore store;
  Group group(64, -1, {});
  store.environment().internals().commit_fault_once = 0;
  int runs = 0;
  Group with_fault(64, 5, [&](WriteTransaction& txn) {
    if (++runs == 1) store.environment().internals().commit_fault_once = EIO;
    return txn.put(Tree::kItems, key_of(5), {"v"});
  });
  with_fault.run(store.writer());
  expect_all_but(store, with_fault, -1);
  group.run(store.writer());
  expect_all_but(store, group, -1);
}

TEST(Writer, RunsInTheOrderOfSubmit) {
  ScratchStore store;
  std::vector<int> order;
  std::vector<std::unique_ptr<TestRequest>> requests;
  for (int i = 0; i < 1'000; ++i) {
    requests.push_back(std::make_unique<TestRequest>([&order, i](WriteTransaction&) -> Result<void> {
      order.push_back(i);
      return {};
    }));
    store.writer().submit(*requests.back());
  }
  for (const auto& request : requests) request->done.wait();
  ASSERT_EQ(order.size(), 1'000U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Writer, BoundsAGroupByCountAndBytes) {
  WriterOptions bounds;
  bounds.group_requests_max = 10;
  bounds.group_bytes_max = 1'000;
  ScratchStore store(ScratchStore::without_sync(), bounds);
  Group by_count(25, -1, {});
  for (int i = 0; i < 25; ++i) by_count[i].hint = 1;
  by_count.run(store.writer());
  EXPECT_EQ(store.writer().metrics().groups, 1U + 3U);

  Group by_bytes(6, -1, {});
  for (int i = 0; i < 6; ++i) by_bytes[i].hint = 400;
  by_bytes[5].hint = 5'000;  // more than a group may hold: alone
  by_bytes.run(store.writer());
  EXPECT_EQ(store.writer().metrics().groups, 1U + 3U + 1U + 4U);
  EXPECT_TRUE(by_bytes[5].outcome.ok());
}

TEST(Writer, NothingIsVisibleBeforeTheCommit) {
  ScratchStore store;
  store.write([&](WriteTransaction& txn) {
    EXPECT_TRUE(txn.put(Tree::kItems, "k", {"v"}).ok());
    EXPECT_FALSE(store.read().get(Tree::kItems, "k")->has_value());
  });
  EXPECT_TRUE(store.read().get(Tree::kItems, "k")->has_value());
}

TEST(Writer, ManyThreadsIncrementOneCounter) {
  constexpr int kThreads = 8;
  constexpr int kEach = 200;
  ScratchStore store;
  store.write([](WriteTransaction& txn) { return txn.put(Tree::kItems, "n", {"0"}); });
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) {
        store.write([](WriteTransaction& txn) -> Result<void> {
          LARDER_TRY(const std::optional<std::string_view> stored, txn.get(Tree::kItems, "n"));
          return txn.put(Tree::kItems, "n", {std::to_string(std::stoi(std::string(*stored)) + 1)});
        });
        const auto txn = store.read();
        EXPECT_TRUE(txn.get(Tree::kItems, "n")->has_value());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(**store.read().get(Tree::kItems, "n"), std::to_string(kThreads * kEach));
  EXPECT_EQ(store.writer().metrics().requests, 1U + kThreads * kEach);
}

TEST(Writer, StopRunsWhatIsQueuedAndRefusesTheRest) {
  ScratchStore store;
  std::latch holding(1);
  std::latch queued(1);
  TestRequest holder([&](WriteTransaction&) -> Result<void> {
    holding.count_down();
    queued.wait();
    return {};
  });
  TestRequest waiting([](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {"v"}); });
  TestRequest late([](WriteTransaction& txn) { return txn.put(Tree::kItems, "late", {"v"}); });
  store.writer().submit(holder);
  holding.wait();
  store.writer().submit(waiting);
  std::thread stopper([&] { store.writer().stop(); });
  queued.count_down();
  stopper.join();
  store.writer().submit(late);
  late.done.wait();
  EXPECT_TRUE(holder.outcome.ok());
  EXPECT_TRUE(waiting.outcome.ok());
  ASSERT_FALSE(late.outcome.ok());
  EXPECT_EQ(late.outcome.error().code, ErrorCode::kServiceUnavailable);
  EXPECT_EQ(late.runs, 0);
  store.writer().stop();
  const auto txn = store.read();
  EXPECT_TRUE(txn.get(Tree::kItems, "k")->has_value());
  EXPECT_FALSE(txn.get(Tree::kItems, "late")->has_value());
}

TEST(Writer, SubmittersRacingWithStopAllGetAnAnswer) {
  for (int round = 0; round < 20; ++round) {
    ScratchStore store;
    std::atomic<int> answered{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) {
          static_cast<void>(store.writer().execute([](WriteTransaction&) -> Result<void> { return {}; }));
          ++answered;
        }
      });
    }
    store.writer().stop();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(answered, 200);
  }
}

}  // namespace
}  // namespace larder::engine
