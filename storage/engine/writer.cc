#include "storage/engine/writer.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "storage/engine/internals.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/tree_count.h"

namespace larder::engine {
namespace {

Error stopped() {
  return make_error(ErrorCode::kServiceUnavailable, "The server is stopping; try again later.");
}

// Stands in the inbox once the thread has left it.
WriteRequest* closed() {
  return reinterpret_cast<WriteRequest*>(std::uintptr_t{1});
}

}  // namespace

// The queue, the thread, and the group it works on.
struct Writer::Inbox {
  struct Entry {
    WriteRequest* request;
    Result<void> outcome;
  };
  // What became of a group's transaction.
  enum class Group : std::uint8_t { kDone, kRunApart };

  Inbox(Environment& environment_, const WriterOptions& options_)
      : environment(environment_), options(options_), thread([this] { work(); }) {
    pthread_setname_np(thread.native_handle(), "larder-writer");
  }

  bool push(WriteRequest& request);
  void wake();
  void work();
  bool wait_for_requests();
  void take_all();
  void take_group();
  void run_group();
  Group try_group(std::size_t first, std::size_t count);
  Result<void> commit(TransactionState& txn);

  Environment& environment;
  const WriterOptions options;

  // Newest first; closed() once the thread has left.
  std::atomic<WriteRequest*> newest{nullptr};
  std::atomic<int> sleeping{0};
  std::atomic<bool> stopping{false};
  std::mutex stop_mutex;  // held while one caller joins

  std::atomic<std::uint64_t> groups{0};
  std::atomic<std::uint64_t> requests{0};
  std::atomic<std::uint64_t> group_retries{0};

  // The writer thread's own.
  std::deque<WriteRequest*> queued;  // oldest first
  std::vector<Entry> group;

