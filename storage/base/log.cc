#include "storage/base/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace larder {
namespace {

constexpr std::size_t kLineBytesMax = 4'096;

// In the order of LogLevel; the notice last, under the library's level that is never dropped.
struct LevelRow {
  std::string_view word;            // for --log-level
  std::string_view prefix;          // of a line at a terminal or in a file
  std::string_view journal_prefix;  // a syslog priority, sd-daemon(3)
  spdlog::level::level_enum library_level;
};
constexpr auto kLevels = std::to_array<LevelRow>({
    {"info", "info: ", "<6>", spdlog::level::info},
    {"warning", "warning: ", "<4>", spdlog::level::warn},
    {"error", "error: ", "<3>", spdlog::level::err},
    {"", "", "<5>", spdlog::level::critical},
});
constexpr std::size_t kNotice = 3;
constexpr std::size_t kNamedLevels = 3;

class LevelPrefix final : public spdlog::custom_flag_formatter {
 public:
  explicit LevelPrefix(std::string_view LevelRow::*prefix) : prefix_(prefix) {}
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/,
              spdlog::memory_buf_t& to) override {
    const auto* row = std::ranges::find(kLevels, message.level, &LevelRow::library_level);
    const std::string_view prefix = row == kLevels.end() ? std::string_view() : (*row).*prefix_;
    to.append(prefix.data(), prefix.data() + prefix.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<LevelPrefix>(prefix_);
  }

 private:
  std::string_view LevelRow::*prefix_;
};

std::shared_ptr<spdlog::logger> make_logger() {
  auto logger = std::make_shared<spdlog::logger>("larder", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  if (std::getenv("JOURNAL_STREAM") != nullptr) {
    formatter->add_flag<LevelPrefix>('*', &LevelRow::journal_prefix).set_pattern("%*%v");
  } else {
    formatter->add_flag<LevelPrefix>('*', &LevelRow::prefix).set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %*%v");
  }
  logger->set_formatter(std::move(formatter));
  return logger;
}

// Made at first use, so that a line before start_log is not lost.
spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> instance = make_logger();
  return *instance;
}

void write(std::size_t level, std::string_view text) {
  std::string line(text.substr(0, kLineBytesMax));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  logger().log(kLevels[level].library_level, spdlog::string_view_t(line.data(), line.size()));
}

void write(LogLevel level, std::string_view text) {
  write(static_cast<std::size_t>(level), text);
}

}  // namespace

std::optional<LogLevel> parse_log_level(std::string_view word) {
  for (std::size_t i = 0; i < kNamedLevels; ++i) {
    if (kLevels[i].word == word) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

void start_log(LogLevel least) {
  logger().set_level(kLevels[static_cast<std::size_t>(least)].library_level);
}

void log_info(std::string_view line) {
  write(LogLevel::kInfo, line);
}
void log_warning(std::string_view line) {
  write(LogLevel::kWarning, line);
}
void log_error(std::string_view line) {
  write(LogLevel::kError, line);
}
void log_notice(std::string_view line) {
  write(kNotice, line);
}

}  // namespace larder
