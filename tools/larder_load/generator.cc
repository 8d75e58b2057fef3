#include "tools/larder_load/generator.h"

#include <http_parser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

namespace larder::load {
namespace {

using Instant = std::chrono::steady_clock::time_point;

constexpr std::size_t kReceiveBytes = 256 * 1024;
constexpr std::size_t kFailureTextBytes = 300;

struct Connection {
  int socket = -1;
  http_parser parser{};
  Request request;
  std::string unsent;  // header and body of the request under way
  std::size_t sent = 0;
  Instant started;
  bool complete = false;
  std::string failure_body;

  ~Connection() {
    if (socket >= 0) close(socket);
  }
};

int on_body(http_parser* parser, const char* at, std::size_t size) {
  auto* connection = static_cast<Connection*>(parser->data);
  if (parser->status_code != 200 && connection->failure_body.size() < kFailureTextBytes) {
    connection->failure_body.append(at, size);
  }
  return 0;
}

int on_complete(http_parser* parser) {
  static_cast<Connection*>(parser->data)->complete = true;
  return 0;
}

http_parser_settings make_settings() {
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_body = on_body;
  settings.on_message_complete = on_complete;
  return settings;
}

int connect_to(const Endpoint& endpoint, std::string* error) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = getaddrinfo(endpoint.host.c_str(), endpoint.port.c_str(), &hints, &found); code != 0) {
    *error = endpoint.host + ": " + gai_strerror(code);
    return -1;
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);
  const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
    *error = endpoint.host + ":" + endpoint.port + ": " + std::strerror(errno);
    if (fd >= 0) close(fd);
    return -1;
  }
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

class Loop {
 public:
  Loop(const Endpoint& endpoint, double warm_up, double seconds, const NextRequest& next_request)
      : endpoint_(endpoint), next_request_(next_request), settings_(make_settings()), buffer_(kReceiveBytes) {
    const auto in = [](double s) {
      return std::chrono::duration_cast<Instant::duration>(std::chrono::duration<double>(s));
    };
    count_from_ = std::chrono::steady_clock::now() + in(warm_up);
    stop_at_ = seconds > 0 ? count_from_ + in(seconds) : Instant::max();
  }
  ~Loop() {
    if (epoll_ >= 0) close(epoll_);
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  Outcome run(int clients) {
    epoll_ = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < clients && outcome_.error.empty(); ++i) open_connection();
    const Instant begun = std::max(std::chrono::steady_clock::now(), count_from_);
    while (active_ > 0 && outcome_.error.empty()) turn();
    outcome_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return std::move(outcome_);
  }

 private:
  void open_connection() {
    auto connection = std::make_unique<Connection>();
    connection->socket = connect_to(endpoint_, &outcome_.error);
    if (connection->socket < 0) return;
    http_parser_init(&connection->parser, HTTP_RESPONSE);
    connection->parser.data = connection.get();
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLET;
    event.data.ptr = connection.get();
    epoll_ctl(epoll_, EPOLL_CTL_ADD, connection->socket, &event);
    connections_.push_back(std::move(connection));
    ++active_;
    start(*connections_.back(), std::chrono::steady_clock::now());
  }

  void turn() {
    epoll_event events[64];
    const int count = epoll_wait(epoll_, events, 64, 1000);
    for (int i = 0; i < count; ++i) {
      auto& connection = *static_cast<Connection*>(events[i].data.ptr);
      if ((events[i].events & EPOLLOUT) != 0 && connection.sent < connection.unsent.size())
        send_rest(connection);
      if ((events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) receive(connection);
    }
    if (count == 0 && std::chrono::steady_clock::now() > stop_at_ + std::chrono::seconds(30)) {
      outcome_.error = "no reply for 30 seconds";
    }
  }

  void start(Connection& connection, Instant now) {
    if (now >= stop_at_ || !next_request_(connection.request)) {
      --active_;
      return;
    }
    connection.unsent.assign("POST / HTTP/1.1\r\nHost: ").append(endpoint_.host);
    connection.unsent.append(
        "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810.");
    connection.unsent.append(connection.request.operation).append("\r\nContent-Length: ");
    connection.unsent.append(std::to_string(connection.request.body.size())).append("\r\n\r\n");
    connection.unsent.append(connection.request.body);
    connection.sent = 0;
    connection.complete = false;
    connection.failure_body.clear();
    connection.started = now;
    send_rest(connection);
  }

  void send_rest(Connection& connection) {
    while (connection.sent < connection.unsent.size()) {
      const ssize_t size = send(connection.socket, connection.unsent.data() + connection.sent,
                                connection.unsent.size() - connection.sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (size < 0 && errno == EAGAIN) return;
      if (size < 0) return fail(std::string("send: ") + std::strerror(errno));
      connection.sent += static_cast<std::size_t>(size);
    }
  }

  void receive(Connection& connection) {
    while (outcome_.error.empty()) {
      const ssize_t size = recv(connection.socket, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
      if (size < 0 && errno == EAGAIN) return;
      if (size <= 0)
        return fail(size == 0 ? "the server closed a connection"
                              : std::string("recv: ") + std::strerror(errno));
      const auto received = static_cast<std::size_t>(size);
      if (http_parser_execute(&connection.parser, &settings_, buffer_.data(), received) != received) {
        return fail("a reply that is not HTTP");
      }
      // A short read emptied the socket: the next edge will say when there is more.
      if (connection.complete) finish(connection);
      if (received < buffer_.size()) return;
    }
  }

  void finish(Connection& connection) {
    const Instant now = std::chrono::steady_clock::now();
    if (connection.parser.status_code != 200) {
      ++outcome_.failures;
      if (outcome_.first_failure.empty()) {
        outcome_.first_failure =
            std::to_string(connection.parser.status_code) + " " + connection.failure_body;
      }
    }
    if (connection.started >= count_from_) {
      outcome_.latency.add(static_cast<std::uint64_t>((now - connection.started).count()));
    }
    start(connection, now);
  }

  void fail(std::string why) { outcome_.error = std::move(why); }

  const Endpoint& endpoint_;
  const NextRequest& next_request_;
  const http_parser_settings settings_;
  std::vector<char> buffer_;
  std::vector<std::unique_ptr<Connection>> connections_;
  Instant count_from_;
  Instant stop_at_;
  Outcome outcome_;
  int epoll_ = -1;
  int active_ = 0;
};

}  // namespace

bool parse_endpoint(const std::string& url, Endpoint* endpoint) {
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) return false;
  std::string rest = url.substr(kScheme.size());
  if (!rest.empty() && rest.back() == '/') rest.pop_back();
  const std::size_t colon = rest.rfind(':');
  endpoint->host = rest.substr(0, colon);
  endpoint->port = colon == std::string::npos ? "80" : rest.substr(colon + 1);
  return !endpoint->host.empty() && !endpoint->port.empty();
}

Outcome run(const Endpoint& endpoint, int clients, double warm_up, double seconds,
            const NextRequest& next_request) {
  return Loop(endpoint, warm_up, seconds, next_request).run(clients);
}

}  // namespace larder::load
