// ipc/http/server.h
//
// The HTTP front: one listening socket, a few threads that share its connections.
//
// Limits   SiteLimits. At connections_max, or when the process has no more descriptors, new connections wait
// in the
//          kernel's queue until a connection ends; within a second of that they are taken.
// Errors   listen: kIo (address in use or not ours, unreadable certificate; the text names it). Nothing runs
// then. Lifetime stop() before the Dispatcher goes; see http_thread.h for what must still run. Threads  one
// thread owns a Server. Source   ipc/PROTOCOL.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ipc/http/site.h"
#include "storage/base/result.h"

namespace larder::http {

struct ServerOptions {
  std::string address = "127.0.0.1";  // numeric, IPv4 or IPv6
  std::uint16_t port = 8000;          // 0: any free one
  std::size_t threads = 1;
  std::string tls_certificate_file{};  // both or none
  std::string tls_key_file{};
};

class Server {
 public:
  static Result<std::unique_ptr<Server>> listen(Site& site, const ServerOptions& options);
  ~Server();  // stop()
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void start();
  std::uint16_t port() const;  // the real one, when any was asked for
  std::string url() const;     // "http://127.0.0.1:8000"

  // Takes no more connections, ends the idle ones; the others end with the reply that they wait for. False
  // when some are left after `time`.
  bool drain(std::chrono::milliseconds time);
  // Ends all connections and joins the threads. A second call does nothing.
  void stop();

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace larder::http
