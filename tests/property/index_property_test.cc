// Checks that every secondary index is at every moment what its definition makes of the table: entries, their order,
// counts and projected sizes; also while it is being built, after it was dropped, and after the database was reopened.
// Method: a random workload (index_workload.h) over tables whose indexes come and go; every few steps each index is
// recomputed from the items (index_audit.h). The seed is printed; LARDER_SEED repeats a run. The same after kill -9:
// tests/crash/index_kill_test.cc.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "tests/property/index_audit.h"
#include "tests/property/index_workload.h"
#include "tests/support/scratch_store.h"
#include "tests/support/seed.h"

namespace larder::property {
namespace {

constexpr int kRounds = 10;
constexpr int kSteps = 240;  // of a round
constexpr int kStepsBetweenAudits = 20;

AuditedTable audit_all(support::ScratchStore& store, const Clock& clock) {
  const engine::ReadTransaction txn = store.read();
  AuditedTable all;
  for (const TableKind& kind : kTableKinds) {
    const AuditedTable one = audit_indexes(txn, kind.name, clock);
    all.items += one.items;
    all.indexes += one.indexes;
    all.building += one.building;
    all.entries += one.entries;
    all.collections += one.collections;
  }
  return all;
}

TEST(IndexProperty, EveryIndexIsTheProjectionOfItsTable) {
  const std::uint64_t seed = support::test_seed();
  support::ScratchStore store;
  std::size_t refused = 0;
  std::size_t made = 0;
  std::size_t audits_of_builds = 0;
  std::size_t entries_seen = 0;
  for (int round = 0; round < kRounds; ++round) {
    IndexWorkload workload(store.environment(), store.writer(), seed + static_cast<std::uint64_t>(round));
    workload.make_tables();
    for (int i = 0; i < kSteps; ++i) {
      workload.step();
      if (i % kStepsBetweenAudits == 0) {
        const AuditedTable audited = audit_all(store, workload.clock());
        audits_of_builds += audited.building;
        entries_seen += audited.entries;
      }
      if (testing::Test::HasFailure()) FAIL() << "in step " << i << " of round " << round;
    }
    refused += workload.refused_writes();
    made += workload.made_indexes();
    // Every other time builds are still under way when the database closes.
    if (round % 2 == 0) {
      workload.settle();
      const AuditedTable settled = audit_all(store, workload.clock());
      EXPECT_EQ(settled.building, 0U);
      audit_nothing_left_over(store.read(), settled.entries + settled.collections);
    }
    store.reopen();
    audit_all(store, workload.clock());
    if (testing::Test::HasFailure()) FAIL() << "after round " << round;
  }
  // The workload must have met what the test is about.
  EXPECT_GT(refused, 20U);
  EXPECT_GT(made, 10U);
  EXPECT_GT(audits_of_builds, 10U);
  EXPECT_GT(entries_seen, 1'000U);
}

}  // namespace
}  // namespace larder::property
