#include "daemon/option_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "ipc/http/allowed_hosts.h"

namespace larder::daemon {
namespace {

using std::chrono::milliseconds;

Error wrong(std::string text) {
  return validation_error(std::move(text));
}

struct Unit {
  std::string_view suffix;
  std::uint64_t factor;
};

constexpr auto kSizeUnits = std::to_array<Unit>(
    {{"", 1}, {"K", 1ULL << 10}, {"M", 1ULL << 20}, {"G", 1ULL << 30}, {"T", 1ULL << 40}});
constexpr auto kTimeUnits = std::to_array<Unit>({{"ms", 1}, {"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}});
constexpr auto kNoUnits = std::to_array<Unit>({{"", 1}});

// A number with one of `units` behind it, from `min` to `max`.
Result<std::uint64_t> number(std::string_view text, std::span<const Unit> units, std::uint64_t min,
                             std::uint64_t max, std::string_view expected) {
  const auto refuse = [&] { return wrong("'" + std::string(text) + "' is not " + std::string(expected)); };
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return refuse();
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const Unit& unit : units) {
    if (unit.suffix != suffix) continue;
    if (value > max / unit.factor || value * unit.factor < min) return refuse();
    return value * unit.factor;
  }
  return refuse();
}

template <bool Options::*Member>
Result<void> set_flag(Options& options, std::string_view value) {
  if (value != "true" && value != "false") return wrong("'" + std::string(value) + "' is not true or false");
  options.*Member = value == "true";
  return {};
}

template <std::string Options::*Member>
Result<void> set_text(Options& options, std::string_view value) {
  if (value.empty()) return wrong("an empty value");
  options.*Member = value;
  return {};
}

template <std::size_t Options::*Member, std::uint64_t kMax>
Result<void> set_count(Options& options, std::string_view value) {
  static const std::string expected = "a whole number from 1 to " + std::to_string(kMax);
  LARDER_TRY(const std::uint64_t count, number(value, kNoUnits, 1, kMax, expected));
  options.*Member = static_cast<std::size_t>(count);
  return {};
}

template <milliseconds Options::*Member>
Result<void> set_time(Options& options, std::string_view value) {
  LARDER_TRY(const std::uint64_t millis,
             number(value, kTimeUnits, 1, 86'400'000, "a time from 1ms to 24h: 500ms, 15s, 5m"));
  options.*Member = milliseconds(static_cast<std::int64_t>(millis));
  return {};
}

Result<void> set_port(Options& options, std::string_view value) {
  LARDER_TRY(const std::uint64_t port, number(value, kNoUnits, 0, 65'535, "a port from 0 to 65535"));
  options.http_port = static_cast<std::uint16_t>(port);
  return {};
}

Result<void> set_map_size(Options& options, std::string_view value) {
  LARDER_TRY(options.map_bytes,
             number(value, kSizeUnits, 64ULL << 20, 64ULL << 40, "a size from 64M to 64T: 512M, 20G, 1T"));
  return {};
}

Result<void> set_collection_limit(Options& options, std::string_view value) {
  LARDER_TRY(options.item_collection_bytes_max,
             number(value, kSizeUnits, 1, 64ULL << 40, "a size from 1 to 64T: 4096, 10G"));
  return {};
}

Result<void> set_delay(Options& options, std::string_view value) {
  LARDER_TRY(const std::uint64_t millis,
             number(value, kNoUnits, 0, 3'600'000, "a number of milliseconds from 0 to 3600000"));
  options.table_state_delay = milliseconds(static_cast<std::int64_t>(millis));
  return {};
}

Result<void> set_durability(Options& options, std::string_view value) {
  if (value == "relaxed") {
    return wrong(
        "'relaxed' needs the commit journal, which this version does not have yet; use commit or none");
  }
  if (value != "commit" && value != "none")
    return wrong("'" + std::string(value) + "' is not commit or none");
  options.durability = value == "commit" ? DurabilityChoice::kCommit : DurabilityChoice::kNone;
  return {};
}

Result<void> set_log_level(Options& options, std::string_view value) {
  if (const std::optional<LogLevel> level = parse_log_level(value)) {
    options.log_level = *level;
    return {};
  }
  return wrong("'" + std::string(value) + "' is not error, warning or info");
}

// Stands between the colons of every ARN.
Result<void> set_region(Options& options, std::string_view value) {
  constexpr std::size_t kRegionBytesMax = 63;
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (value.empty()) return wrong("an empty value");
  if (value.size() > kRegionBytesMax || !std::ranges::all_of(value, fits))
    return wrong("a region's name has a-z, 0-9 and '-', at most 63 of them, like us-east-1");
  options.region = value;
  return {};
}

Result<void> set_allow_host(Options& options, std::string_view value) {
  if (value.empty()) return wrong("an empty value");
  if (!http::AllowedHosts::is_name(value)) {
    return wrong("'" + std::string(value) + "' is not a host name (give the name alone, without http://)");
  }
  options.allow_hosts.emplace_back(value);
  return {};
}

constexpr auto kOptions = std::to_array<OptionRow>({
    {"data-dir", Group::kStore, OptionKind::kValue, Place::kAnywhere, "DIR", "",
     "The database's directory, made when missing; one daemon at a time. Needed, but with --in-memory, where "
     "it "
     "says under which existing directory the temporary files go.",
     &set_text<&Options::data_dir>},
    {"in-memory", Group::kStore, OptionKind::kFlag, Place::kAnywhere, "", "off",
     "A temporary store: nothing is left at exit, however the process ends.", &set_flag<&Options::in_memory>},
    {"durability", Group::kStore, OptionKind::kValue, Place::kAnywhere, "HOW", "commit",
     "commit: a write is answered when it is on the disk. none: the kernel writes when it likes, a crash of "
     "the "
     "machine may lose or damage the store. (relaxed: not in this version.)",
     &set_durability},
    {"map-size", Group::kStore, OptionKind::kValue, Place::kAnywhere, "SIZE", "1T",
     "Address space for the data, the most it can grow to; units K, M, G, T.", &set_map_size},
    {"allow-network-filesystem", Group::kStore, OptionKind::kFlag, Place::kAnywhere, "", "off",
     "Open a data directory on NFS and the like, where locks and memory maps may not hold.",
     &set_flag<&Options::allow_network_filesystem>},

    {"http-address", Group::kHttp, OptionKind::kValue, Place::kAnywhere, "IP", "127.0.0.1",
     "Address to listen on. Whoever reaches it may read and write everything.",
     &set_text<&Options::http_address>},
    {"http-port", Group::kHttp, OptionKind::kValue, Place::kAnywhere, "PORT", "8000",
     "Port to listen on; 0 takes any free one and says which.", &set_port},
    {"allow-host", Group::kHttp, OptionKind::kList, Place::kAnywhere, "NAME", "",
     "Serve requests that name this host (loopback names always are), and web pages that come from it. Give "
     "it "
     "again for more; '*' serves any.",
     &set_allow_host},
    {"tls-certificate", Group::kHttp, OptionKind::kValue, Place::kAnywhere, "FILE", "",
     "PEM file with the certificate chain; with --tls-key this makes it https.",
     &set_text<&Options::tls_certificate>},
    {"tls-key", Group::kHttp, OptionKind::kValue, Place::kAnywhere, "FILE", "",
     "PEM file with its private key.", &set_text<&Options::tls_key>},

    {"http-threads", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "N", "half the processors",
     "Threads that serve connections.", &set_count<&Options::http_threads, 256>},
    {"reader-threads", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "N", "half the processors",
     "Threads that finish long reads (Query, Scan, batches).", &set_count<&Options::reader_threads, 256>},
    {"connections-max", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "N", "10000",
     "Connections at a time; more wait. Lowered to what the descriptor limit leaves room for.",
     &set_count<&Options::connections_max, 1'000'000>},
    {"header-timeout", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "TIME", "15s",
     "For a request's headers, from its first byte; units ms, s, m, h.", &set_time<&Options::header_timeout>},
    {"body-timeout", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "TIME", "60s",
     "For a request's body.", &set_time<&Options::body_timeout>},
    {"idle-timeout", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "TIME", "5m",
     "Between two requests of a connection.", &set_time<&Options::idle_timeout>},
    {"write-timeout", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "TIME", "60s",
     "For a client that reads nothing of its reply.", &set_time<&Options::write_timeout>},
    {"drain-timeout", Group::kLimits, OptionKind::kValue, Place::kAnywhere, "TIME", "10s",
     "At SIGTERM, for requests under way.", &set_time<&Options::drain_timeout>},

    {"region", Group::kService, OptionKind::kValue, Place::kAnywhere, "NAME", "us-east-1", "Named in ARNs.",
     &set_region},
    {"log-level", Group::kService, OptionKind::kValue, Place::kAnywhere, "LEVEL", "info",
     "What goes to standard error: error, warning or info.", &set_log_level},

    {"test-clock", Group::kTests, OptionKind::kFlag, Place::kAnywhere, "", "off",
     "Lets every client set, advance and freeze the daemon's time at /_larder/clock.",
     &set_flag<&Options::test_clock>},
    {"table-state-delay-ms", Group::kTests, OptionKind::kValue, Place::kAnywhere, "MS", "0",
     "How long a table stays CREATING and DELETING, and an index waits for its build.", &set_delay},
    {"item-collection-limit", Group::kTests, OptionKind::kValue, Place::kAnywhere, "SIZE", "10G",
     "Largest item collection of a table with local indexes; units K, M, G, T.", &set_collection_limit},

    {"config", Group::kProgram, OptionKind::kValue, Place::kNotInFile, "FILE", "",
     "Read options from this file too: lines of `name = value`, # for comments.",
     &set_text<&Options::config>},
    {"help", Group::kProgram, OptionKind::kFlag, Place::kCommandLine, "", "", "Print this.",
     &set_flag<&Options::help>},
    {"version", Group::kProgram, OptionKind::kFlag, Place::kCommandLine, "", "", "Print the version.",
     &set_flag<&Options::version>},
});

static_assert([] {
  for (std::size_t i = 1; i < kOptions.size(); ++i) {
    if (kOptions[i].group < kOptions[i - 1].group) return false;
  }
  return true;
}());

}  // namespace

std::span<const OptionRow> option_table() {
  return kOptions;
}

std::string_view group_title(Group group) {
  switch (group) {
    case Group::kStore:
      return "Store";
    case Group::kHttp:
      return "HTTP";
    case Group::kLimits:
      return "Threads, limits and time-outs";
    case Group::kService:
      return "Service";
    case Group::kTests:
      return "For tests only";
    case Group::kProgram:
      return "Program";
  }
  return {};
}

}  // namespace larder::daemon
