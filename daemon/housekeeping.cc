#include "daemon/housekeeping.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "storage/operation/erase_dropped.h"
#include "storage/operation/expire_tokens.h"

namespace larder::daemon {
namespace {

// Of one step: about a millisecond of the writer's time.
constexpr std::size_t kEntriesPerStep = 512;
constexpr std::size_t kTokensPerStep = 256;

constexpr std::chrono::seconds kLook{1};
constexpr int kQuietLooks = 60;  // seconds between looks when nobody writes

}  // namespace

Housekeeping::Housekeeping(engine::Writer& writer, const operation::Settings& settings, api::Log& log)
    : writer_(writer), settings_(settings), log_(log), thread_([this] { run(); }) {}

Housekeeping::~Housekeeping() {
  stop();
}

void Housekeeping::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool Housekeeping::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void Housekeeping::run() {
  pthread_setname_np(pthread_self(), "larder-house");
  // What an earlier run left comes first.
  bool due = true;
  while (true) {
    while (due && !stopping()) due = step();
    std::unique_lock lock(mutex_);
    if (wake_.wait_for(lock, kLook, [this] { return stopping_; })) return;
    lock.unlock();
    due = is_due();
  }
}

bool Housekeeping::is_due() {
  const std::uint64_t requests = writer_.metrics().requests - own_requests_;
  quiet_seconds_ = requests == seen_requests_ ? quiet_seconds_ + 1 : 0;
  seen_requests_ = requests;
  ++seconds_since_step_;
  // A deletion that the test option delays becomes due without another write.
  const auto delay_seconds = static_cast<int>(settings_.table_state_delay_millis / 1000) + 1;
  return quiet_seconds_ <= delay_seconds || seconds_since_step_ >= kQuietLooks;
}

bool Housekeeping::step() {
  bool more = false;
  seconds_since_step_ = 0;
  ++own_requests_;
  const Result<void> done = writer_.execute([&](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY(const bool dropped, operation::erase_dropped(settings_, txn, kEntriesPerStep));
    LARDER_TRY(const bool tokens, operation::expire_tokens(settings_, txn, kTokensPerStep));
    more = dropped || tokens;
    return {};
  });
  if (!done.ok()) {
    // Said once per trouble, not once a second.
    if (!failing_ && !stopping()) log_.error("housekeeping: " + done.error().message);
    failing_ = true;
    return false;
  }
  failing_ = false;
  return more;
}

}  // namespace larder::daemon
