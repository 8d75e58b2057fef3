// Checks that after SIGKILL every secondary index is what its definition makes of the table that is there: while items
// are written, indexes come and go, builds and erasures are under way; and that builds then go on to their end.
// Method: a forked child runs the random workload of tests/property/index_workload.h on a real directory and reports each
// step over a pipe; the parent kills it after a random number of steps, opens the directory, recomputes each index from the
// items (index_audit.h), now and then finishes what was under way, and lets the next child go on. LARDER_SEED repeats a
// run.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <random>
#include <utility>

#include "storage/engine/environment.h"
#include "storage/engine/writer.h"
#include "tests/property/index_audit.h"
#include "tests/property/index_workload.h"
#include "tests/support/scratch_store.h"
#include "tests/support/seed.h"

namespace larder::property {
namespace {

constexpr int kRounds = 25;
constexpr std::size_t kStepsMax = 120;  // of a round
constexpr std::size_t kRoundsBetweenEnds = 5;

[[noreturn]] void child(const engine::EnvironmentOptions& options, std::uint64_t seed, int pipe_to_parent) {
  auto environment = engine::Environment::open(options);
  if (!environment.ok()) {
    std::fprintf(stderr, "child: %s\n", environment.error().message.c_str());
    _exit(2);
  }
  engine::Writer writer(**environment, {});
  IndexWorkload workload(**environment, writer, seed);
  workload.make_tables();
  while (!testing::Test::HasFailure()) {
    workload.step();
    if (write(pipe_to_parent, "x", 1) != 1) _exit(3);
  }
  _exit(4);
}

// The steps that a child made before it was killed.
std::size_t run_and_kill(const engine::EnvironmentOptions& options, std::uint64_t seed, std::size_t steps,
                         useconds_t patience) {
  int done[2];
  EXPECT_EQ(pipe(done), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    close(done[0]);
    child(options, seed, done[1]);
  }
  close(done[1]);
  std::size_t seen = 0;
  char byte = 0;
  while (seen < steps && read(done[0], &byte, 1) == 1) ++seen;
  usleep(patience);  // into the middle of a commit, it may be
  kill(pid, SIGKILL);
  while (read(done[0], &byte, 1) == 1) ++seen;
  close(done[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      << "child " << seed << " ended by itself: " << status;
  return seen;
}

TEST(IndexKill, EveryIndexIsTheProjectionOfItsTable) {
  const std::uint64_t seed = support::test_seed();
  std::mt19937_64 random(seed);
  const support::ScratchDirectory scratch;
  engine::EnvironmentOptions options;
  options.directory = scratch.path() / "data";
  std::size_t steps = 0;
  std::size_t killed_builds = 0;
  for (std::size_t round = 0; round < kRounds && !testing::Test::HasFailure(); ++round) {
    steps +=
        run_and_kill(options, random(), 1 + random() % kStepsMax, static_cast<useconds_t>(random() % 2'000));
    SCOPED_TRACE(testing::Message() << "round " << round << " of seed " << seed);
    auto environment = engine::Environment::open(options);
    ASSERT_TRUE(environment.ok()) << environment.error().message;
    engine::Writer writer(**environment, {});
    IndexWorkload workload(**environment, writer, random());
    workload.make_tables();
    const auto audit = [&] {
      const auto txn = (*environment)->begin_read();
      EXPECT_TRUE(txn.ok());
      AuditedTable all;
      for (const TableKind& kind : kTableKinds) {
        const AuditedTable one = audit_indexes(*txn, kind.name, workload.clock());
        all.building += one.building;
        all.entries += one.entries;
        all.collections += one.collections;
      }
      return all;
    };
    killed_builds += audit().building;
    if (round % kRoundsBetweenEnds != kRoundsBetweenEnds - 1) continue;
    workload.settle();
    const AuditedTable settled = audit();
    EXPECT_EQ(settled.building, 0U) << "a build that a kill interrupted never ends";
    const auto txn = (*environment)->begin_read();
    ASSERT_TRUE(txn.ok());
    audit_nothing_left_over(*txn, settled.entries + settled.collections);
  }
  EXPECT_GT(steps, 100U);
  EXPECT_GT(killed_builds, 0U) << "no build was under way at any kill";
}

}  // namespace
}  // namespace larder::property
