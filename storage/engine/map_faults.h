// storage/engine/map_faults.h
//
// A damaged page makes LMDB assert, or the kernel send SIGBUS (the file is shorter than its pages say, or the
// disk fails) or SIGSEGV (a page number beyond the map, or LMDB follows what it took for a pointer). Each ends
// the process with one line and an exit code of its own (environment.h), instead of a core dump that says
// nothing.
//
// Limits   16 maps at a time; faults in further ones get the default action. So does a
//          fault outside the map in code that neither is LMDB's nor was called by it. A write into a page whose
//          header is damaged may spoil the heap before it faults: then the allocator may end the process first.
// Threads  watch and unwatch: any. The handlers read a fixed table of atomics: they allocate and lock
//          nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <lmdb.h>

namespace larder::engine {

// Every fault of this thread, until it is gone, is put down to `data_path`: where the map lies is only known
// after pages of it were read. `data_path` must outlive it.
class OpeningWatch {
 public:
  explicit OpeningWatch(const char* data_path);
  ~OpeningWatch();
  OpeningWatch(const OpeningWatch&) = delete;
  OpeningWatch& operator=(const OpeningWatch&) = delete;
};

// Lets LMDB's assertions end the process as said above, not by abort.
void watch_assertions(MDB_env* env);

// Where the map begins that `in_page`, anything read from a committed snapshot, lies in; 0 when the kernel does not
// tell. LMDB does not, and the number that a page begins with may be damaged.
std::uintptr_t map_begin(std::string_view in_page);

// `data_path` is copied. Faults outside every watched map go to whatever handler was there before.
void watch_map(MDB_env* env, const std::string& data_path, std::uintptr_t begin);
void unwatch_map(MDB_env* env);

}  // namespace larder::engine
