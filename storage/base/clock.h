// storage/base/clock.h
//
// The one source of time. Idempotency tokens, table life-cycles, expiry, iterators and retention read it, so
// a test can set, freeze and advance time instead of sleeping. Durations of requests are not time of day:
// they use std::chrono::steady_clock directly.
// Threads  all functions may be called from any thread.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>

namespace larder {

struct EpochMillis {
  std::int64_t value = 0;
  auto operator<=>(const EpochMillis&) const = default;
};

class Clock {
 public:
  virtual ~Clock() = default;
  virtual EpochMillis now() const = 0;
};

class SystemClock final : public Clock {
 public:
  EpochMillis now() const override;
};

// The clock behind --test-clock: follows the system's until told otherwise.
class TestClock final : public Clock {
 public:
  static constexpr std::int64_t kMaxMillis = 253'402'300'799'999;  // the end of the year 9999

  EpochMillis now() const override;
  // False, and nothing changes, when that would leave 0 to kMaxMillis: times are computed with everywhere, and
  // a client chooses this one.
  bool set(EpochMillis to);           // keeps running from `to`, unless frozen
  bool advance(std::int64_t millis);  // may be negative
  void freeze();                      // stands still at the present reading
  void resume();                      // runs on from where it stands

 private:
  std::atomic<std::int64_t> offset_{0};  // added to the system's clock while running
  std::atomic<std::int64_t> frozen_at_{kRunning};
  static constexpr std::int64_t kRunning = INT64_MIN;
};

}  // namespace larder
