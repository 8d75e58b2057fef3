#include "daemon/daemon.h"

#include <sys/resource.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "daemon/console_log.h"
#include "daemon/exit_codes.h"
#include "daemon/housekeeping.h"
#include "ipc/api/dispatch.h"
#include "ipc/api/operation_table.h"
#include "ipc/api/reader_pool.h"
#include "ipc/api/request_metrics.h"
#include "ipc/http/server.h"
#include "ipc/http/site.h"
#include "storage/base/clock.h"
#include "storage/engine/environment.h"
#include "storage/engine/writer.h"

namespace larder::daemon {
namespace {

// Each waiting long read holds a snapshot; the engine has 1,024 of them.
constexpr std::size_t kWaitingReadsMax = 768;
// Descriptors that are not connections: the store, event loops, the log.
constexpr std::size_t kOwnDescriptors = 64;

engine::EnvironmentOptions store_options(const Options& options) {
  engine::EnvironmentOptions store;
  store.directory = options.data_dir;
  store.in_memory = options.in_memory;
  store.durability = options.durability == DurabilityChoice::kCommit ? engine::Durability::kCommit
                                                                     : engine::Durability::kNone;
  if (options.map_bytes != 0) store.map_bytes = options.map_bytes;
  store.allow_network_filesystem = options.allow_network_filesystem;
  return store;
}

// The number of connections that the process may have descriptors for; raises the limit as far as it goes.
std::size_t make_room_for(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, connections + kOwnDescriptors);
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
  }
  const std::size_t room = std::max<std::size_t>(limit.rlim_cur, kOwnDescriptors + 1) - kOwnDescriptors;
  return std::min(connections, room);
}

std::size_t half_the_processors() {
  return std::max(1U, std::thread::hardware_concurrency() / 2);
}

http::SiteLimits site_limits(const Options& options) {
  http::SiteLimits limits;
  limits.connections_max = make_room_for(options.connections_max);
  limits.header_timeout = options.header_timeout;
  limits.body_timeout = options.body_timeout;
  limits.idle_timeout = options.idle_timeout;
  limits.write_timeout = options.write_timeout;
  // Time-outs of less than the usual interval, as tests set them, are to mean something.
  const auto shortest =
      std::min({options.header_timeout, options.body_timeout, options.idle_timeout, options.write_timeout});
  limits.sweep_interval =
      std::min(limits.sweep_interval, std::max(shortest / 2, std::chrono::milliseconds(1)));
  return limits;
}

}  // namespace

struct Daemon::Parts {
  explicit Parts(const Options& given) : options(given), log(given.log_level) {}

  const Options options;
  ConsoleLog log;
  SystemClock system_clock;
  TestClock test_clock;
  std::optional<api::Context> context;
  std::unique_ptr<engine::Environment> environment;
  std::optional<engine::Writer> writer;
  std::optional<api::ReaderPool> readers;
  std::optional<api::RequestMetrics> metrics;
  std::optional<api::Dispatcher> dispatcher;
  std::optional<http::Site> site;
  std::unique_ptr<http::Server> server;
  HousekeepingMetrics housekeeping_metrics;
  std::optional<Housekeeping> housekeeping;

  Result<void> open_store();
  Result<void> listen();
  void append_metrics(std::string& text) const;
  void announce();
};

Result<void> Daemon::Parts::open_store() {
  LARDER_TRY(environment, engine::Environment::open(store_options(options)));
  writer.emplace(*environment, engine::WriterOptions{});
  return {};
}

Result<void> Daemon::Parts::listen() {
  const std::size_t http_threads = options.http_threads != 0 ? options.http_threads : half_the_processors();
  const std::size_t reader_threads =
      options.reader_threads != 0 ? options.reader_threads : half_the_processors();
  const Clock& clock = options.test_clock ? static_cast<const Clock&>(test_clock) : system_clock;
  context.emplace(api::Context{.clock = clock,
                               .region = options.region,
                               .table_state_delay_millis = options.table_state_delay.count(),
                               .item_collection_bytes_max = options.item_collection_bytes_max});
  readers.emplace(reader_threads, kWaitingReadsMax);
  metrics.emplace(api::operations());
  dispatcher.emplace(api::Dispatcher::Services{.operations = api::operations(),
                                               .context = *context,
                                               .environment = *environment,
                                               .writer = *writer,
                                               .readers = *readers,
                                               .metrics = *metrics,
                                               .log = log});
  site.emplace(*dispatcher, log, http::AllowedHosts(options.allow_hosts), site_limits(options),
               options.test_clock ? &test_clock : nullptr,
               [this](std::string& text) { append_metrics(text); });
  LARDER_TRY(server, http::Server::listen(*site, {.address = options.http_address,
                                                  .port = options.http_port,
                                                  .threads = http_threads,
                                                  .tls_certificate_file = options.tls_certificate,
                                                  .tls_key_file = options.tls_key}));
  return {};
}

