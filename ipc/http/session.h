// ipc/http/session.h
//
// One connection's requests and replies, without its socket: fed the bytes that arrive, it says what to do
// next and holds what to send. Connection (connection.h) does the input and output; the fuzz target does
// without.
//
//     receive(bytes) -> kRead   feed it more
//                       kWrite  send output(), then call sent()
//                       kWait   the request is with the writer or a reader; Owner::session_ready() follows
//                       kClose  nothing more will be said
//
// Order    requests of a pipeline are answered one after the other; bytes of the next one are kept meanwhile.
// Limits   kept bytes: what one receive() brought.
// Errors   bad framing is answered (400, 413, 417, 431, 501, 505) and ends the connection.
// Lifetime after kWait the session must live until session_ready().
// Threads  the http thread of its connection.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ipc/api/dispatch.h"
#include "ipc/http/reply_head.h"
#include "ipc/http/request_parser.h"
#include "ipc/http/site.h"
#include "ipc/wire/json_reader.h"
#include "ipc/wire/json_writer.h"

namespace larder::http {

// What the sessions of one http thread share.
struct SessionTools {
  wire::JsonReader reader;
  HeadWriter heads;
};

class Session final : public api::Exchange {
 public:
  enum class Next : std::uint8_t { kRead, kWrite, kWait, kClose };
  enum class Phase : std::uint8_t { kIdle, kHead, kBody, kAnswering };

  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void session_ready(Next next) = 0;  // go on with that: mostly kWrite
  };

  Session(Site& site, SessionTools& tools, api::CompletionInbox& inbox, Owner& owner);

  Next receive(std::string_view bytes);
  // What is still to be sent, in two parts.
  std::array<std::string_view, 2> output() const;
  void take_output(std::size_t bytes);  // that many were sent
  Next sent();                          // all of it was
  // The client let a request's time pass: an answer, when one makes sense, and the end.
  Next time_out();

  Phase phase() const;
  // The client may still be sending what nobody will read: of a request that was refused half-way.
  bool cut_short() const { return cut_short_ || kept_from_ < kept_.size(); }

 private:
  Result<void> decode(const wire::Shape& shape, wire::Body& body) override;
  wire::ReplyWriter& fresh_reply() override;
  void finished() override;

  Next parse(std::string_view bytes);
  Next parse_kept();
  Next answer();
  Next answer_operation();
  Next answer_health();
  Next answer_metrics();
  Next answer_clock();
  Next answer_preflight();
  Next reply_operation();
  Next reply_error(int status, const Error& error);
  Next reply(int status, std::string_view content_type, bool of_operation = false);
  Result<void> change_clock();

  struct Route;
  static const Route* find_route(std::string_view path);

  Site& site_;
  SessionTools& tools_;
  Owner& owner_;
  RequestParser parser_;
  std::string kept_;  // received, not looked at
  std::size_t kept_from_ = 0;
  std::string head_;
  std::string body_;    // of the reply
  std::string packed_;  // body_ in gzip
  std::optional<wire::JsonWriter> writer_;
  std::size_t sent_ = 0;
  bool head_only_ = false;
  bool interim_ = false;  // output() is "100 Continue"
  bool answering_ = false;
  bool last_ = false;  // close after this reply
  bool cut_short_ = false;
  std::string_view allow_;  // of a 405
};

}  // namespace larder::http
