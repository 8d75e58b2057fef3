// storage/engine/internals.h
//
// What the files of this folder share: LMDB's handles behind Environment and behind one transaction.
//
// Threads  Environment::Internals: constant after open, but for the parts that say otherwise.
//          TransactionState: one thread at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <lmdb.h>

#include "storage/engine/directory_lock.h"
#include "storage/engine/environment.h"
#include "storage/engine/reader_pool.h"
#include "storage/engine/space_watch.h"
#include "storage/engine/sub_databases.h"
#include "storage/engine/tree_count.h"

namespace larder::engine {

struct Environment::Internals {
  Internals() = default;
  ~Internals();
  Internals(const Internals&) = delete;
  Internals& operator=(const Internals&) = delete;

  MDB_dbi dbi(Tree tree) const { return dbis[tree_index(tree)]; }

  EnvironmentOptions options;
  DirectoryLock lock;  // held until LMDB has closed its files
  std::string data_path;
  MDB_env* env = nullptr;
  std::array<MDB_dbi, kTreesCount> dbis{};
  std::uintptr_t map_begin = 0;
  std::uintptr_t map_end = 0;
  HashSecret secret{};
  std::uint64_t epoch = 0;

  std::atomic<std::uint32_t> read_handles{0};  // in use or waiting in `readers`
  ReaderPool readers;                          // synchronises itself
  SpaceWatch space;                            // measured by the writer thread, read by any
  std::atomic<int> commit_fault_once{0};       // tests: the next commit fails with this code
};

struct TransactionState {
  explicit TransactionState(Environment::Internals& environment) : env(environment) {}
  ~TransactionState();  // ends the LMDB transaction; one that was not committed is aborted
  TransactionState(const TransactionState&) = delete;
  TransactionState& operator=(const TransactionState&) = delete;

  // Begins the LMDB transaction; returns LMDB's code.
  int begin_read();
  int begin_write();

  // An LMDB cursor on `tree`, from those kept for the next use if there is one (read transactions only: in a
  // write transaction every open cursor makes each put dearer).
  Result<MDB_cursor*> take_cursor(Tree tree);
  void return_cursor(Tree tree, MDB_cursor* cursor);

  Environment::Internals& env;
  MDB_txn* txn = nullptr;
  bool writing = false;
  std::array<std::vector<MDB_cursor*>, kTreesCount> idle_cursors;

  // In a read transaction all that LMDB hands out lies in the map, unless a damaged page led it elsewhere.
  bool astray(std::string_view bytes) const {
    const auto at = reinterpret_cast<std::uintptr_t>(bytes.data());
    return !writing && env.map_begin != 0 &&
           (at < env.map_begin || at >= env.map_end || bytes.size() > env.map_end - at);
  }

  // Tells a write transaction what it hands out; see movable_views.
  void handed_out(std::string_view bytes) const {
    const auto at = reinterpret_cast<std::uintptr_t>(bytes.data());
    if (writing && (at < env.map_begin || at >= env.map_end)) movable_views.push_back(bytes);
  }

  void changed() {
    ++changes;
    movable_views.clear();
  }

  // Writing only. `changes` counts puts, erases and counts: it tells cursors and the writer that something changed.
  std::uint64_t changes = 0;
  std::uint64_t put_bytes = 0;
  // What get and cursors returned since the last change that lies outside the map: in pages that the next put may
  // move or free. A put whose key or parts come from there works on a copy.
  mutable std::vector<std::string_view> movable_views;
  bool failed = false;  // LMDB refused something: nothing in this transaction may be committed
  TreeCountDeltas counts;
};

}  // namespace larder::engine
