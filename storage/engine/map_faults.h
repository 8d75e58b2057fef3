// storage/engine/map_faults.h
//
// A damaged page makes LMDB assert, or the kernel send SIGBUS (the file is shorter than its pages say, or the
// disk fails) or SIGSEGV (a page number beyond the map). Each ends the process with one line and an exit code
// of its own (environment.h), instead of a core dump that says nothing.
//
// Limits   16 maps at a time; faults in further ones get the default action.
// Threads  watch and unwatch: any. The handlers read a fixed table of atomics: they allocate and lock
//          nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <lmdb.h>

namespace larder::engine {

// Where the map of `env` begins. LMDB does not tell, but each page begins with its own number: `in_page` is
// anything read from a leaf page of a committed snapshot.
std::uintptr_t map_begin(MDB_env* env, std::string_view in_page);

// `data_path` is copied. Faults outside every watched map go to whatever handler was there before.
void watch_map(MDB_env* env, const std::string& data_path, std::uintptr_t begin);
void unwatch_map(MDB_env* env);

}  // namespace larder::engine
