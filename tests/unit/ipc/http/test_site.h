// tests/unit/ipc/http/test_site.h
//
// A Site over an in-memory store with a table of operations of its own, so that the front is tested without the
// service's operations; and a plain blocking client.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/api/dispatch.h"
#include "ipc/http/server.h"
#include "ipc/http/site.h"
#include "storage/base/clock.h"
#include "storage/engine/environment.h"
#include "storage/engine/writer.h"

namespace larder::http::testing {

// What the operations of the table do:
//   Echo  read: {"text": text}              Fill  read: {"text": "xxx..."} of `count` bytes
//   Long  read: needs a second run          Store write: waits for release_writes(), then {"text": text}
//   Fail  read: ConditionalCheckFailed      Break read: throws
std::span<const api::OperationRow> test_operations();
void hold_writes();
void wait_for_held_write();  // until the writer stands at the gate
void release_writes();
std::string last_read_thread();  // name of the thread that ended the last Long

class ListLog final : public api::Log {
 public:
  void info(std::string_view) override {}
  void warning(std::string_view text) override { add(text); }
  void error(std::string_view text) override { add(text); }
  std::vector<std::string> lines() const;

 private:
  void add(std::string_view text);
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

class TestSite {
 public:
  explicit TestSite(const SiteLimits& limits = {}, std::vector<std::string> allow_hosts = {});
  ~TestSite();

  // Starts a server on a free port.
  Server& serve(ServerOptions options = {.port = 0});
  std::uint16_t port() const { return server_->port(); }
  void stop_writer() { writer_.stop(); }

  ListLog log;
  TestClock clock;

 private:
  api::Context context_{.clock = clock};
  std::unique_ptr<engine::Environment> environment_;
  engine::Writer writer_;
  api::ReaderPool readers_{1, 16};

 public:
  api::RequestMetrics metrics{test_operations()};
  api::Dispatcher dispatcher;
  Site site;

 private:
  std::unique_ptr<Server> server_;
};

// A request with the usual headers; `headers` are further lines, each with its CRLF.
std::string post(std::string_view operation, std::string_view body, std::string_view headers = {});

struct Reply {
  int status = 0;
  std::string head;  // lower-cased
  std::string body;
  std::string_view header(std::string_view name) const;  // empty: absent
};

class Client {
 public:
  explicit Client(std::uint16_t port);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(std::string_view bytes);
  // A reply by its Content-Length; status 0 when the connection ended before one.
  Reply read_reply();
  bool closed();  // waits for the end: true when no further byte came before
  std::string read_all();
  void finish_sending();

 private:
  bool fill();
  int socket_;
  std::string received_;
};

}  // namespace larder::http::testing
