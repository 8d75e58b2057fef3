#include "tests/unit/ipc/http/test_site.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

#include "storage/base/assert.h"

namespace larder::http::testing {
namespace {

constexpr wire::Shape kText{.kind = wire::ShapeKind::kString, .name = "Text"};
constexpr wire::Shape kNumber{
    .kind = wire::ShapeKind::kInteger, .name = "Number", .min = 0, .max = 100'000'000};
constexpr wire::ShapeMember kMembers[] = {{.name = "count", .shape = &kNumber},
                                          {.name = "text", .shape = &kText}};
constexpr wire::Shape kInput{.kind = wire::ShapeKind::kStructure, .name = "Input", .members = kMembers};

std::mutex gate_mutex;
std::condition_variable gate_opened;
bool gate_open = true;
bool at_gate = false;
std::string long_thread;

void reply_text(std::string_view text, wire::ReplyWriter& reply) {
  reply.begin_structure();
  reply.member("text");
  reply.string(text);
  reply.end_structure();
}

std::string_view text_of(const wire::Body& body) {
  const wire::Node* node = body.root().find("text");
  return node == nullptr ? std::string_view() : node->text;
}

// A read whose run() is one function.
class Read final : public api::ReadCall {
 public:
  using Run = Result<api::Progress> (*)(const wire::Body&, wire::ReplyWriter&, int runs);
  Read(const wire::Body& body, Run body_of_run) : body_(body), run_(body_of_run) {}
  Result<api::Progress> run(engine::ReadTransaction&, wire::ReplyWriter& reply, const api::Budget&) override {
    return run_(body_, reply, runs_++);
  }

 private:
  const wire::Body& body_;
  Run run_;
  int runs_ = 0;
};

template <Read::Run kRun>
Result<api::Call> prepare_read(const api::Context&, const wire::Body& body) {
  return api::Call{std::make_unique<Read>(body, kRun), nullptr};
}

Result<api::Progress> run_echo(const wire::Body& body, wire::ReplyWriter& reply, int) {
  reply_text(text_of(body), reply);
  return api::Progress::kDone;
}

Result<api::Progress> run_fill(const wire::Body& body, wire::ReplyWriter& reply, int) {
  const wire::Node* count = body.root().find("count");
  reply_text(std::string(count == nullptr ? 0 : static_cast<std::size_t>(count->integer), 'x'), reply);
  return api::Progress::kDone;
}

Result<api::Progress> run_long(const wire::Body& body, wire::ReplyWriter& reply, int runs) {
  if (runs == 0) return api::Progress::kMore;
  char name[32] = {};
  pthread_getname_np(pthread_self(), name, sizeof name);
  {
    const std::lock_guard lock(gate_mutex);
    long_thread = name;
  }
  reply_text(text_of(body), reply);
  return api::Progress::kDone;
}

Result<api::Progress> run_fail(const wire::Body&, wire::ReplyWriter& reply, int) {
  reply.begin_structure();  // what a failed call wrote does not count
  return make_error(ErrorCode::kConditionalCheckFailed, "The conditional request failed");
}

Result<api::Progress> run_break(const wire::Body&, wire::ReplyWriter&, int) {
  throw std::runtime_error("broken");
}

class Store final : public api::WriteCall {
 public:
  explicit Store(const wire::Body& body) : body_(body) {}
  Result<void> run(engine::WriteTransaction& txn) override {
    std::unique_lock lock(gate_mutex);
    at_gate = true;
    gate_opened.notify_all();
    gate_opened.wait(lock, [] { return gate_open; });
    at_gate = false;
    if (text_of(body_) == "bad") return validation_error("bad text");
    return txn.put(engine::Tree::kMeta, "test", {text_of(body_)});
  }
  void encode(wire::ReplyWriter& reply) override { reply_text(text_of(body_), reply); }

