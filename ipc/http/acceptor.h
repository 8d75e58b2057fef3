// ipc/http/acceptor.h
//
// Takes connections from the listening socket and deals them to the http threads in turn. It runs on one of
// them.
//
// Limits   stops taking at SiteLimits::connections_max and when the process or the system has no descriptors
// left
//          (said once in the log), and tries again after a sweep interval: connections wait in the kernel,
//          nothing spins.
// Threads  the http thread whose context it was given; open: before that runs.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "ipc/http/http_thread.h"
#include "ipc/http/site.h"
#include "storage/base/result.h"

namespace larder::http {

class Acceptor {
 public:
  Acceptor(Site& site, std::vector<std::unique_ptr<HttpThread>>& threads);

  Result<void> open(const std::string& address, std::uint16_t port);
  boost::asio::ip::tcp::endpoint endpoint() const { return endpoint_; }
  void start();
  void close();  // any thread

 private:
  using Socket =
      boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;
  using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                  boost::asio::wait_traits<std::chrono::steady_clock>,
                                                  boost::asio::io_context::executor_type>;

  void await();
  void take();
  void take_rest();
  int accept_one();  // below 0: errno says why
  void pause(const std::string& why);

  Site& site_;
  std::vector<std::unique_ptr<HttpThread>>& threads_;
  Socket socket_;
  Timer timer_;
  boost::asio::ip::tcp::endpoint endpoint_;
  std::size_t turn_ = 0;
  bool paused_ = false;
};

}  // namespace larder::http
