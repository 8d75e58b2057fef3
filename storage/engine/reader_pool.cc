#include "storage/engine/reader_pool.h"

#include "storage/engine/internals.h"

namespace larder::engine {
namespace {

std::size_t first_place() {
  static std::atomic<std::size_t> next_thread{0};
  thread_local const std::size_t mine = next_thread.fetch_add(1, std::memory_order_relaxed);
  return mine;
}

}  // namespace

ReaderPool::~ReaderPool() {
  clear();
}

std::unique_ptr<TransactionState> ReaderPool::take() {
  const std::size_t first = first_place();
  for (std::size_t i = 0; i < kPlaces; ++i) {
    std::atomic<TransactionState*>& place = places_[(first + i) % kPlaces].handle;
    if (place.load(std::memory_order_relaxed) == nullptr) continue;
    if (TransactionState* handle = place.exchange(nullptr, std::memory_order_acq_rel)) {
      return std::unique_ptr<TransactionState>(handle);
    }
  }
  return nullptr;
}

void ReaderPool::give_back(std::unique_ptr<TransactionState> handle) {
  const std::size_t first = first_place();
  for (std::size_t i = 0; i < kPlaces; ++i) {
    std::atomic<TransactionState*>& place = places_[(first + i) % kPlaces].handle;
    TransactionState* empty = nullptr;
    if (place.compare_exchange_strong(empty, handle.get(), std::memory_order_acq_rel)) {
      static_cast<void>(handle.release());
      return;
    }
  }
}

void ReaderPool::clear() {
  for (Place& place : places_) {
    const std::unique_ptr<TransactionState> handle(place.handle.exchange(nullptr, std::memory_order_acq_rel));
  }
}

std::uint32_t ReaderPool::waiting() const {
  std::uint32_t count = 0;
  for (const Place& place : places_) count += place.handle.load(std::memory_order_relaxed) != nullptr ? 1 : 0;
  return count;
}

}  // namespace larder::engine
