// daemon/console_log.h
//
// The daemon's log: lines on standard error, "2026-11-30T12:00:00.000Z warning: text"; under journald the
// level goes as its own prefix instead, which journald turns into a priority. Limits   a line goes out in one
// write, cut at 4 KB; control characters become '?', so that no client's bytes can
//          forge a line.
// Threads  any.
#pragma once

#include <string_view>

#include "daemon/options.h"
#include "ipc/api/log.h"

namespace larder::daemon {

class ConsoleLog final : public api::Log {
 public:
  explicit ConsoleLog(LogLevel level);
  // Whatever the level: what a start says.
  void always(std::string_view text) const { put("<5>", "", text); }
  void info(std::string_view text) override { say(LogLevel::kInfo, text); }
  void warning(std::string_view text) override { say(LogLevel::kWarning, text); }
  void error(std::string_view text) override { say(LogLevel::kError, text); }

 private:
  void say(LogLevel level, std::string_view text) const;
  void put(std::string_view journal_prefix, std::string_view name, std::string_view text) const;

  LogLevel level_;
  bool journal_;
};

}  // namespace larder::daemon
