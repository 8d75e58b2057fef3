#include "storage/engine/lmdb_error.h"

#include <cerrno>
#include <string>

#include "storage/engine/transaction.h"

namespace larder::engine {

Error lmdb_error(int code, std::string_view doing) {
  std::string text = "LMDB, while ";
  text.append(doing).append(": ").append(mdb_strerror(code));
  switch (code) {
    case MDB_MAP_FULL:
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return storage_full();
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
    case MDB_INCOMPATIBLE:
      return make_error(ErrorCode::kCorruption, std::move(text));
    case MDB_READERS_FULL:
      return make_error(ErrorCode::kServiceUnavailable, "Too many reads at the same time; try again.");
    default:
      return make_error(ErrorCode::kIo, std::move(text));
  }
}

Error storage_full() {
  return make_error(
      ErrorCode::kServiceUnavailable,
      "The disk or the map is nearly full: writes that add data are refused until space is freed.");
}

}  // namespace larder::engine
