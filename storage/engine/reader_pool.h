// storage/engine/reader_pool.h
//
// Read transactions between two uses: reset, so they hold no snapshot, with their LMDB reader slot and their
// cursors kept. Renewing one costs tens of nanoseconds; beginning one takes LMDB's reader mutex.
//
// Shape    a fixed array of places. A thread begins at its own place, so threads that read at the same time
//          usually touch different cache lines; one that finds its place taken or empty looks at the others.
// Limits   at most kPlaces handles wait here; a handle that finds no place is ended.
// Threads  any; lock-free. A handle may come back on another thread than took it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace larder::engine {

struct TransactionState;

class ReaderPool {
 public:
  ReaderPool() = default;
  ~ReaderPool();
  ReaderPool(const ReaderPool&) = delete;
  ReaderPool& operator=(const ReaderPool&) = delete;

  // Null when no handle waits.
  std::unique_ptr<TransactionState> take();
  void give_back(std::unique_ptr<TransactionState> handle);
  void clear();
  std::uint32_t waiting() const;

 private:
  static constexpr std::size_t kPlaces = 64;
  struct alignas(64) Place {
    std::atomic<TransactionState*> handle{nullptr};
  };
  std::array<Place, kPlaces> places_;
};

}  // namespace larder::engine
