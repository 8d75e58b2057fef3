// Checks that the system clock is the time of day, and that the test clock stands, jumps and runs as told.
// Method: readings compared with bounds taken around them; nothing sleeps.

#include "storage/base/clock.h"

#include <gtest/gtest.h>

#include <chrono>

namespace larder {
namespace {

constexpr std::int64_t kDayMillis = 24 * 60 * 60 * 1000;

std::int64_t wall_millis() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

TEST(SystemClock, IsTheTimeOfDay) {
  const std::int64_t before = wall_millis();
  const std::int64_t now = SystemClock().now().value;
  EXPECT_LE(before, now);
  EXPECT_LE(now, wall_millis());
}

TEST(TestClock, FollowsTheSystemUntilTold) {
  const std::int64_t before = wall_millis();
  const TestClock clock;
  EXPECT_LE(before, clock.now().value);
  EXPECT_LE(clock.now().value, wall_millis());
}

TEST(TestClock, RunsOnFromWhereItWasSet) {
  TestClock clock;
  const std::int64_t before = wall_millis();
  clock.set({1000});
  const std::int64_t now = clock.now().value;
  EXPECT_GE(now, 1000);
  EXPECT_LE(now, 1000 + wall_millis() - before);
}

TEST(TestClock, StandsStillWhileFrozen) {
  TestClock clock;
  clock.freeze();
  clock.set({5000});
  EXPECT_EQ(clock.now(), EpochMillis{5000});
  clock.advance(kDayMillis);
  EXPECT_EQ(clock.now(), EpochMillis{5000 + kDayMillis});
  clock.advance(-1);
  EXPECT_EQ(clock.now(), EpochMillis{4999 + kDayMillis});
}

TEST(TestClock, FreezesAtThePresentReading) {
  TestClock clock;
  clock.advance(-kDayMillis);
  const std::int64_t before = wall_millis() - kDayMillis;
  clock.freeze();
  const EpochMillis frozen = clock.now();
  EXPECT_LE(before, frozen.value);
  EXPECT_LE(frozen.value, wall_millis() - kDayMillis);
  EXPECT_EQ(clock.now(), frozen);
}

TEST(TestClock, RefusesTimesThatNothingCanComputeWith) {
  for (const bool frozen : {false, true}) {
    TestClock clock;
    if (frozen) clock.freeze();
    ASSERT_TRUE(clock.set({5000}));
    for (const std::int64_t time : {INT64_MIN, std::int64_t{-1}, TestClock::kMaxMillis + 1, INT64_MAX})
      EXPECT_FALSE(clock.set({time})) << time;
    for (const std::int64_t step : {INT64_MIN, -10 * kDayMillis, TestClock::kMaxMillis, INT64_MAX})
      EXPECT_FALSE(clock.advance(step)) << step;
    EXPECT_GE(clock.now().value, 5000);
    EXPECT_LT(clock.now().value, 5000 + kDayMillis) << "a refusal changes nothing";
  }
  TestClock clock;
  clock.freeze();
  EXPECT_TRUE(clock.set({TestClock::kMaxMillis}));
  EXPECT_TRUE(clock.advance(-TestClock::kMaxMillis));
  EXPECT_EQ(clock.now(), EpochMillis{0});
}

TEST(TestClock, ResumesFromTheFrozenReading) {
  TestClock clock;
  clock.freeze();
  clock.set({7000});
  const std::int64_t before = wall_millis();
  clock.resume();
  const std::int64_t now = clock.now().value;
  EXPECT_GE(now, 7000);
  EXPECT_LE(now, 7000 + wall_millis() - before);
  clock.resume();  // a second call changes nothing
  EXPECT_GE(clock.now().value, now);
  EXPECT_LE(clock.now().value, 7000 + wall_millis() - before);
}

}  // namespace
}  // namespace larder