 private:
  const wire::Body& body_;
};

Result<api::Call> prepare_store(const api::Context&, const wire::Body& body) {
  return api::Call{nullptr, std::make_unique<Store>(body)};
}

constexpr api::OperationRow kOperations[] = {
    {"Break", &kInput, &prepare_read<&run_break>}, {"Echo", &kInput, &prepare_read<&run_echo>},
    {"Fail", &kInput, &prepare_read<&run_fail>},   {"Fill", &kInput, &prepare_read<&run_fill>},
    {"Long", &kInput, &prepare_read<&run_long>},   {"Store", &kInput, &prepare_store},
};

std::unique_ptr<engine::Environment> open_environment() {
  engine::EnvironmentOptions options;
  options.in_memory = true;
  options.map_bytes = 64ULL << 20;
  options.reserve_bytes = 1 << 20;
  auto environment = engine::Environment::open(options);
  LARDER_ASSERT(environment.ok());
  return *std::move(environment);
}

// A test that waits for bytes which never come ends with a failure, not with the test runner's patience.
constexpr timeval kReceiveTime{20, 0};

}  // namespace

std::span<const api::OperationRow> test_operations() {
  return kOperations;
}

void hold_writes() {
  const std::lock_guard lock(gate_mutex);
  gate_open = false;
}

void wait_for_held_write() {
  std::unique_lock lock(gate_mutex);
  gate_opened.wait(lock, [] { return at_gate; });
}

void release_writes() {
  {
    const std::lock_guard lock(gate_mutex);
    gate_open = true;
  }
  gate_opened.notify_all();
}

std::string last_read_thread() {
  const std::lock_guard lock(gate_mutex);
  return long_thread;
}

std::vector<std::string> ListLog::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

void ListLog::add(std::string_view text) {
  const std::lock_guard lock(mutex_);
  lines_.emplace_back(text);
}

TestSite::TestSite(const SiteLimits& limits, std::vector<std::string> allow_hosts)
    : environment_(open_environment()),
      writer_(*environment_, {}),
      dispatcher({.operations = test_operations(),
                  .context = context_,
                  .environment = *environment_,
                  .writer = writer_,
                  .readers = readers_,
                  .metrics = metrics,
                  .log = log}),
      site(dispatcher, log, AllowedHosts(std::move(allow_hosts)), limits, &clock,
           [this](std::string& text) { metrics.append_text(text); }) {}

TestSite::~TestSite() {
  release_writes();
  if (server_ != nullptr) server_->stop();
}

Server& TestSite::serve(ServerOptions options) {
  auto server = Server::listen(site, options);
  LARDER_ASSERT(server.ok());
  server_ = *std::move(server);
  server_->start();
  return *server_;
}

std::string post(std::string_view operation, std::string_view body, std::string_view headers) {
  std::string text("POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.");
  text.append(operation).append("\r\nContent-Length: ").append(std::to_string(body.size())).append("\r\n");
  return text.append(headers).append("\r\n").append(body);
}

std::string_view Reply::header(std::string_view name) const {
  const std::string key = "\r\n" + std::string(name) + ": ";
  const std::size_t at = head.find(key);
  if (at == std::string::npos) return {};
  const std::string_view rest = std::string_view(head).substr(at + key.size());
  return rest.substr(0, rest.find("\r\n"));
}

Client::Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kReceiveTime, sizeof kReceiveTime);
  LARDER_ASSERT(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
}

Client::~Client() {
  ::close(socket_);
}

void Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put <= 0) return;  // the server ended the connection: what it says tells the rest
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void Client::finish_sending() {
  ::shutdown(socket_, SHUT_WR);
}

bool Client::fill() {
  std::array<char, 65'536> buffer;
  const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

Reply Client::read_reply() {
  Reply reply;
  std::size_t end;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return reply;
  }
  reply.head = received_.substr(0, end + 2);
  received_.erase(0, end + 4);
  const int status = std::atoi(reply.head.c_str() + sizeof("HTTP/1.1"));
  std::ranges::transform(reply.head, reply.head.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::size_t size = std::strtoul(std::string(reply.header("content-length")).c_str(), nullptr, 10);
  while (received_.size() < size) {
    if (!fill()) return reply;
  }
  reply.status = status;
  reply.body = received_.substr(0, size);
  received_.erase(0, size);
  return reply;
}

bool Client::closed() {
  const std::size_t before = received_.size();
  return !fill() && received_.size() == before;
}

std::string Client::read_all() {
  while (fill()) {
  }
  return std::move(received_);
}

}  // namespace larder::http::testing
