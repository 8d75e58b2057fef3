#include "daemon/console_log.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace larder::daemon {
namespace {

constexpr std::size_t kLineBytesMax = 4'096;

struct LevelRow {
  std::string_view name;
  std::string_view journal_prefix;  // sd-daemon(3)
};
constexpr std::array<LevelRow, 3> kLevels = {{{"error", "<3>"}, {"warning", "<4>"}, {"info", "<6>"}}};

void append_time(std::string* line) {
  const auto now = std::chrono::system_clock::now();
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  const std::time_t seconds = static_cast<std::time_t>(millis / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[64];
  std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  size += static_cast<std::size_t>(
      std::snprintf(text + size, sizeof text - size, ".%03dZ ", static_cast<int>(millis % 1000)));
  line->append(text, size);
}

}  // namespace

ConsoleLog::ConsoleLog(LogLevel level) : level_(level), journal_(std::getenv("JOURNAL_STREAM") != nullptr) {}

void ConsoleLog::say(LogLevel level, std::string_view text) const {
  const LevelRow& row = kLevels[static_cast<std::size_t>(level)];
  if (level <= level_) put(row.journal_prefix, row.name, text);
}

void ConsoleLog::put(std::string_view journal_prefix, std::string_view name, std::string_view text) const {
  std::string line;
  if (journal_) {
    line.append(journal_prefix);
  } else {
    append_time(&line);
  }
  if (!name.empty()) line.append(name).append(": ");
  line.append(text.substr(0, kLineBytesMax));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  line += '\n';
  // Where standard error is gone there is nobody left to tell.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace larder::daemon
