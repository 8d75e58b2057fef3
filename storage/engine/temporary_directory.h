// storage/engine/temporary_directory.h
//
// Where an in-memory store's files live for the instant between their creation and their unlinking.
//
// Shape    PARENT/larder-memory-XXXXXX, mode 0700, locked (flock on the directory) while its maker lives.
// Limits   A process killed inside that instant leaves the directory; the next make() in the same parent
//          removes every such directory of this user whose lock is free.
// Errors   kIo, naming the path and the reason.
// Threads  any.
#pragma once

#include <filesystem>

#include "storage/base/result.h"

namespace larder::engine {

class TemporaryDirectory {
 public:
  // `parent` must exist; empty means $TMPDIR, else /dev/shm when it has 1 GiB free, else /tmp.
  static Result<TemporaryDirectory> make(const std::filesystem::path& parent);
  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory();  // removes it with its files; open files and maps stay usable

  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryDirectory() = default;
  std::filesystem::path path_;
  int handle_ = -1;
};

}  // namespace larder::engine
