// ipc/api/call.h
//
// One request on its way: an operation's handler decodes and validates a Body into a Call; the front runs it
// where it belongs and encodes the reply.
//
//     prepare (front)  ->  ReadCall::run (front, then a reader thread when long)   -> reply
//                      ->  WriteCall::run (writer thread) -> WriteCall::encode (front) -> reply
//
// Lifetime a Call borrows from the Body it was prepared with, and from what the Context points to, not from
//          the Context itself; the front keeps both until the reply is out.
// Threads  run, encode: one at a time; which thread is said above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "ipc/wire/body.h"
#include "ipc/wire/reply_writer.h"
#include "storage/base/clock.h"
#include "storage/base/result.h"
#include "storage/engine/environment.h"
#include "storage/engine/transaction.h"
#include "storage/operation/budget.h"
#include "storage/operation/settings.h"

namespace larder::api {

// What every handler may use. Made once by daemon/.
struct Context {
  const Clock& clock;
  std::string_view region = "us-east-1";  // for ARNs
  std::string_view account = "000000000000";
  std::int64_t table_state_delay_millis = 0;  // test option: how long CREATING and DELETING last
  // The name under which the client reached us, for DescribeEndpoints: a front prepares with its own copy of
  // the Context when it knows better. Read by prepare only.
  std::string_view host = "127.0.0.1:8000";
  std::uint64_t item_collection_bytes_max = limits::kItemCollectionBytesMax;

  operation::Settings settings() const {
    return {clock, region, account, table_state_delay_millis, item_collection_bytes_max};
  }
};

using Budget = operation::Budget;
using Progress = operation::Progress;

class ReadCall {
 public:
  virtual ~ReadCall() = default;
  // Reads and encodes. kMore: the budget is spent; call again with the same transaction and writer, on any
  // thread. After an error nothing that was written counts.
  virtual Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                               const Budget& budget) = 0;
};

class WriteCall {
 public:
  virtual ~WriteCall() = default;
  virtual Result<void> run(engine::WriteTransaction& txn) = 0;  // may be called again from the start
  virtual void encode(wire::ReplyWriter& reply) = 0;            // only after run succeeded and was committed
  virtual std::size_t bytes_hint() const { return 512; }
};

// Exactly one is set.
struct Call {
  std::unique_ptr<ReadCall> read;
  std::unique_ptr<WriteCall> write;
};

using Prepare = Result<Call> (*)(const Context& context, const wire::Body& body);

}  // namespace larder::api
