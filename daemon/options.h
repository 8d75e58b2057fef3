// daemon/options.h
//
// Everything an operator can set, from the command line, from LARDER_* variables, and from a configuration
// file.
//
// Order    of precedence: command line, variable (--data-dir is LARDER_DATA_DIR), file named by --config,
// default. Shape    a file has lines `data-dir = /srv/larder`; `#` starts a comment. A list in a variable is
// separated by
//          commas, in a file it is repeated lines.
// Errors   one line that names the option and where it came from: unknown, repeated, misplaced, out of range,
// or
//          not to be had in this version. Nothing is ignored but unknown LARDER_* variables, which are named
//          in `warnings` (they may be another program's).
// Source   daemon/option_table.cc: names, defaults, units and help of each.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/base/log.h"
#include "storage/base/result.h"

namespace larder::daemon {

enum class DurabilityChoice : std::uint8_t { kCommit, kNone };

struct Options {
  std::string data_dir;
  bool in_memory = false;
  DurabilityChoice durability = DurabilityChoice::kCommit;
  std::uint64_t map_bytes = 0;  // 0: the engine's default
  bool allow_network_filesystem = false;

  std::string http_address = "127.0.0.1";
  std::uint16_t http_port = 8000;
  std::vector<std::string> allow_hosts;
  std::string tls_certificate;
  std::string tls_key;

  std::size_t http_threads = 0;    // 0: half the processors, at least 1
  std::size_t reader_threads = 0;  // as above
  std::size_t connections_max = 10'000;
  std::chrono::milliseconds header_timeout{15'000};
  std::chrono::milliseconds body_timeout{60'000};
  std::chrono::milliseconds idle_timeout{300'000};
  std::chrono::milliseconds write_timeout{60'000};
  std::chrono::milliseconds drain_timeout{10'000};

  std::string region = "us-east-1";
  LogLevel log_level = LogLevel::kInfo;
  bool test_clock = false;
  std::chrono::milliseconds table_state_delay{0};
  std::uint64_t item_collection_bytes_max = 10ULL << 30;

  std::string config;
  bool help = false;
  bool version = false;
  std::vector<std::string> warnings;
};

using Variables = std::vector<std::pair<std::string, std::string>>;  // of the environment: name, value

// `arguments` without the program's name.
Result<Options> parse_options(const std::vector<std::string>& arguments, const Variables& variables);

std::string help_text();

}  // namespace larder::daemon
