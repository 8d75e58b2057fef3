// daemon/housekeeping.h
//
// The thread that clears up behind the operations: erases what dropped tables left, forgets old idempotency
// tokens. All through the Writer and in small steps, so that no client's write waits long behind one.
//
// Order    looks once a second while there are writes, once a minute otherwise, and goes on without a pause
// while
//          something is left.
// Threads  construction and stop: one thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "ipc/api/log.h"
#include "storage/engine/writer.h"
#include "storage/operation/settings.h"

namespace larder::daemon {

class Housekeeping {
 public:
  Housekeeping(engine::Writer& writer, const operation::Settings& settings, api::Log& log);
  ~Housekeeping();  // stop()
  void stop();      // before the Writer stops

 private:
  void run();
  bool step();    // true when more is left to do now
  bool is_due();  // by the writes since the last look, and the time
  bool stopping();

  engine::Writer& writer_;
  const operation::Settings settings_;
  api::Log& log_;
  std::uint64_t seen_requests_ = 0;
  std::uint64_t own_requests_ = 0;
  int quiet_seconds_ = 0;
  int seconds_since_step_ = 0;
  bool failing_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace larder::daemon
