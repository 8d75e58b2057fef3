// storage/engine/space_watch.h
//
// Whether the map or the disk has less left than the reserve, so that growing writes must be refused. Of a small disk
// the reserve is 1 %.
//
// Units    bytes. "Left" counts free space behind the last used page plus the free pages inside the file:
//          after large deletes new data goes there.
// Limits   looks at most every 100 ms or 16 MB of writes, never per request. The free pages are only counted
//          when the space behind them is short.
// Threads  look: the writer thread (and open). short_of_space: any.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <lmdb.h>

namespace larder::engine {

class SpaceWatch {
 public:
  void start(MDB_env* env, std::uint64_t reserve_bytes);
  // Looks again when it is due; `put_bytes` were written since the last call.
  void look(std::uint64_t put_bytes);
  // True when the disk has so little left that `put_bytes` may not have fitted.
  bool disk_is_full_for(std::uint64_t put_bytes) const;
  bool short_of_space() const { return short_.load(std::memory_order_relaxed); }

 private:
  bool measure() const;

  MDB_env* env_ = nullptr;
  std::uint64_t reserve_bytes_ = 0;
  std::uint64_t unseen_bytes_ = 0;  // put since the last measurement
  std::chrono::steady_clock::time_point due_{};
  std::atomic<bool> short_{false};
};

}  // namespace larder::engine
