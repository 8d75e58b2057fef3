// storage/engine/writer.h
//
// The single writer thread: takes everything queued, runs each request in one write transaction, makes the
// group durable once, commits, then completes them all.
//
// Order    requests run and commit in the order of submit. Nothing is visible to readers before it is durable.
// Limits   a group holds at most group_requests_max requests and about group_bytes_max of their byte hints.
// Errors   a request whose run() fails is answered with that error alone; it has written nothing (house rule:
//          check everything, then write), so the group goes on. When the transaction itself fails, or a
//          request fails after it wrote, the group is aborted and each request runs again in a group of its
//          own: only the one that fails again gets the error. After stop() submit refuses with
//          kServiceUnavailable.
// Threads  submit: any. run and complete: the writer thread; what is refused after stop() submit completes
//          itself.
// Lifetime a request belongs to its submitter and stays valid until complete() was called.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "storage/base/result.h"
#include "storage/engine/environment.h"

namespace larder::engine {

class WriteRequest {
 public:
  virtual ~WriteRequest() = default;
  // May be called more than once (see Errors): each call starts afresh.
  virtual Result<void> run(WriteTransaction& txn) = 0;
  // Called once, after the group is durable or refused. Only hands over to the asking thread: no work here.
  virtual void complete(Result<void> outcome) noexcept = 0;
  virtual std::size_t bytes_hint() const { return 512; }

 private:
  friend class Writer;
  WriteRequest* next_ = nullptr;  // the inbox is an intrusive list: no allocation per request
};

struct WriterOptions {
  std::size_t group_requests_max = 256;
  std::size_t group_bytes_max = 8 << 20;
};

class Writer {
 public:
  Writer(Environment& environment, const WriterOptions& options);
  ~Writer();  // stop()

  void submit(WriteRequest& request);
  // Submits and waits: for start-up, housekeeping and tests. Not from the writer thread.
  Result<void> execute(WriteRequest& request);
  template <class Run>
  requires(!std::derived_from<Run, WriteRequest>) Result<void> execute(
      Run run);  // run: Result<void>(WriteTransaction&), in a request of its own

  // Refuses new requests, runs what is queued, joins the thread. A second call does nothing.
  void stop();

  struct Metrics {
    std::uint64_t groups, requests, group_retries;
  };
  Metrics metrics() const;

 private:
  struct Inbox;
  std::unique_ptr<Inbox> inbox_;
};

template <class Run>
requires(!std::derived_from<Run, WriteRequest>) Result<void> Writer::execute(Run run) {
  struct Local final : WriteRequest {
    explicit Local(Run& body) : body_(body) {}
    Result<void> run(WriteTransaction& txn) override { return body_(txn); }
    void complete(Result<void>) noexcept override {}
    Run& body_;
  };
  Local request(run);
  return execute(static_cast<WriteRequest&>(request));
}

}  // namespace larder::engine
