// Checks that every write that was acknowledged is there after SIGKILL, that writes come back in commit order without
// gaps, and that a killed process leaves nothing that hinders the next one, or, in memory, any file at all.
// Method: a forked child writes numbered records through the Writer, four in flight, and reports each
// acknowledgement over a pipe. The parent kills it after a random number of them, opens the directory and looks; the
// next child goes on in the same directory. The first rounds kill before the first acknowledgement, so that creation is
// hit too. LARDER_SEED repeats a run.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <set>
#include <string>

#include "storage/base/bytes.h"
#include "tests/support/scratch_store.h"
#include "tests/support/seed.h"

namespace larder::engine {
namespace {

using support::ScratchDirectory;

constexpr int kRounds = 40;
constexpr std::size_t kInFlight = 4;

// Long keys for some, so that a layer must never be without its link or the reverse.
std::string record_key(std::uint64_t number) {
  std::string key(number % 3 == 0 ? 700 : 4, 'r');
  append_big_endian(number, key);
  return key;
}

std::string record_value(std::uint64_t number) {
  return std::string(1 + number * 37 % 5'000, static_cast<char>('a' + number % 26));
}

// One record; together with it the number of all records so far, so that half a group would be seen.
struct Record final : WriteRequest {
  Result<void> run(WriteTransaction& txn) override {
    LARDER_TRY_DO(txn.put(Tree::kItems, record_key(number), {record_value(number)}));
    txn.add_count({1}, {1, 0});
    return {};
  }
  void complete(Result<void> outcome) noexcept override {
    // The number goes to the parent only when it is acknowledged: what it reads must be on the disk.
    if (!outcome.ok() || write(pipe, &number, sizeof number) != sizeof number) _exit(3);
    if (write(turn, "x", 1) != 1) _exit(3);
  }
  std::uint64_t number = 0;
  int pipe = -1;
  int turn = -1;  // tells the child's main thread that a place is free
};

[[noreturn]] void child(const EnvironmentOptions& options, std::uint64_t first, int pipe_to_parent) {
  int turns[2];
  if (pipe(turns) != 0) _exit(2);
  auto environment = Environment::open(options);
  if (!environment.ok()) {
    std::fprintf(stderr, "child: %s\n", environment.error().message.c_str());
    _exit(2);
  }
  Writer writer(**environment, {});
  Record records[kInFlight];
  // Answers come in the order of submits, so the oldest record is free with each turn.
  for (std::uint64_t number = first;; ++number) {
    Record& record = records[number % kInFlight];
    char byte = 0;
    if (number >= first + kInFlight && read(turns[0], &byte, 1) != 1) _exit(2);
    record.number = number;
    record.pipe = pipe_to_parent;
    record.turn = turns[1];
    writer.submit(record);
  }
}

struct Killed {
  std::uint64_t acknowledged;  // one more than the last acknowledged number; `first` when there is none
  int status;
};

// Lets a child write from `first` on and kills it once `acknowledgements` have come.
Killed run_and_kill(const EnvironmentOptions& options, std::uint64_t first, std::uint64_t acknowledgements,
                    useconds_t patience) {
  int acknowledged[2];
  EXPECT_EQ(pipe(acknowledged), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    close(acknowledged[0]);
    child(options, first, acknowledged[1]);
  }
  close(acknowledged[1]);
  std::uint64_t next = first;
  std::uint64_t number = 0;
  while (next < first + acknowledgements && read(acknowledged[0], &number, sizeof number) == sizeof number) {
    EXPECT_EQ(number, next);
    next = number + 1;
  }
  // With nothing to wait for, any moment of the child's start may be hit.
  if (acknowledgements == 0) usleep(patience);
  kill(pid, SIGKILL);
  while (read(acknowledged[0], &number, sizeof number) == sizeof number) next = number + 1;
  close(acknowledged[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  return {next, status};
}

TEST(EngineKill, EveryAcknowledgedWriteIsThere) {
  std::mt19937_64 random(support::test_seed());
  const ScratchDirectory scratch;
  EnvironmentOptions options;
  options.directory = scratch.path() / "data";
  std::uint64_t next = 0;  // records 0 .. next-1 are in the store
  for (int round = 0; round < kRounds && !testing::Test::HasFailure(); ++round) {
    const std::uint64_t acknowledgements = round < 10 ? 0 : random() % 200;
    const Killed killed =
        run_and_kill(options, next, acknowledgements, static_cast<useconds_t>(random() % 20'000));
    ASSERT_TRUE(WIFSIGNALED(killed.status) && WTERMSIG(killed.status) == SIGKILL) << killed.status;

    const auto environment = Environment::open(options);
    ASSERT_TRUE(environment.ok()) << environment.error().message;
    const auto txn = (*environment)->begin_read();
    ASSERT_TRUE(txn.ok());
    std::uint64_t present = 0;
    while (true) {
      const auto value = txn->get(Tree::kItems, record_key(present));
      ASSERT_TRUE(value.ok()) << value.error().message;
      if (!value->has_value()) break;
      ASSERT_EQ(**value, record_value(present));
      ++present;
    }
    EXPECT_GE(present, killed.acknowledged) << "an acknowledged write is lost, round " << round;
    EXPECT_LE(present, killed.acknowledged + kInFlight);
    EXPECT_EQ(txn->count({1})->items, static_cast<std::int64_t>(present)) << "a group is half there";
    std::uint64_t walked = 0;
    Cursor cursor = txn->cursor(Tree::kItems);
    for (auto found = cursor.seek(""); found.ok() && *found; found = cursor.next()) ++walked;
    EXPECT_EQ(walked, present) << "records without gaps, and none beyond";
    next = present;
  }
  EXPECT_GT(next, 0U);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(options.directory)) {
    names.insert(entry.path().filename());
  }
  EXPECT_EQ(names, (std::set<std::string>{"data.mdb", "lock", "lock.mdb"}));
}

TEST(EngineKill, AnInMemoryStoreLeavesNothing) {
  const ScratchDirectory scratch;
  EnvironmentOptions options;
  options.in_memory = true;
  options.directory = scratch.path();
  for (int round = 0; round < 5; ++round) {
    const Killed killed = run_and_kill(options, 0, 10, 0);
    ASSERT_TRUE(WIFSIGNALED(killed.status) && WTERMSIG(killed.status) == SIGKILL) << killed.status;
    EXPECT_GE(killed.acknowledged, 10U);
    EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
  }
}

}  // namespace
}  // namespace larder::engine
