// daemon/housekeeping.h
//
// The thread that clears up behind the operations and does what they have begun: erases what dropped tables and
// indexes left, builds new indexes, forgets old idempotency tokens. All through the Writer and in small steps, so that
// no client's write waits long behind one.
//
// Order    looks once a second while there are writes, once a minute otherwise, and goes on without a pause while
//          something is left.
// Threads  construction and stop: one thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "ipc/api/log.h"
#include "storage/engine/writer.h"
#include "storage/operation/settings.h"

namespace larder::daemon {

// Read by any thread; outlives the Housekeeping.
struct HousekeepingMetrics {
  std::atomic<std::uint64_t> index_build_items{0};  // looked at by index builds
  std::atomic<std::uint64_t> index_builds{0};       // that have ended
};

class Housekeeping {
 public:
  Housekeeping(engine::Writer& writer, const operation::Settings& settings, api::Log& log,
               HousekeepingMetrics& metrics);
  ~Housekeeping();  // stop()
  void stop();      // before the Writer stops

 private:
  void run();
  bool step();  // true when more is left to do now
  bool clear_step();
  bool build_step();
  bool succeeded(const Result<void>& done);
  bool is_due();  // by the writes since the last look, and the time
  bool stopping();

  engine::Writer& writer_;
  const operation::Settings settings_;
  api::Log& log_;
  HousekeepingMetrics& metrics_;
  std::uint64_t seen_requests_ = 0;
  std::uint64_t own_requests_ = 0;
  std::uint64_t requests_before_step_ = 0;  // clients'
  int quiet_seconds_ = 0;
  int seconds_since_step_ = 0;
  bool failing_ = false;
  std::chrono::steady_clock::time_point build_began_;
  std::uint64_t build_items_ = 0;  // looked at since then
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace larder::daemon
