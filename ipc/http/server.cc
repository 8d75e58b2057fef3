#include "ipc/http/server.h"

#include <string>
#include <utility>
#include <vector>

#include "ipc/http/acceptor.h"
#include "ipc/http/http_thread.h"
#include "ipc/http/transport.h"

namespace larder::http {

struct Server::Parts {
  Site& site;
  std::unique_ptr<TlsContext> tls;
  std::vector<std::unique_ptr<HttpThread>> threads;
  std::unique_ptr<Acceptor> acceptor;  // uses a thread's context: goes before the threads
  bool started = false;
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() {
  stop();
}

Result<std::unique_ptr<Server>> Server::listen(Site& site, const ServerOptions& options) {
  auto parts = std::make_unique<Parts>(Parts{site, {}, {}, {}, false});
  if (!options.tls_certificate_file.empty()) {
    LARDER_TRY(parts->tls, TlsContext::load(options.tls_certificate_file, options.tls_key_file));
  }
  for (std::size_t i = 0; i < options.threads; ++i) {
    parts->threads.push_back(
        std::make_unique<HttpThread>(site, parts->tls.get(), "larder-http-" + std::to_string(i)));
  }
  parts->acceptor = std::make_unique<Acceptor>(site, parts->threads);
  LARDER_TRY_DO(parts->acceptor->open(options.address, options.port));
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

void Server::start() {
  for (auto& thread : parts_->threads) thread->start();
  parts_->acceptor->start();
  parts_->started = true;
}

std::uint16_t Server::port() const {
  return parts_->acceptor->endpoint().port();
}

std::string Server::url() const {
  const auto endpoint = parts_->acceptor->endpoint();
  const std::string address = endpoint.address().to_string();
  const std::string host = endpoint.address().is_v6() ? "[" + address + "]" : address;
  return (parts_->tls == nullptr ? "http://" : "https://") + host + ":" + std::to_string(endpoint.port());
}

bool Server::drain(std::chrono::milliseconds time) {
  if (!parts_->started) return true;
  parts_->site.draining.store(true, std::memory_order_relaxed);
  parts_->acceptor->close();
  for (auto& thread : parts_->threads) thread->drain();
  return parts_->site.connections.wait_for_none(time);
}

void Server::stop() {
  if (!parts_->started) return;
  parts_->started = false;
  parts_->site.draining.store(true, std::memory_order_relaxed);
  parts_->acceptor->close();
  for (auto& thread : parts_->threads) thread->stop();
}

}  // namespace larder::http
