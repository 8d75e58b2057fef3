// storage/engine/internals.h
//
// What the files of this folder share: LMDB's handles behind Environment and behind one transaction.
//
// Threads  Environment::Internals: constant after open, but for the parts that say otherwise.
// TransactionState:
//          one thread at a time.
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
  HashSecret secret{};
  std::uint64_t epoch = 0;

  std::atomic<std::uint32_t> read_handles{0};  // in use or waiting in `readers`
  ReaderPool readers;                          // synchronises itself
  SpaceWatch space;                            // measured by the writer thread, read by any
  std::atomic<int> commit_fault_once{0};       // tests: the next commit fails with this code
};

struct TransactionState {
  explicit TransactionState(Environment::Internals& environment) : env(environment) {}
  int begin_read();
  int begin_write();
  ~TransactionState();  // ends the LMDB transaction
  TransactionState(const TransactionState&) = delete;
  TransactionState& operator=(const TransactionState&) = delete;

  // An LMDB cursor on `tree`, from those kept for the next use if there is one (read transactions only: in a
  // write transaction every open cursor makes each put dearer).
  Result<MDB_cursor*> take_cursor(Tree tree);
  void return_cursor(Tree tree, MDB_cursor* cursor);

  Environment::Internals& env;
  MDB_txn* txn = nullptr;
  bool writing = false;
  std::array<std::vector<MDB_cursor*>, kTreesCount> idle_cursors;

  // Writing only.
  std::uint64_t changes =
      0;  // puts, erases and counts so far: tells cursors and the writer that something changed
  std::uint64_t put_bytes = 0;
  bool failed = false;  // LMDB refused something: nothing in this transaction may be committed
  TreeCountDeltas counts;
};

}  // namespace larder::engine
