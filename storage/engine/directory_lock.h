// storage/engine/directory_lock.h
//
// The data directory before LMDB sees it: made if missing, on a file system that LMDB can live on, held by
// this process alone.
//
// Shape    DIR/lock, a file whose flock is the lock; it holds the process id of its last holder, for the
//          message. The kernel drops the lock with the process, so nothing is left to clean up after a kill.
// Errors   prepare_directory: kIo. take: kAlreadyRunning, kIo. Each text names the path and the reason.
// Threads  any; a lock is held by its object.
#pragma once

#include <filesystem>
#include <string_view>

#include "storage/base/result.h"

namespace larder::engine {

// Makes DIR with mode 0700 when missing, its parents with the usual one.
Result<void> prepare_directory(const std::filesystem::path& directory, bool allow_network_filesystem);

// The name of the network file system that statfs reports as `magic`; empty for any other.
std::string_view network_filesystem(long magic);

// "cannot DO PATH: REASON" from errno.
Error io_error(std::string_view doing, const std::filesystem::path& path);

class DirectoryLock {
 public:
  DirectoryLock() = default;
  static Result<DirectoryLock> take(const std::filesystem::path& directory);
  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&& other) noexcept;
  ~DirectoryLock();

 private:
  int file_ = -1;
};

}  // namespace larder::engine
