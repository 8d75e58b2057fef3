// storage/base/log.h
//
// Lines for the operator, on standard error. The library behind it stays behind this fence.
//
// Shape    a time stamp and a level before each line; when standard error is the systemd journal, which
// stamps
//          lines itself, only the level as a "<N>" prefix.
// Limits   a 4xx is counted by its front, never logged; a 5xx is logged once, where it becomes a reply.
// Threads  all functions may be called from any thread, start_log once before the others are started.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace larder {

enum class LogLevel : std::uint8_t { kInfo, kWarning, kError, kOff };

// "info", "warning", "error", "off"; nothing for other words.
std::optional<LogLevel> parse_log_level(std::string_view word);

// Lines below `least` are dropped from here on. Without a call: kInfo.
void start_log(LogLevel least);

void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(std::string_view line);

}  // namespace larder
