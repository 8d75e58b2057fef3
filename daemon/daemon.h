// daemon/daemon.h
//
// The wiring: store, writer, readers, dispatcher, HTTP front, housekeeping; made in that order, stopped in
// reverse.
//
// Errors   start: `exit_code` and one line that says what and where. Whatever was made is stopped again.
// Threads  the main thread.
#pragma once

#include <memory>
#include <string>

#include "daemon/options.h"

namespace larder::daemon {

struct StartFailure {
  int exit_code = 0;
  std::string text;
};

class Daemon {
 public:
  // Null with `*failure` filled, or a daemon that serves.
  static std::unique_ptr<Daemon> start(const Options& options, StartFailure* failure);
  ~Daemon();

  // Answers what is under way within the drain time, commits, closes.
  void stop();

 private:
  struct Parts;
  explicit Daemon(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace larder::daemon
