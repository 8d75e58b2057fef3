// Checks which options are taken from where, which source wins, and that every wrong use is refused with a line that
// names it. Method: rows of arguments, variables and files with what must come out or what the refusal must say.
#include "daemon/options.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "daemon/option_table.h"

namespace larder::daemon {
namespace {

using Words = std::vector<std::string>;
using std::chrono::milliseconds;

// A configuration file that goes with the test.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("larder-options-" + std::to_string(getpid()) + ".conf")) {
    std::ofstream(path_) << text;
  }
  ~ConfigFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

Options good(const Words& arguments, const Variables& variables = {}) {
  const Result<Options> options = parse_options(arguments, variables);
  EXPECT_TRUE(options.ok()) << (options.ok() ? "" : options.error().message);
  return options.ok() ? *options : Options{};
}

std::string refusal(const Words& arguments, const Variables& variables = {}) {
  const Result<Options> options = parse_options(arguments, variables);
  EXPECT_FALSE(options.ok());
  return options.ok() ? "" : options.error().message;
}

TEST(Options, HaveDefaults) {
  const Options options = good({"--data-dir", "/srv"});
  EXPECT_EQ(options.data_dir, "/srv");
  EXPECT_EQ(options.http_address, "127.0.0.1");
  EXPECT_EQ(options.http_port, 8000);
  EXPECT_EQ(options.durability, DurabilityChoice::kCommit);
  EXPECT_FALSE(options.test_clock);
  EXPECT_EQ(options.region, "us-east-1");
  EXPECT_TRUE(options.warnings.empty());
}

TEST(Options, AreReadFromTheCommandLine) {
  const Options options = good({"--in-memory",
                                "--http-port=0",
                                "--durability",
                                "none",
                                "--allow-host",
                                "a",
                                "--allow-host=b",
                                "--map-size",
                                "2G",
                                "--header-timeout",
                                "250ms",
                                "--idle-timeout",
                                "2m",
                                "--test-clock=true",
                                "--table-state-delay-ms",
                                "70",
                                "--log-level",
                                "error",
                                "--http-threads",
                                "3"});
  EXPECT_TRUE(options.in_memory);
  EXPECT_EQ(options.http_port, 0);
  EXPECT_EQ(options.durability, DurabilityChoice::kNone);
  EXPECT_EQ(options.allow_hosts, (Words{"a", "b"}));
  EXPECT_EQ(options.map_bytes, 2ULL << 30);
  EXPECT_EQ(options.header_timeout, milliseconds(250));
  EXPECT_EQ(options.idle_timeout, milliseconds(120'000));
  EXPECT_TRUE(options.test_clock);
  EXPECT_EQ(options.table_state_delay, milliseconds(70));
  EXPECT_EQ(options.log_level, LogLevel::kError);
  EXPECT_EQ(options.http_threads, 3U);
}

TEST(Options, CommandLineWinsOverVariablesOverFile) {
  const ConfigFile file(
      "# a comment\nhttp-port = 3\nregion = file\ndata-dir = /file\nin-memory = true\nallow-host = f\n"
      "allow-host = g\n");
  const Variables variables = {{"LARDER_HTTP_PORT", "2"},
                               {"LARDER_REGION", "variable"},
                               {"LARDER_CONFIG", file.path()},
                               {"PATH", "/bin"}};
  const Options options = good({"--http-port", "1"}, variables);
  EXPECT_EQ(options.http_port, 1);
  EXPECT_EQ(options.region, "variable");
  EXPECT_EQ(options.data_dir, "/file");
  EXPECT_TRUE(options.in_memory);
  EXPECT_EQ(options.allow_hosts, (Words{"f", "g"}));
  EXPECT_FALSE(good({"--in-memory=false"}, variables).in_memory) << "a flag can be undone";
  EXPECT_EQ(good({}, {{"LARDER_DATA_DIR", "/d"}, {"LARDER_ALLOW_HOST", "a,b"}}).allow_hosts,
            (Words{"a", "b"}));
}

TEST(Options, EveryRowIsAVariableToo) {
  // A misspelt row would be a variable that nobody can set.
  std::set<std::string_view> names;
  for (const OptionRow& row : option_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos) << row.name;
    EXPECT_EQ(row.kind == OptionKind::kFlag, row.argument.empty()) << row.name;
    EXPECT_NE(help_text().find("--" + std::string(row.name)), std::string::npos) << row.name;
  }
}

TEST(Options, UnknownVariablesAreNamedAndLeft) {
  const Options options = good({"--in-memory"}, {{"LARDER_SEED", "1"}});
  ASSERT_EQ(options.warnings.size(), 1U);
  EXPECT_NE(options.warnings[0].find("LARDER_SEED"), std::string::npos);
}

TEST(Options, WrongUseIsRefusedByName) {
  struct Row {
    const char* why;
    Words arguments;
    const char* says;
  };
  const Row rows[] = {
      {"no store", {}, "--data-dir"},
      {"unknown", {"--data-dri", "/x"}, "data-dri"},
      {"no abbreviations", {"--data", "/x"}, "--data"},
      {"repeated", {"--data-dir", "/x", "--data-dir", "/y"}, "data-dir is given more than once"},
      {"repeated flag", {"--in-memory", "--in-memory"}, "in-memory is given more than once"},
      {"misplaced word", {"--in-memory", "stray"}, "'stray' belongs to no option"},
      {"single dash", {"-in-memory"}, "'-in-memory' belongs to no option"},
      {"value missing", {"--in-memory", "--http-port"}, "http-port"},
      {"empty value", {"--data-dir="}, "data-dir"},
      {"port too large", {"--in-memory", "--http-port", "65536"}, "65535"},
      {"port negative", {"--in-memory", "--http-port=-1"}, "http-port: '-1'"},
      {"port of words", {"--in-memory", "--http-port", "http"}, "'http' is not a port"},
      {"no threads", {"--in-memory", "--http-threads", "0"}, "from 1 to 256"},
      {"flag with a word", {"--in-memory=maybe"}, "'maybe' is not true or false"},
      {"durability later", {"--in-memory", "--durability", "relaxed"}, "'relaxed' needs the commit journal"},
      {"durability unknown", {"--in-memory", "--durability", "some"}, "'some' is not commit or none"},
      {"time without unit", {"--in-memory", "--idle-timeout", "5"}, "500ms, 15s, 5m"},
      {"time that overflows", {"--in-memory", "--idle-timeout", "18446744073709551615h"}, "idle-timeout"},
      {"size too small", {"--in-memory", "--map-size", "1K"}, "from 64M"},
      {"host that can never match", {"--in-memory", "--allow-host", "fe80::1"}, "is not a host name"},
      {"region that breaks an ARN", {"--in-memory", "--region", "a:b"}, "a region's name has a-z"},
      {"region in other letters", {"--in-memory", "--region", "\xff"}, "a region's name has a-z"},
      {"region without end", {"--in-memory", "--region", std::string(64, 'a')}, "at most 63"},
      {"configuration that is a directory", {"--config", "/"}, "cannot be read"},
      {"configuration without end", {"--config", "/dev/zero"}, "larger than 1 MB"},
      {"host with scheme", {"--in-memory", "--allow-host", "http://x"}, "without http://"},
      {"log level", {"--in-memory", "--log-level", "chatty"}, "'chatty'"},
      {"certificate alone", {"--in-memory", "--tls-certificate", "c"}, "need each other"},
      {"file that is not there", {"--config", "/nonexistent.conf"}, "/nonexistent.conf cannot be read"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal(row.arguments);
    EXPECT_NE(message.find(row.says), std::string::npos) << row.why << ": " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << row.why << ": one line";
  }
}

TEST(Options, WrongFilesAreRefusedByName) {
  for (const char* text : {"data-dri = /x\n", "config = /x\n", "help = true\n",
                           "data-dir = /x\ndata-dir = /y\n", "http-port = x\n", "just words\n"}) {
    const ConfigFile file(text);
    EXPECT_NE(refusal({"--in-memory", "--config", file.path()}).find(file.path()), std::string::npos) << text;
  }
}

TEST(Options, HelpAndVersionNeedNothingElse) {
  EXPECT_TRUE(good({"--help"}, {{"LARDER_HTTP_PORT", "x"}}).help);
  EXPECT_TRUE(good({"--version"}).version);
}

}  // namespace
}  // namespace larder::daemon
