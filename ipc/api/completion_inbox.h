// ipc/api/completion_inbox.h
//
// Where the writer and the reader threads leave finished exchanges for the front thread that owns them. The
// front is woken once per batch: only by the push that finds the inbox empty.
//
// Order    take_all hands out in the order of push.
// Limits   none of its own: an exchange is in one inbox at most once, so the connections bound it.
// Lifetime the wake function is called on the pushing thread, and must stay callable until no more pushes
// come. Threads  push: any. take_all: the owning front thread.
#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace larder::api {

class Exchange;

class CompletionInbox {
 public:
  explicit CompletionInbox(std::function<void()> wake) : wake_(std::move(wake)) {}
  CompletionInbox(const CompletionInbox&) = delete;
  CompletionInbox& operator=(const CompletionInbox&) = delete;

  void push(Exchange& exchange) noexcept;
  // The oldest first, linked by Exchange::take_next(); null when empty.
  Exchange* take_all() noexcept;

 private:
  std::atomic<Exchange*> newest_{nullptr};
  std::function<void()> wake_;
};

}  // namespace larder::api
