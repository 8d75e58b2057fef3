// storage/engine/environment.h
//
// One open database: an LMDB environment with its fixed set of sub-databases, in one directory that this
// process holds alone.
//
// Lifetime an Environment outlives every transaction and the Writer.
// Errors   open: kAlreadyRunning (another daemon holds DIR/lock), kWrongVersion (a format version this build
//          does not know), kCorruption, kIo (text names the path and the reason). Nothing is changed on an
//          error.
// Threads  open and destruction by one thread; everything else by any.
// Source   design.md section 4, "LMDB settings"; storage/FORMAT.md, "Directory" and "Sub-databases".
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "storage/base/ids.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"

namespace larder::engine {

enum class Durability : std::uint8_t {
  kCommit,  // answered only after the group is on the disk
  kNone,    // the kernel writes when it likes: for throw-away stores
};

// The sanitizers' shadow memory leaves no room for a map of 1 TiB.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LARDER_SMALL_MAP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(LARDER_SMALL_MAP)
inline constexpr std::uint64_t kMapBytesDefault = std::uint64_t{16} << 30;
#else
inline constexpr std::uint64_t kMapBytesDefault = std::uint64_t{1} << 40;
#endif

struct EnvironmentOptions {
  // Made (mode 0700) when missing. With in_memory: an existing directory to put the temporary store in, or
  // empty, which means $TMPDIR, else /dev/shm when it has 1 GiB free, else /tmp.
  std::filesystem::path directory;
  bool in_memory = false;  // a temporary store: its files are unlinked right after opening, never synced
  Durability durability = Durability::kCommit;
  std::uint64_t map_bytes =
      kMapBytesDefault;  // address space, reserved once; halved where a limit forbids it
  std::uint64_t reserve_bytes = 256ULL << 20;  // growing writes stop when map or disk has less left than this
                                               // or 1 % of it, whichever is smaller
  std::uint32_t readers_max = 1'024;
  bool allow_network_filesystem = false;  // LMDB's locks and map are not safe on NFS, CIFS, 9p, FUSE, ...
};

// How the process ends when LMDB meets a damaged page: one line on standard error, then _exit
inline constexpr int kExitMapFault = 71;    // SIGBUS or SIGSEGV at an address inside the map
inline constexpr int kExitLmdbAssert = 72;  // an assertion of LMDB's

class Environment {
 public:
  static Result<std::unique_ptr<Environment>> open(const EnvironmentOptions& options);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  // A snapshot of what is committed now. Handles are renewed from a pool: no system call, no lock of LMDB's.
  // May be handed from thread to thread, used by one at a time, and dropped on any.
  Result<ReadTransaction> begin_read();

  // Made at database creation; keys the partition hash.
  const HashSecret& hash_secret() const;
  std::uint64_t epoch() const;  // random, made at database creation: one life of this database

  struct Usage {
    std::uint64_t map_bytes, used_bytes, file_bytes;
    std::uint32_t readers_in_use;
  };
  Usage usage() const;

  struct Internals;  // LMDB's handles, seen only inside storage/engine and by its tests
  Internals& internals() { return *internals_; }

 private:
  friend class Writer;
  explicit Environment(std::unique_ptr<Internals> internals);
  std::unique_ptr<Internals> internals_;
};

}  // namespace larder::engine
