// storage/base/log.h
//
// Lines for the operator, on standard error. The library behind it stays behind this fence.
//
// Shape    "2026-11-30T12:00:00.000Z warning: text"; a notice has no level word. When standard error is the systemd
//          journal, which stamps lines itself, only the level as a "<N>" prefix.
// Limits   a line is cut at 4 KB; control characters become '?', so that no client's bytes can forge a line.
// Threads  all functions may be called from any thread, start_log once before the others are started.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace larder {

enum class LogLevel : std::uint8_t { kInfo, kWarning, kError };

// "info", "warning", "error"; nothing for other words.
std::optional<LogLevel> parse_log_level(std::string_view word);

// Lines below `least` are dropped from here on. Without a call: kInfo.
void start_log(LogLevel least);

void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(std::string_view line);
void log_notice(std::string_view line);  // whatever the level: what a start says

}  // namespace larder
