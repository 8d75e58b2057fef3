#include "ipc/http/http_thread.h"

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>
#include <vector>

namespace larder::http {

HttpThread::HttpThread(Site& site, TlsContext* tls, std::string name)
    : site_(site), tls_(tls), name_(std::move(name)), now_(std::chrono::steady_clock::now()), inbox_([this] {
        boost::asio::post(context_, [this] { take_completions(); });
      }) {
  work_.emplace(context_.get_executor());
}

HttpThread::~HttpThread() {
  stop();
}

void HttpThread::start() {
  thread_ = std::thread([this] { run(); });
}

void HttpThread::run() {
  pthread_setname_np(pthread_self(), name_.c_str());
  while (true) {
    try {
      context_.run();
      return;
    } catch (const std::exception& exception) {
      site_.log.error(std::string("http thread: ") + exception.what());
    }
  }
}

void HttpThread::stop() {
  if (!thread_.joinable()) return;
  abandon();
  // The loop ends by itself when the last request in flight has come back and no connection waits.
  boost::asio::post(context_, [this] {
    work_.reset();
    timer_.cancel();
  });
  thread_.join();
}

void HttpThread::adopt(int descriptor) {
  site_.connections.add();
  boost::asio::post(context_, [this, descriptor] { open(descriptor); });
}

void HttpThread::open(int descriptor) {
  Connection::Socket socket(context_.get_executor());
  boost::system::error_code error;
  // The protocol only matters for options that nobody sets through asio.
  socket.assign(boost::asio::ip::tcp::v4(), descriptor, error);
  if (error) {
    ::close(descriptor);
    site_.connections.remove();
    site_.log.warning("http: a connection could not be taken: " + error.message());
    return;
  }
  auto transport = tls_ == nullptr ? make_plain_transport(descriptor) : make_tls_transport(descriptor, *tls_);
  connections_.emplace_back(site_, tools_, inbox_, *this, std::move(socket), std::move(transport));
  connections_.back().place = std::prev(connections_.end());
  if (!ticking_) {
    now_ = std::chrono::steady_clock::now();
    tick();
  }
  if (site_.draining.load(std::memory_order_relaxed)) {
    connections_.back().abandon();
  } else {
    connections_.back().start();
  }
}

void HttpThread::retire(Connection& connection) {
  // Not dropped here: its own functions are on the stack.
  if (retired_.empty()) boost::asio::post(context_, [this] { retired_.clear(); });
  retired_.splice(retired_.end(), connections_, connection.place);
  site_.connections.remove();
}

void HttpThread::take_completions() {
  api::Exchange* exchange = inbox_.take_all();
  while (exchange != nullptr) {
    api::Exchange* const next = exchange->take_next();
    site_.dispatcher.finish(*exchange);
    exchange = next;
  }
}

void HttpThread::tick() {
  ticking_ = true;
  timer_.expires_after(site_.limits.sweep_interval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) sweep();
  });
}

void HttpThread::sweep() {
  now_ = std::chrono::steady_clock::now();
  for_each([this](Connection& connection) { connection.sweep(now_); });
  // The allocator keeps what lies between other blocks; by now the connections cut off last time are gone.
  if (std::exchange(trim_due_, false)) malloc_trim(0);
  cut_off_stalled();
  ticking_ = false;
  if (!connections_.empty()) tick();
}

// Clients that ask and do not read would otherwise hold a page of memory each, for as long as a time-out.
void HttpThread::cut_off_stalled() {
  const auto since = now_ - site_.limits.stalled_after;
  std::size_t held = 0;
  std::vector<Connection*> stalled;
  for (Connection& connection : connections_) {
    const std::size_t bytes = connection.stalled_bytes(since);
    held += bytes;
    if (bytes != 0) stalled.push_back(&connection);
  }
  if (held <= site_.limits.stalled_bytes_max) return;
  std::ranges::sort(stalled, {}, &Connection::deadline);
  for (Connection* const connection : stalled) {
    held -= connection->stalled_bytes(since);
    connection->abandon();
    if (held <= site_.limits.stalled_bytes_max) break;
  }
  trim_due_ = true;
}

template <class Visit>
void HttpThread::for_each(Visit visit) {
  for (auto at = connections_.begin(); at != connections_.end();) visit(*at++);
}

void HttpThread::drain() {
  boost::asio::post(context_, [this] { for_each([](Connection& connection) { connection.drain(); }); });
}

void HttpThread::abandon() {
  boost::asio::post(context_, [this] { for_each([](Connection& connection) { connection.abandon(); }); });
}

}  // namespace larder::http