void Daemon::Parts::append_metrics(std::string& text) const {
  const auto counter = [&text](const char* name, const char* type, const char* help, std::uint64_t value) {
    text.append("# HELP ").append(name).append(" ").append(help);
    text.append("\n# TYPE ").append(name).append(" ").append(type);
    text.append("\n").append(name).append(" ").append(std::to_string(value)).append("\n");
  };
  metrics->append_text(text);
  const engine::Writer::Metrics writes = writer->metrics();
  counter("larder_write_groups_total", "counter", "Groups committed.", writes.groups);
  counter("larder_write_requests_total", "counter", "Write requests run.", writes.requests);
  counter("larder_write_group_retries_total", "counter", "Groups that were run again one by one.",
          writes.group_retries);
  const engine::Environment::Usage usage = environment->usage();
  counter("larder_map_bytes", "gauge", "Address space for the data.", usage.map_bytes);
  counter("larder_used_bytes", "gauge", "Bytes of it in use.", usage.used_bytes);
  counter("larder_file_bytes", "gauge", "Size of the data file.", usage.file_bytes);
  counter("larder_snapshots", "gauge", "Read snapshots in use.", usage.readers_in_use);
  counter("larder_index_build_items_total", "counter", "Items looked at by index builds.",
          housekeeping_metrics.index_build_items.load(std::memory_order_relaxed));
  counter("larder_index_builds_total", "counter", "Index builds that have ended.",
          housekeeping_metrics.index_builds.load(std::memory_order_relaxed));
  counter("larder_http_connections", "gauge", "Open HTTP connections.", site->connections.value());
}

void Daemon::Parts::announce() {
  if (options.test_clock) {
    log.warning("TEST CLOCK is on: every client may change the daemon's time at /_larder/clock");
  }
  if (options.table_state_delay.count() != 0)
    log.warning("tables stay CREATING and DELETING for a while: a test option");
  if (options.durability == DurabilityChoice::kNone && !options.in_memory) {
    log.warning("DURABILITY NONE: a crash of the machine may lose or damage the store");
  }
  if (!options.http_address.starts_with("127.") && options.http_address != "::1") {
    log.warning("listening beyond this machine (" + options.http_address +
                "): whoever reaches it may read and write everything");
  }
  if (site->limits.connections_max < options.connections_max) {
    log.info("at most " + std::to_string(site->limits.connections_max) +
             " connections: the descriptor limit");
  }
  const std::string where = options.in_memory ? "in memory" : "in " + options.data_dir;
  const std::string durability =
      options.in_memory || options.durability == DurabilityChoice::kNone ? "none" : "commit";
  log_notice("larderd " LARDER_VERSION ", data " + where + ", durability " + durability + ", listening on " +
             server->url());
}

Daemon::Daemon(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Daemon::~Daemon() {
  stop();
}

std::unique_ptr<Daemon> Daemon::start(const Options& options, StartFailure* failure) {
  auto parts = std::make_unique<Parts>(options);
  for (const std::string& warning : options.warnings) parts->log.warning(warning);
  const Result<void> opened = parts->open_store();
  if (!opened.ok()) {
    *failure = {exit_code_of_store(opened.error().code), opened.error().message};
    return nullptr;
  }
  const Result<void> listening = parts->listen();
  if (!listening.ok()) {
    *failure = {kExitListen, listening.error().message};
    return nullptr;
  }
  parts->housekeeping.emplace(*parts->writer, parts->context->settings(), parts->log,
                              parts->housekeeping_metrics);
  parts->server->start();
  parts->announce();
  return std::unique_ptr<Daemon>(new Daemon(std::move(parts)));
}

void Daemon::stop() {
  if (parts_->server == nullptr) return;
  if (!parts_->server->drain(parts_->options.drain_timeout)) {
    parts_->log.warning("some requests were not finished in the drain time; their connections end now");
  }
  parts_->housekeeping.reset();
  // What is still queued is finished and given back before the threads that wait for it go.
  parts_->readers->stop();
  parts_->writer->stop();
  parts_->server->stop();
  parts_->server.reset();
}

}  // namespace larder::daemon
