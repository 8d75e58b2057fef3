// larder-load: named workloads against any endpoint that speaks DynamoDB over HTTP.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <boost/program_options.hpp>
#include <csignal>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "tools/larder_load/generator.h"
#include "tools/larder_load/report.h"
#include "tools/larder_load/workload.h"

namespace larder::load {
namespace {

namespace po = boost::program_options;

constexpr int kLoadClients = 16;
constexpr int kBackgroundNiceness = 10;
constexpr std::uint64_t kItemsMin = 300;  // so that a batch has no key twice

struct Options {
  std::string endpoint_url;
  std::string workloads;
  std::string clients;
  double seconds = 0;
  double warm_up = 0;
  int repeats = 0;
  int background_scans = 0;
  std::string json_file;
  bool no_setup = false;
  bool keep_table = false;
  std::uint64_t seed = 1;
  Sizes sizes;
};

// Set by the first Ctrl-C, which ends the measured time early; a second one ends the process.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

po::options_description describe(Options& options) {
  po::options_description all("Options");
  all.add_options()("help", "this text");
  all.add_options()("endpoint-url", po::value(&options.endpoint_url)->default_value("http://127.0.0.1:8000"),
                    "what to load");
  all.add_options()("workload", po::value(&options.workloads)->default_value("get,put"),
                    "names, separated by commas");
  all.add_options()("clients", po::value(&options.clients)->default_value("16"),
                    "connections, each with one request outstanding; several numbers, separated by commas");
  all.add_options()("seconds", po::value(&options.seconds)->default_value(5), "measured time of each run");
  all.add_options()("warm-up", po::value(&options.warm_up)->default_value(1),
                    "seconds before the measured time");
  all.add_options()("repeat", po::value(&options.repeats)->default_value(1),
                    "runs of each; the medians are shown");
  all.add_options()("items", po::value(&options.sizes.items)->default_value(10'000), "items in the table");
  all.add_options()("item-bytes", po::value(&options.sizes.item_bytes)->default_value(300),
                    "size of an item, as DynamoDB counts it");
  all.add_options()("indexes", po::value(&options.sizes.indexes)->default_value(0),
                    "global indexes of the table, index-1 to index-N");
  all.add_options()(
      "index-keys", po::value(&options.sizes.index_keys),
      "items carry the keys of this many indexes (default: --indexes), so that tables with more "
      "and fewer indexes can hold the same items");
  all.add_options()("table", po::value(&options.sizes.table)->default_value("larder-load"),
                    "made before, deleted after");
  all.add_options()("seed", po::value(&options.seed)->default_value(1),
                    "chooses the items; each repeat takes the next number");
  all.add_options()("background-scans", po::value(&options.background_scans)->default_value(0),
                    "connections that scan the table over and over meanwhile, on a thread of their own");
  all.add_options()("no-setup", po::bool_switch(&options.no_setup),
                    "use the table as it is (or a server with a fixed reply)");
  all.add_options()("keep-table", po::bool_switch(&options.keep_table), "leave the table and its items");
  all.add_options()("json", po::value(&options.json_file), "also write the rows to this file");
  return all;
}

void print_help(const po::options_description& all) {
  std::cout
      << "larder-load: measures a server that speaks DynamoDB's API over HTTP.\n\n"
         "  larder-load --workload get,put --clients 1,16,64\n"
         "  larder-load --workload query --items 1000000 --keep-table\n"
         "  larder-load --workload query,query-index --indexes 1     a global index beside its table\n"
         "  larder-load --workload put,put-moving --indexes 5        what keeping five indexes costs\n"
         "  larder-load --workload increment --index-keys 1          updates without an index, and with "
         "one: --indexes 1\n"
         "  larder-load --workload get --no-setup --endpoint-url http://127.0.0.1:8080   a fixed "
         "reply, as a yardstick\n\n"
         "Ctrl-C ends the measured time and shows what was measured so far.\n\n"
         "Workloads\n";
  for (const Workload& workload : workloads())
    std::cout << fmt::format("  {:<12}{}\n", workload.name, workload.what);
  std::cout << '\n' << all;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

// Runs the requests that `next` gives until it gives none; an empty text when all went well.
std::string run_all(const Endpoint& endpoint, int clients, const NextRequest& next) {
  const Outcome outcome = run(endpoint, clients, 0, 0, next);
  return outcome.error.empty() ? outcome.first_failure : outcome.error;
}

std::string run_one(const Endpoint& endpoint, const Sizes& sizes, void (*make)(const Sizes&, Request&)) {
  bool done = false;
  return run_all(endpoint, 1, [&](Request& request) {
    if (done) return false;
    make(sizes, request);
    return done = true;
  });
}

std::string set_up(const Endpoint& endpoint, const Sizes& sizes) {
  if (std::string fault = run_one(endpoint, sizes, make_create_table); !fault.empty()) return fault;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  std::uint64_t from = 0;
  std::string fault = run_all(endpoint, kLoadClients, [&](Request& request) {
    if (from >= sizes.items) return false;
    make_load_batch(sizes, from, request);
    from += 25;
    if (terminal && from % 5'000 == 0)
      std::cerr << fmt::format("\rloading {:3.0f} %",
                               100.0 * static_cast<double>(from) / static_cast<double>(sizes.items));
    return true;
  });
  if (terminal) std::cerr << "\r                \r";
  return fault;
}

Row measure_once(const Endpoint& endpoint, const Options& options, const Workload& workload, int clients,
                 std::uint64_t seed, std::string* fault) {
  Random random(seed);
  const Outcome outcome = run(endpoint, clients, options.warm_up, options.seconds, [&](Request& request) {
    workload.make(options.sizes, random, request);
    return !interrupted;
  });
  if (fault->empty()) *fault = outcome.error.empty() ? outcome.first_failure : outcome.error;
  const auto us = [&](double percent) {
    return static_cast<double>(outcome.latency.percentile(percent)) / 1000.0;
  };
  return {std::string(workload.name),
          clients,
          outcome.latency.count() == 0 ? 0 : static_cast<double>(outcome.latency.count()) / outcome.seconds,
          us(50),
          us(99),
          us(99.9),
          static_cast<double>(outcome.latency.max()) / 1000.0,
          outcome.failures};
}

// Connections that scan page after page from the start, until told to stop.
class BackgroundScans {
 public:
  BackgroundScans(const Endpoint& endpoint, const Options& options) {
    if (options.background_scans == 0) return;
    thread_ = std::jthread([this, &endpoint, &options] {
      // Taking in the pages must not take the processor from the connections that are measured.
      setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kBackgroundNiceness);
      Random random(1);
      const Outcome outcome = run(endpoint, options.background_scans, 0, 0, [&](Request& request) {
        if (stopping_) return false;
        find_workload("scan")->make(options.sizes, random, request);
        return true;
      });
      std::cerr << fmt::format("background: {:.0f} scan pages/s\n",
                               static_cast<double>(outcome.latency.count()) / outcome.seconds);
    });
  }
  ~BackgroundScans() { stopping_ = true; }

 private:
  std::atomic<bool> stopping_ = false;
  std::jthread thread_;
};

int measure(const Endpoint& endpoint, const Options& options) {
  const bool colour = isatty(STDOUT_FILENO) != 0;
  std::vector<Row> rows;
  std::string fault;
  print_heading(std::cout, colour);
  for (const std::string& name : split(options.workloads)) {
    for (const std::string& clients : split(options.clients)) {
      const BackgroundScans scans(endpoint, options);
      std::vector<Row> repeats;
      for (int repeat = 0; repeat < options.repeats && fault.empty() && !interrupted; ++repeat) {
        repeats.push_back(measure_once(endpoint, options, *find_workload(name), std::stoi(clients),
                                       options.seed + static_cast<std::uint64_t>(repeat), &fault));
      }
      if (repeats.empty()) continue;
      rows.push_back(median(std::move(repeats)));
      print_row(std::cout, rows.back(), colour);
    }
  }
  if (!options.json_file.empty()) {
    std::ofstream file(options.json_file);
    write_json(file, options.endpoint_url, rows);
    if (!file.flush()) fault = options.json_file + ": cannot be written";
  }
  if (fault.empty()) return 0;
  std::cerr << "larder-load: " << fault << '\n';
  return 1;
}

int refuse(const std::string& why) {
  std::cerr << "larder-load: " << why << " (--help lists what there is)\n";
  return 2;
}

std::string check(const Options& options, Endpoint* endpoint) {
  if (!parse_endpoint(options.endpoint_url, endpoint)) return "--endpoint-url must be http://HOST:PORT";
  for (const std::string& name : split(options.workloads)) {
    const Workload* workload = find_workload(name);
    if (workload == nullptr) return "--workload: no workload named '" + name + "'";
    if (workload->needs_index && options.sizes.indexes < 1)
      return "--workload: '" + name + "' needs --indexes 1 or more";
  }
  for (const std::string& clients : split(options.clients)) {
    if (clients.empty() || clients.find_first_not_of("0123456789") != std::string::npos ||
        std::stoi(clients) < 1) {
      return "--clients: '" + clients + "' is not a positive number";
    }
  }
  if (options.repeats < 1 || options.seconds <= 0) return "--repeat and --seconds must be positive";
  if (options.sizes.items < kItemsMin) return fmt::format("--items must be at least {}", kItemsMin);
  if (options.sizes.indexes < 0 || options.sizes.index_keys < options.sizes.indexes ||
      options.sizes.index_keys > kIndexesMax)
    return fmt::format("0 <= --indexes <= --index-keys <= {} must hold", kIndexesMax);
  return {};
}

int main(int argc, char** argv) {
  Options options;
  const po::options_description all = describe(options);
  try {
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv).options(all).positional({}).run(), given);
    if (given.count("help") > 0) return print_help(all), 0;
    po::notify(given);
    if (given.count("index-keys") == 0) options.sizes.index_keys = options.sizes.indexes;
  } catch (const po::error& error) {
    return refuse(error.what());
  }
  Endpoint endpoint;
  if (const std::string fault = check(options, &endpoint); !fault.empty()) return refuse(fault);

  if (!options.no_setup) {
    if (const std::string fault = set_up(endpoint, options.sizes); !fault.empty()) {
      std::cerr << "larder-load: setting up: " << fault << '\n';
      return 1;
    }
  }
  // Not before: an interrupted setting up leaves nothing worth measuring.
  struct sigaction once {};
  once.sa_handler = [](int) { interrupted = true; };
  once.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &once, nullptr);
  const int code = measure(endpoint, options);
  if (!options.no_setup && !options.keep_table) run_one(endpoint, options.sizes, make_delete_table);
  return code;
}

}  // namespace
}  // namespace larder::load

int main(int argc, char** argv) {
  return larder::load::main(argc, argv);
}
