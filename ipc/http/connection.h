// ipc/http/connection.h
//
// One client's socket: moves bytes between it and its Session, and keeps the client's time.
//
// Shape    one system call to read and one to write per request in the steady state: after a reply the
// connection
//          waits for the socket instead of trying a read that would find nothing.
// Lifetime owned by its HttpThread, which drops it after it reported itself closed: no wait of the socket and
// no
//          request is outstanding then.
// Threads  its http thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>

#include "ipc/http/session.h"
#include "ipc/http/transport.h"

namespace larder::http {

class Connection;

// The part of an HttpThread that its connections see.
class ConnectionHost {
 public:
  virtual ~ConnectionHost() = default;
  virtual void retire(
      Connection& connection) = 0;  // it is closed and quiet: drop it, but not before returning
  // Coarse: as of the last sweep.
  virtual std::chrono::steady_clock::time_point now() const = 0;
  virtual std::array<char, 64 * 1024>& read_buffer() = 0;
};

class Connection final : private Session::Owner {
 public:
  using Socket =
      boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

  Connection(Site& site, SessionTools& tools, api::CompletionInbox& inbox, ConnectionHost& host,
             Socket socket, std::unique_ptr<Transport> transport);

  void start();
  void sweep(std::chrono::steady_clock::time_point now);  // ends what took too long
  // The bytes of its reply, when the client has taken none of them since `since`; else 0.
  std::size_t stalled_bytes(std::chrono::steady_clock::time_point since) const;
  std::chrono::steady_clock::time_point deadline() const { return deadline_; }
  void drain();    // ends an idle connection now; others end with their reply
  void abandon();  // ends it whatever it does; a request in flight is forgotten when it is done

  std::list<Connection>::iterator place;  // in its thread's list

 private:
  enum class Watch : std::uint8_t { kIdle, kHead, kBody, kWrite, kAnswer, kLinger };

  void session_ready(Session::Next next) override;
  void ready();
  void drive();
  void step();
  void await(Transport::Want want);
  void watch(Watch watch);
  void linger();
  void close();
  void settle();

  Site& site_;
  ConnectionHost& host_;
  Socket socket_;
  std::unique_ptr<Transport> transport_;
  Session session_;
  Session::Next next_ = Session::Next::kRead;
  bool may_read_ = false;  // the socket may hold bytes
  bool waiting_ = false;   // a wait of the socket is outstanding
  bool lingering_ = false;
  bool closed_ = false;
  bool retired_ = false;
  Watch watch_ = Watch::kIdle;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace larder::http
