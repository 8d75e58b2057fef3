// ipc/api/reader_pool.h
//
// A few threads of lower priority that finish the reads that have spent what a front thread grants them, so
// that one large page never holds a front.
//
// Order    first come, first served; a job runs to its end.
// Limits   `queue_max` jobs wait at most: each holds a snapshot, and snapshots are bounded.
// Lifetime a job belongs to its submitter and stays valid until its work() has returned.
// Threads  submit: any. work: a reader thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace larder::api {

class ReaderPool {
 public:
  class Job {
   public:
    virtual ~Job() = default;
    // The last thing that the pool does with the job: it may be reused or gone when work() returns.
    virtual void work() noexcept = 0;

   private:
    friend class ReaderPool;
    Job* next_ = nullptr;
  };

  ReaderPool(std::size_t threads, std::size_t queue_max);
  ~ReaderPool();  // stop()
  ReaderPool(const ReaderPool&) = delete;
  ReaderPool& operator=(const ReaderPool&) = delete;

  // False when the queue is full or the pool has stopped: the job was not taken.
  bool submit(Job& job);
  // Runs what is queued, then joins the threads. A second call does nothing.
  void stop();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable not_empty_;
  Job* first_ = nullptr;
  Job* last_ = nullptr;
  std::size_t queued_ = 0;
  const std::size_t queue_max_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace larder::api
