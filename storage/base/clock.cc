#include "storage/base/clock.h"

#include <chrono>

namespace larder {
namespace {

std::int64_t system_millis() {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  return duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

EpochMillis SystemClock::now() const {
  return {system_millis()};
}

EpochMillis TestClock::now() const {
  const std::int64_t frozen = frozen_at_.load();
  return {frozen == kRunning ? system_millis() + offset_.load() : frozen};
}

bool TestClock::set(EpochMillis to) {
  if (to.value < 0 || to.value > kMaxMillis) return false;
  offset_.store(to.value - system_millis());
  if (frozen_at_.load() != kRunning) frozen_at_.store(to.value);
  return true;
}

bool TestClock::advance(std::int64_t millis) {
  const std::int64_t from = now().value;
  if (millis < -from || millis > kMaxMillis - from) return false;
  offset_.fetch_add(millis);
  if (frozen_at_.load() != kRunning) frozen_at_.fetch_add(millis);
  return true;
}

void TestClock::freeze() {
  frozen_at_.store(now().value);
}

void TestClock::resume() {
  const std::int64_t frozen = frozen_at_.exchange(kRunning);
  if (frozen != kRunning) offset_.store(frozen - system_millis());
}

}  // namespace larder
