// Checks that the pool runs every job it took, in order, takes no more than its queue holds, and finishes before it stops.
// Method: jobs that wait at a gate, so that the queue's state is known.
#include "ipc/api/reader_pool.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <vector>

namespace larder::api {
namespace {

class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    waiting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  void wait_for_visitor() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  bool waiting_ = false;
};

class Job final : public ReaderPool::Job {
 public:
  Job(Gate& gate, std::vector<int>& done, int number) : gate_(gate), done_(done), number_(number) {}
  void work() noexcept override {
    gate_.pass();
    done_.push_back(number_);
  }

 private:
  Gate& gate_;
  std::vector<int>& done_;
  int number_;
};

TEST(ReaderPool, RunsInOrderWhatFitsAndFinishesBeforeItStops) {
  Gate gate;
  std::vector<int> done;  // one thread: no lock needed
  ReaderPool pool(1, 2);
  Job jobs[] = {{gate, done, 0}, {gate, done, 1}, {gate, done, 2}, {gate, done, 3}};
  ASSERT_TRUE(pool.submit(jobs[0]));
  gate.wait_for_visitor();  // it runs, so the queue is empty
  EXPECT_TRUE(pool.submit(jobs[1]));
  EXPECT_TRUE(pool.submit(jobs[2]));
  EXPECT_FALSE(pool.submit(jobs[3])) << "the queue holds two";
  gate.open();
  pool.stop();
  EXPECT_EQ(done, (std::vector<int>{0, 1, 2}));
  EXPECT_FALSE(pool.submit(jobs[3])) << "stopped";
  pool.stop();
}

}  // namespace
}  // namespace larder::api
