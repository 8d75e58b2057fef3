#include "daemon/housekeeping.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "storage/operation/build_index.h"
#include "storage/operation/erase_dropped.h"
#include "storage/operation/expire_tokens.h"

namespace larder::daemon {
namespace {

// Of one step: about a millisecond of the writer's time.
constexpr std::size_t kEntriesPerStep = 512;
constexpr std::size_t kTokensPerStep = 256;
// An entry dirties a page, so a step of a build takes longer; beside clients' writes it is kept so short that they hardly
// feel it.
constexpr operation::BuildStepLimits kBuildStepAlone{.items_max = 256, .bytes_max = 1 << 20};
constexpr operation::BuildStepLimits kBuildStepBesideWrites{.items_max = 64, .bytes_max = 256 << 10};
constexpr std::uint64_t kItemsPerLogLine = 1'000'000;

constexpr std::chrono::seconds kLook{1};
constexpr int kQuietLooks = 60;  // seconds between looks when nobody writes

}  // namespace

Housekeeping::Housekeeping(engine::Writer& writer, const operation::Settings& settings, api::Log& log,
                           HousekeepingMetrics& metrics)
    : writer_(writer), settings_(settings), log_(log), metrics_(metrics), thread_([this] { run(); }) {}

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
  seconds_since_step_ = 0;
  const bool more_to_clear = clear_step();
  const bool more_to_build = build_step();
  return more_to_clear || more_to_build;
}

bool Housekeeping::clear_step() {
  bool more = false;
  ++own_requests_;
  const Result<void> done = writer_.execute([&](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY(const bool dropped, operation::erase_dropped(settings_, txn, kEntriesPerStep));
    LARDER_TRY(const bool tokens, operation::expire_tokens(settings_, txn, kTokensPerStep));
    more = dropped || tokens;
    return {};
  });
  return succeeded(done) && more;
}

bool Housekeeping::build_step() {
  std::optional<operation::BuildStep> step;
  const std::uint64_t clients_requests = writer_.metrics().requests - own_requests_;
  const operation::BuildStepLimits& limits =
      clients_requests == std::exchange(requests_before_step_, clients_requests) ? kBuildStepAlone
                                                                                 : kBuildStepBesideWrites;
  ++own_requests_;
  const Result<void> done = writer_.execute([&](engine::WriteTransaction& txn) -> Result<void> {
    LARDER_TRY(step, operation::build_index(settings_, txn, limits));
    return {};
  });
  if (!succeeded(done) || !step) return false;

  const auto now = std::chrono::steady_clock::now();
  const std::string name = step->table + "/" + step->index;
  if (step->begins) {
    build_began_ = now;
    build_items_ = 0;
    if (!step->ends) log_.info("index " + name + ": building");
  } else if (build_items_ == 0) {
    build_began_ = now;
    log_.info("index " + name + ": going on with its build");
  }
  build_items_ += step->items;
  metrics_.index_build_items.fetch_add(step->items, std::memory_order_relaxed);
  if (step->ends) {
    metrics_.index_builds.fetch_add(1, std::memory_order_relaxed);
    const std::chrono::duration<double> took = now - build_began_;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f", took.count());
    log_.info("index " + name + ": built from " + std::to_string(build_items_) + " items in " + seconds +
              " s");
    build_items_ = 0;
  } else if (build_items_ / kItemsPerLogLine != (build_items_ - step->items) / kItemsPerLogLine) {
    log_.info("index " + name + ": " + std::to_string(build_items_) + " items so far");
  }
  return true;
}

bool Housekeeping::succeeded(const Result<void>& done) {
  if (!done.ok()) {
    // Said once per trouble, not once a second.
    if (!failing_ && !stopping()) log_.error("housekeeping: " + done.error().message);
    failing_ = true;
    return false;
  }
  failing_ = false;
  return true;
}

}  // namespace larder::daemon
