// storage/engine/lmdb_error.h
//
// LMDB's return codes and errno as our errors.
//
// Errors   map, disk, quota or the limit of a file's size full: storage_full(). Damage that LMDB itself notices: kCorruption. No reader slot
//          left: kServiceUnavailable. Everything else: kIo, with LMDB's text.
#pragma once

#include <string_view>

#include <lmdb.h>

#include "storage/base/result.h"

namespace larder::engine {

// `doing` completes "while ...".
Error lmdb_error(int code, std::string_view doing);

inline MDB_val as_val(std::string_view bytes) {
  return {bytes.size(), const_cast<char*>(bytes.data())};  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}
inline std::string_view as_view(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

}  // namespace larder::engine
