// daemon/console_log.h
//
// The log that the fronts are handed: lines on standard error (storage/base/log.h).
// Threads  any.
#pragma once

#include <string_view>

#include "ipc/api/log.h"
#include "storage/base/log.h"

namespace larder::daemon {

class ConsoleLog final : public api::Log {
 public:
  explicit ConsoleLog(LogLevel least) { start_log(least); }
  void info(std::string_view text) override { log_info(text); }
  void warning(std::string_view text) override { log_warning(text); }
  void error(std::string_view text) override { log_error(text); }
};

}  // namespace larder::daemon
