// ipc/http/site.h
//
// What all connections of one HTTP server share: where requests go, who may ask, how long they may take.
//
// Limits   times are kept by a sweep (SiteLimits::sweep_interval), so one may last an interval longer than
// said. Threads  const while serving, but for `draining` and `connections`, which any http thread reads and
// changes.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "ipc/api/dispatch.h"
#include "ipc/api/log.h"
#include "ipc/http/allowed_hosts.h"
#include "storage/base/clock.h"
#include "storage/model/limits.h"

namespace larder::http {

struct SiteLimits {
  std::size_t body_bytes_max = limits::kBodyBytesMax;
  std::size_t connections_max = 10'000;
  std::chrono::milliseconds header_timeout{
      15'000};                                      // from the first byte of a request to the end of its head
  std::chrono::milliseconds body_timeout{60'000};   // from there to its last byte
  std::chrono::milliseconds idle_timeout{300'000};  // between requests
  std::chrono::milliseconds write_timeout{60'000};  // without the client taking any byte of its reply
  std::chrono::milliseconds sweep_interval{1'000};
  // What a thread holds in replies of which their clients have taken nothing for `stalled_after`. Beyond it those that
  // stand still longest are cut off before their time-out.
  std::size_t stalled_bytes_max = 64 << 20;
  std::chrono::milliseconds stalled_after{1'000};
};

// How many connections there are.
class ConnectionCount {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
  }
  void remove() {
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) none_.notify_all();
  }
  std::size_t value() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  // False when some are left after that time.
  bool wait_for_none(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return none_.wait_for(lock, time, [this] { return count_ == 0; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable none_;
  std::size_t count_ = 0;
};

struct Site {
  Site(api::Dispatcher& its_dispatcher, api::Log& its_log, AllowedHosts its_hosts,
       const SiteLimits& its_limits, TestClock* its_clock, std::function<void(std::string&)> its_metrics)
      : dispatcher(its_dispatcher),
        log(its_log),
        hosts(std::move(its_hosts)),
        limits(its_limits),
        test_clock(its_clock),
        append_metrics(std::move(its_metrics)) {}

  api::Dispatcher& dispatcher;
  api::Log& log;
  const AllowedHosts hosts;
  const SiteLimits limits;
  TestClock* const test_clock;                             // null: no /_larder/clock
  const std::function<void(std::string&)> append_metrics;  // the text of /metrics; empty: no such path
  std::atomic<bool> draining{false};                       // every reply is its connection's last
  ConnectionCount connections;
};

}  // namespace larder::http