  std::thread thread;  // last: it uses everything above
};

// False when the thread has left.
bool Writer::Inbox::push(WriteRequest& request) {
  WriteRequest* head = newest.load();
  do {
    if (head == closed()) return false;
    request.next_ = head;
  } while (!newest.compare_exchange_weak(head, &request));
  wake();
  return true;
}

// All of `newest`, `stopping` and `sleeping` are sequentially consistent: either the thread sees what was
// pushed before it sleeps, or the pusher sees that it sleeps.
void Writer::Inbox::wake() {
  if (sleeping.load() != 0 && sleeping.exchange(0) != 0) sleeping.notify_one();
}

// False when the writer is stopped and nothing is left to run.
bool Writer::Inbox::wait_for_requests() {
  while (true) {
    if (newest.load() != nullptr) return true;
    if (stopping.load()) {
      WriteRequest* none = nullptr;
      if (newest.compare_exchange_strong(none, closed())) return false;
      continue;
    }
    sleeping.store(1);
    if (newest.load() == nullptr && !stopping.load()) sleeping.wait(1);
    sleeping.store(0);
  }
}

void Writer::Inbox::work() {
  while (!queued.empty() || wait_for_requests()) {
    take_all();
    take_group();
    run_group();
  }
}

void Writer::Inbox::take_all() {
  const auto old_end = static_cast<std::ptrdiff_t>(queued.size());
  for (WriteRequest* at = newest.exchange(nullptr); at != nullptr; at = at->next_) queued.push_back(at);
  std::reverse(queued.begin() + old_end, queued.end());
}

void Writer::Inbox::take_group() {
  std::size_t bytes = 0;
  while (!queued.empty() && group.size() < options.group_requests_max) {
    bytes += queued.front()->bytes_hint();
    if (!group.empty() && bytes > options.group_bytes_max) break;
    group.push_back({queued.front(), {}});
    queued.pop_front();
  }
}

void Writer::Inbox::run_group() {
  environment.internals().space.look(0);
  if (try_group(0, group.size()) == Group::kRunApart) {
    group_retries.fetch_add(1, std::memory_order_relaxed);
    for (std::size_t i = 0; i < group.size(); ++i) try_group(i, 1);
  }
  requests.fetch_add(group.size(), std::memory_order_relaxed);
  for (Entry& entry : group) entry.request->complete(std::move(entry.outcome));
  group.clear();
}

// Runs and commits some of the group in one transaction. A group of one has its outcome afterwards whatever
// happened; a larger one either has all outcomes, or none and must be run apart.
Writer::Inbox::Group Writer::Inbox::try_group(std::size_t first, std::size_t count) {
  auto state = std::make_unique<TransactionState>(environment.internals());
  TransactionState& txn_state = *state;
  if (const int code = state->begin_write(); code != MDB_SUCCESS) {
    const Error error = lmdb_error(code, "beginning a write");
    for (std::size_t i = first; i < first + count; ++i) group[i].outcome = error;
    return Group::kDone;
  }
  groups.fetch_add(1, std::memory_order_relaxed);
  WriteTransaction txn(std::move(state));
  for (std::size_t i = first; i < first + count && !txn_state.failed; ++i) {
    const std::uint64_t changes_before = txn_state.changes;
    group[i].outcome = group[i].request->run(txn);
    // A refused request must have written nothing. One that broke off half-way must not be committed.
    if (!group[i].outcome.ok() && txn_state.changes != changes_before) txn_state.failed = true;
  }
  if (txn_state.failed) {
    if (count > 1) return Group::kRunApart;
    if (group[first].outcome.ok()) {
      group[first].outcome =
          make_error(ErrorCode::kInternal, "A write failed inside a request that went on.");
    }
    return Group::kDone;
  }
  Result<void> fate = commit(txn_state);
  if (fate.ok()) return Group::kDone;
  if (count > 1) return Group::kRunApart;
  group[first].outcome = std::move(fate);
  return Group::kDone;
}

// The one place where a group becomes durable and visible.
Result<void> Writer::Inbox::commit(TransactionState& txn) {
  LARDER_TRY_DO(flush_counts(txn));
  Environment::Internals& internals = environment.internals();
  if (const int fault = internals.commit_fault_once.exchange(0); fault != 0)
    return lmdb_error(fault, "committing");
  int code = mdb_txn_commit(std::exchange(txn.txn, nullptr));
  // A full disk shortens LMDB's last write, which it reports as EIO.
  if (code == EIO && internals.space.disk_is_full_for(txn.put_bytes)) code = ENOSPC;
  if (code != MDB_SUCCESS) return lmdb_error(code, "committing");
  internals.space.look(txn.put_bytes);
  return {};
}

Writer::Writer(Environment& environment, const WriterOptions& options)
    : inbox_(std::make_unique<Inbox>(environment, options)) {}

Writer::~Writer() {
  stop();
}

void Writer::submit(WriteRequest& request) {
  if (inbox_->stopping.load() || !inbox_->push(request)) request.complete(stopped());
}

Result<void> Writer::execute(WriteRequest& request) {
  struct Waiting final : WriteRequest {
    explicit Waiting(WriteRequest& inner) : inner_(inner) {}
    Result<void> run(WriteTransaction& txn) override { return inner_.run(txn); }
    void complete(Result<void> outcome) noexcept override {
      inner_.complete(outcome);
      // Notified under the lock: this object goes as soon as the waiting thread can take it.
      const std::lock_guard lock(mutex_);
      outcome_ = std::move(outcome);
      done_ = true;
      completed_.notify_one();
    }
    std::size_t bytes_hint() const override { return inner_.bytes_hint(); }
    Result<void> wait() {
      std::unique_lock lock(mutex_);
      completed_.wait(lock, [this] { return done_; });
      return std::move(outcome_);
    }

    WriteRequest& inner_;
    std::mutex mutex_;
    std::condition_variable completed_;
    bool done_ = false;
    Result<void> outcome_;
  };
  Waiting waiting(request);
  submit(waiting);
  return waiting.wait();
}

void Writer::stop() {
  inbox_->stopping.store(true);
  inbox_->wake();
  const std::lock_guard lock(inbox_->stop_mutex);
  if (inbox_->thread.joinable()) inbox_->thread.join();
}

Writer::Metrics Writer::metrics() const {
  return {inbox_->groups.load(std::memory_order_relaxed), inbox_->requests.load(std::memory_order_relaxed),
          inbox_->group_retries.load(std::memory_order_relaxed)};
}

}  // namespace larder::engine
