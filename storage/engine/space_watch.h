// storage/engine/space_watch.h
//
// Whether the map or the disk has less left than the reserve, so that growing writes must be refused. Of a small disk
// the reserve is 1 %.
//
// Units    bytes. "Left" counts free space behind the last used page plus the free pages inside the file:
//          after large deletes new data goes there.
// Limits   looks every 100 ms, or after writes of 16 MB or of an eighth of what was left above the reserve: often only
//          where it is nearly reached, so that it is never passed by much. The free pages are only counted when the
//          space behind them is short.
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
  std::uint64_t room() const;  // bytes left above the reserve
  void see(std::uint64_t room);

  MDB_env* env_ = nullptr;
  std::uint64_t reserve_bytes_ = 0;
  std::uint64_t unseen_bytes_ = 0;      // put since the last look
  std::uint64_t unseen_bytes_max_ = 0;  // after which it looks again
  std::chrono::steady_clock::time_point due_{};
  std::atomic<bool> short_{false};
};

}  // namespace larder::engine
