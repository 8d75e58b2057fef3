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

void TestClock::set(EpochMillis to) {
  offset_.store(to.value - system_millis());
  if (frozen_at_.load() != kRunning) frozen_at_.store(to.value);
}

void TestClock::advance(std::int64_t millis) {
  offset_.fetch_add(millis);
  if (frozen_at_.load() != kRunning) frozen_at_.fetch_add(millis);
}

void TestClock::freeze() {
  frozen_at_.store(now().value);
}

void TestClock::resume() {
  const std::int64_t frozen = frozen_at_.exchange(kRunning);
  if (frozen != kRunning) offset_.store(frozen - system_millis());
}

}  // namespace larder
