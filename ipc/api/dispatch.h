// ipc/api/dispatch.h
//
// From an operation's name and a request's bytes to its reply, the same for every front: find the row,
// decode, validate, prepare, then run where it belongs.
//
//     read    on the front's thread until kInlineBudget is spent, then on a reader thread
//     write   on the writer thread, in a group; encoded on the front's thread
//
// Errors   in this order: kUnknownOperation (no such row), kSerialization (decode), kValidation (constraints,
// then
//          parameters that are not served), what the handler says, kThrottling (too many long reads wait),
//          kServiceUnavailable (stopping). A 5xx is logged here, once; a 4xx is counted.
// Lifetime an Exchange that start() called pending must live until its inbox gave it back.
// Threads  start and finish: the exchange's front thread. A Dispatcher is shared by all fronts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ipc/api/call.h"
#include "ipc/api/completion_inbox.h"
#include "ipc/api/log.h"
#include "ipc/api/operation_table.h"
#include "ipc/api/reader_pool.h"
#include "ipc/api/request_metrics.h"
#include "ipc/wire/body.h"
#include "ipc/wire/reply_writer.h"
#include "ipc/wire/shape.h"
#include "storage/engine/environment.h"
#include "storage/engine/writer.h"

namespace larder::api {

class Dispatcher;

// One request at a time from its arrival to its reply. A front derives its connection's request from it and
// uses it again for the next one.
class Exchange : private engine::WriteRequest, private ReaderPool::Job {
 public:
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // The next one of what CompletionInbox::take_all gave, which forgets its successor.
  Exchange* take_next() noexcept;

 protected:
  explicit Exchange(CompletionInbox& inbox) : inbox_(inbox) {}
  ~Exchange() override = default;

  // Decodes the request's bytes. Called once per start().
  virtual Result<void> decode(const wire::Shape& shape, wire::Body& body) = 0;
  // An empty reply to write. Called on the front's thread, written on by a reader thread too.
  virtual wire::ReplyWriter& fresh_reply() = 0;
  // The exchange is done: the reply is written, or error() says why not. Only after start() said kPending.
  virtual void finished() = 0;

  // Null when the reply counts.
  const Error* error() const { return outcome_.ok() ? nullptr : &outcome_.error(); }
  // Drops the call and what it borrowed; before the next start().
  void forget();

 private:
  friend class Dispatcher;
  friend class CompletionInbox;

  Result<void> run(engine::WriteTransaction& txn) override;  // writer thread
  void complete(Result<void> outcome) noexcept override;     // writer thread
  std::size_t bytes_hint() const override { return call_.write->bytes_hint(); }
  void work() noexcept override;  // reader thread
  void read_on(const Budget& budget, Progress* progress);

  CompletionInbox& inbox_;
  Exchange* next_ = nullptr;
  const OperationRow* row_ = nullptr;
  wire::Body body_;
  Call call_;
  std::optional<engine::ReadTransaction> txn_;
  wire::ReplyWriter* reply_ = nullptr;
  Result<void> outcome_;
};

class Dispatcher {
 public:
  struct Services {
    std::span<const OperationRow> operations;  // sorted by name
    const Context& context;
    engine::Environment& environment;
    engine::Writer& writer;
    ReaderPool& readers;
    RequestMetrics& metrics;
    Log& log;
  };
  explicit Dispatcher(const Services& services) : services_(services) {}

  enum class Started : std::uint8_t {
    kFinished,  // error() and the reply are final; finished() is not called
    kPending,   // the inbox will give the exchange back: call finish()
  };
  // `host` is the name under which the client reached us; empty: the Context's.
  Started start(Exchange& exchange, std::string_view operation, std::string_view host = {});
  // For an exchange that came back through its inbox: encodes, then calls finished().
  void finish(Exchange& exchange);

 private:
  Result<Started> try_start(Exchange& exchange, std::string_view operation, std::string_view host);
  Result<Started> start_read(Exchange& exchange);
  void settle(Exchange& exchange);  // counts, and logs a 5xx

  Services services_;
};

}  // namespace larder::api
