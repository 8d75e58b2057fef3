#include "ipc/http/acceptor.h"

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>

namespace larder::http {
namespace {

constexpr int kBacklog = 4'096;
constexpr int kTakenPerTurn = 64;  // then requests of others have their turn

bool out_of_resources(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace

Acceptor::Acceptor(Site& site, std::vector<std::unique_ptr<HttpThread>>& threads)
    : site_(site),
      threads_(threads),
      socket_(threads.front()->context().get_executor()),
      timer_(threads.front()->context().get_executor()) {}

Result<void> Acceptor::open(const std::string& address, std::uint16_t port) {
  boost::system::error_code error;
  const auto ip = boost::asio::ip::make_address(address, error);
  if (error) return make_error(ErrorCode::kIo, "'" + address + "' is not a numeric IP address to listen on");
  endpoint_ = {ip, port};
  const auto failed = [&]() -> Error {
    const std::string where = (ip.is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(port);
    return make_error(ErrorCode::kIo, "cannot listen on " + where + ": " + error.message());
  };
  // Every step but the first does nothing once one has failed.
  socket_.open(endpoint_.protocol(), error);
  if (!error) socket_.set_option(Socket::reuse_address(true), error);
  if (!error) socket_.bind(endpoint_, error);
  if (!error) socket_.listen(kBacklog, error);
  if (!error) socket_.non_blocking(true, error);
  if (!error) endpoint_ = socket_.local_endpoint(error);
  if (error) return failed();
  return {};
}

void Acceptor::start() {
  boost::asio::post(threads_.front()->context(), [this] { await(); });
}

void Acceptor::close() {
  boost::asio::post(threads_.front()->context(), [this] {
    timer_.cancel();
    take_rest();
    boost::system::error_code ignored;
    socket_.close(ignored);
  });
}

void Acceptor::await() {
  if (!socket_.is_open()) return;
  socket_.async_wait(Socket::wait_read, [this](const boost::system::error_code& error) {
    if (!error) take();
  });
}

// Clients that connected and were not taken yet would meet a reset: they are taken, and closed like the others.
void Acceptor::take_rest() {
  if (!socket_.is_open()) return;
  for (int descriptor = accept_one(); descriptor >= 0; descriptor = accept_one()) {
    threads_[turn_++ % threads_.size()]->adopt(descriptor);
  }
}

int Acceptor::accept_one() {
  return ::accept4(socket_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void Acceptor::take() {
  for (int taken = 0; taken < kTakenPerTurn; ++taken) {
    if (site_.connections.value() >= site_.limits.connections_max) {
      return pause("the limit of " + std::to_string(site_.limits.connections_max) +
                   " connections is reached");
    }
    const int descriptor = accept_one();
    if (descriptor < 0) {
      if (out_of_resources(errno)) return pause(std::strerror(errno));
      break;  // none left, or one that was gone already
    }
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    threads_[turn_++ % threads_.size()]->adopt(descriptor);
    paused_ = false;
  }
  await();
}

void Acceptor::pause(const std::string& why) {
  if (!paused_) site_.log.warning("http: no new connections for now: " + why);
  paused_ = true;
  timer_.expires_after(site_.limits.sweep_interval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) take();
  });
}

}  // namespace larder::http
