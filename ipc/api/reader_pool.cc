#include "ipc/api/reader_pool.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace larder::api {
namespace {

// Long reads yield to the fronts and the writer when processors are short: a scan takes a little longer, a
// GetItem beside it does not.
constexpr int kNiceness = 10;

}  // namespace

ReaderPool::ReaderPool(std::size_t threads, std::size_t queue_max) : queue_max_(queue_max) {
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

ReaderPool::~ReaderPool() {
  stop();
}

bool ReaderPool::submit(Job& job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queued_ >= queue_max_) return false;
    job.next_ = nullptr;
    if (last_ != nullptr) {
      last_->next_ = &job;
    } else {
      first_ = &job;
    }
    last_ = &job;
    ++queued_;
  }
  not_empty_.notify_one();
  return true;
}

void ReaderPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  not_empty_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ReaderPool::run() {
  pthread_setname_np(pthread_self(), "larder-reader");
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
  std::unique_lock lock(mutex_);
  while (true) {
    not_empty_.wait(lock, [this] { return stopping_ || first_ != nullptr; });
    if (first_ == nullptr) return;
    Job& job = *first_;
    first_ = job.next_;
    if (first_ == nullptr) last_ = nullptr;
    --queued_;
    lock.unlock();
    job.work();
    lock.lock();
  }
}

}  // namespace larder::api
