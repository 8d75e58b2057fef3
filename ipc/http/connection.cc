#include "ipc/http/connection.h"

#include <sys/socket.h>

#include <cerrno>
#include <exception>
#include <string>
#include <utility>

namespace larder::http {
namespace {

// After so many replies without a wait a pipelining client lets others have their turn.
constexpr int kStepsPerTurn = 64;
// A long reply goes out in pieces of this size, one a turn: copying a whole page into a socket takes longer
// than many small requests together.
constexpr std::size_t kBytesPerTurn = 128 * 1024;
// How long what a refused client still sends is read and thrown away, so that it can read the refusal:
// closing at once would reset the connection and destroy the reply on its way.
constexpr std::chrono::milliseconds kLingerTime{2'000};

// The first kBytesPerTurn of head and body.
std::array<std::string_view, 2> piece_of(const std::array<std::string_view, 2>& output) {
  const std::string_view head = output[0].substr(0, kBytesPerTurn);
  return {head, output[1].substr(0, kBytesPerTurn - head.size())};
}

}  // namespace

Connection::Connection(Site& site, SessionTools& tools, api::CompletionInbox& inbox, ConnectionHost& host,
                       Socket socket, std::unique_ptr<Transport> transport)
    : site_(site),
      host_(host),
      socket_(std::move(socket)),
      transport_(std::move(transport)),
      session_(site, tools, inbox, *this) {}

void Connection::start() {
  await(Transport::Want::kRead);
}

void Connection::session_ready(Session::Next next) {
  next_ = next;
  if (closed_) {
    settle();
  } else {
    drive();
  }
}

void Connection::ready() {
  waiting_ = false;
  if (closed_) {
    settle();
    return;
  }
  may_read_ = true;
  if (lingering_) {
    linger();
  } else {
    drive();
  }
}

// A library's exception ends this connection, not the thread.
void Connection::drive() {
  try {
    step();
  } catch (const std::exception& exception) {
    site_.log.error(std::string("http connection: ") + exception.what());
    if (next_ == Session::Next::kWait) next_ = Session::Next::kClose;
    close();
  }
}

void Connection::step() {
  for (int steps = 0; steps < kStepsPerTurn; ++steps) {
    switch (next_) {
      case Session::Next::kRead: {
        if (!may_read_) return await(Transport::Want::kRead);
        auto& buffer = host_.read_buffer();
        const Transport::Moved moved = transport_->read(buffer.data(), buffer.size());
        if (moved.want == Transport::Want::kEnd) return close();
        if (moved.bytes == 0) return await(moved.want);
        may_read_ = moved.bytes == buffer.size() || transport_->buffered();
        next_ = session_.receive({buffer.data(), moved.bytes});
        break;
      }
      case Session::Next::kWrite: {
        const std::array<std::string_view, 2> output = session_.output();
        const Transport::Moved moved = transport_->write(piece_of(output));
        if (moved.want == Transport::Want::kEnd) return close();
        if (moved.bytes == 0) return await(moved.want);
        session_.take_output(moved.bytes);
        if (moved.bytes < output[0].size() + output[1].size()) return await(Transport::Want::kWrite);
        next_ = session_.sent();
        watch_ = Watch::kAnswer;  // whatever comes next has its own time
        may_read_ = transport_->buffered();
        break;
      }
      case Session::Next::kWait:
        watch_ = Watch::kAnswer;
        return;
      case Session::Next::kClose:
        transport_->finish_writing();
        if (!session_.cut_short()) return close();
        lingering_ = true;
        watch(Watch::kLinger);
        return linger();
    }
  }
  await(Transport::Want::kWrite);
}

void Connection::linger() {
  auto& buffer = host_.read_buffer();
  for (int reads = 0; reads < kStepsPerTurn; ++reads) {
    const ssize_t got = ::recv(socket_.native_handle(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got > 0) continue;
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) break;
    return close();
  }
  await(Transport::Want::kRead);
}

void Connection::await(Transport::Want want) {
  if (!lingering_) {
    switch (session_.phase()) {
      case Session::Phase::kIdle:
        watch(Watch::kIdle);
        break;
      case Session::Phase::kHead:
        watch(Watch::kHead);
        break;
      case Session::Phase::kBody:
        watch(Watch::kBody);
        break;
      case Session::Phase::kAnswering:
        watch(Watch::kWrite);
        break;
    }
  }
  const auto side = want == Transport::Want::kWrite ? Socket::wait_write : Socket::wait_read;
  socket_.async_wait(side, [this](const boost::system::error_code&) { ready(); });
  waiting_ = true;
}

// A head and a body have one deadline from their first byte on; the others start afresh with every move.
void Connection::watch(Watch watch) {
  if (watch == watch_ && (watch == Watch::kHead || watch == Watch::kBody)) return;
  watch_ = watch;
  const SiteLimits& limits = site_.limits;
  std::chrono::milliseconds time{};
  switch (watch) {
    case Watch::kIdle:
      time = limits.idle_timeout;
      break;
    case Watch::kHead:
      time = limits.header_timeout;
      break;
    case Watch::kBody:
      time = limits.body_timeout;
      break;
    case Watch::kWrite:
      time = limits.write_timeout;
      break;
    case Watch::kLinger:
      time = kLingerTime;
      break;
    case Watch::kAnswer:
      return;
  }
  deadline_ = host_.now() + time;
}

void Connection::sweep(std::chrono::steady_clock::time_point now) {
  if (closed_ || watch_ == Watch::kAnswer || now <= deadline_) return;
  const bool answerable = watch_ == Watch::kHead || watch_ == Watch::kBody;
  if (!answerable) return close();
  next_ = session_.time_out();
  // One attempt: a client that let its own request time out gets what its socket takes at once.
  if (next_ == Session::Next::kWrite) transport_->write(session_.output());
  close();
}

std::size_t Connection::stalled_bytes(std::chrono::steady_clock::time_point since) const {
  if (closed_ || watch_ != Watch::kWrite || deadline_ - site_.limits.write_timeout > since) return 0;
  const std::array<std::string_view, 2> output = session_.output();
  return output[0].size() + output[1].size();
}

void Connection::drain() {
  if (!closed_ && watch_ == Watch::kIdle) close();
}

void Connection::abandon() {
  if (!closed_) close();
}

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  boost::system::error_code ignored;
  socket_.close(ignored);  // an outstanding wait ends with it
  settle();
}

void Connection::settle() {
  if (retired_ || waiting_ || next_ == Session::Next::kWait) return;
  retired_ = true;
  host_.retire(*this);
}

}  // namespace larder::http
