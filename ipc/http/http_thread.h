// ipc/http/http_thread.h
//
// One thread that serves its share of the connections: parses, dispatches, runs point reads, encodes, sends.
//
// Shape    one event loop. Its inbox brings back what the writer and the readers have done, in batches. One
// coarse
//          sweep ends the connections that take too long; it stops ticking when there are none.
// Errors   an exception that reaches the loop is logged, and the loop goes on.
// Lifetime stop() returns after every request in flight has come back: the writer and the readers must still
// run,
//          or have been stopped in their orderly way, which answers all they hold.
// Threads  construction, start, stop: one thread. adopt, drain, abandon: any.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <optional>
#include <string>
#include <thread>

#include "ipc/api/completion_inbox.h"
#include "ipc/http/connection.h"
#include "ipc/http/session.h"
#include "ipc/http/site.h"
#include "ipc/http/transport.h"

namespace larder::http {

class HttpThread final : public ConnectionHost {
 public:
  HttpThread(Site& site, TlsContext* tls, std::string name);
  ~HttpThread() override;  // stop()

  boost::asio::io_context& context() { return context_; }
  void start();
  void adopt(int descriptor);  // a connected, non-blocking socket: ours from now on
  void drain();                // idle connections end now, others with their reply
  void abandon();              // all end now
  void stop();                 // abandons all, joins

 private:
  using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                  boost::asio::wait_traits<std::chrono::steady_clock>,
                                                  boost::asio::io_context::executor_type>;

  void retire(Connection& connection) override;
  std::chrono::steady_clock::time_point now() const override { return now_; }
  std::array<char, 64 * 1024>& read_buffer() override { return read_buffer_; }

  void run();
  void open(int descriptor);
  void take_completions();
  void tick();
  void sweep();
  void cut_off_stalled();
  // Calls `visit` for each connection; it may retire the one it is given.
  template <class Visit>
  void for_each(Visit visit);

  Site& site_;
  TlsContext* tls_;
  const std::string name_;
  boost::asio::io_context context_{1};
  std::optional<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> work_;
  Timer timer_{context_.get_executor()};
  bool ticking_ = false;
  bool trim_due_ = false;
  std::chrono::steady_clock::time_point now_;
  SessionTools tools_;
  api::CompletionInbox inbox_;
  std::array<char, 64 * 1024> read_buffer_;
  std::list<Connection> connections_;
  std::list<Connection> retired_;  // closed; dropped from a handler of their own
  std::thread thread_;
};

}  // namespace larder::http
