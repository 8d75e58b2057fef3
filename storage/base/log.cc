#include "storage/base/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

namespace larder {
namespace {

struct LevelRow {
  LogLevel level;
  std::string_view word;
  spdlog::level::level_enum library_level;
};

constexpr auto kLevels = std::to_array<LevelRow>({
    {LogLevel::kInfo, "info", spdlog::level::info},
    {LogLevel::kWarning, "warning", spdlog::level::warn},
    {LogLevel::kError, "error", spdlog::level::err},
    {LogLevel::kOff, "off", spdlog::level::off},
});

// The journal reads a syslog priority from the front of a line: sd-daemon(3).
class JournalPriority final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/,
              spdlog::memory_buf_t& to) override {
    const char digit = message.level >= spdlog::level::err    ? '3'
                       : message.level == spdlog::level::warn ? '4'
                                                              : '6';
    const char prefix[] = {'<', digit, '>'};
    to.append(prefix, prefix + sizeof prefix);
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<JournalPriority>();
  }
};

std::shared_ptr<spdlog::logger> make_logger() {
  auto logger = std::make_shared<spdlog::logger>("larder", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  if (std::getenv("JOURNAL_STREAM") != nullptr) {
    formatter->add_flag<JournalPriority>('*').set_pattern("%*%v");
  } else {
    formatter->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  }
  logger->set_formatter(std::move(formatter));
  return logger;
}

// Made at first use, so that a line before start_log is not lost.
spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> instance = make_logger();
  return *instance;
}

void write(spdlog::level::level_enum level, std::string_view line) {
  logger().log(level, spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace

std::optional<LogLevel> parse_log_level(std::string_view word) {
  for (const LevelRow& row : kLevels) {
    if (row.word == word) return row.level;
  }
  return std::nullopt;
}

void start_log(LogLevel least) {
  logger().set_level(kLevels[static_cast<std::size_t>(least)].library_level);
}

void log_info(std::string_view line) {
  write(spdlog::level::info, line);
}
void log_warning(std::string_view line) {
  write(spdlog::level::warn, line);
}
void log_error(std::string_view line) {
  write(spdlog::level::err, line);
}

}  // namespace larder
