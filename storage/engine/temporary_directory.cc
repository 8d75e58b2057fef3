#include "storage/engine/temporary_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "storage/engine/directory_lock.h"

namespace larder::engine {
namespace {

constexpr std::string_view kNamePrefix = "larder-memory-";
constexpr const char* kSharedMemory = "/dev/shm";
constexpr std::uint64_t kSharedMemoryBytesMin = 1ULL << 30;  // containers often give it 64 MB
constexpr int kAttemptsMax = 3;

std::filesystem::path default_parent() {
  if (const char* given = std::getenv("TMPDIR"); given != nullptr && *given != '\0') return given;
  struct statvfs disk {};
  if (access(kSharedMemory, W_OK | X_OK) == 0 && statvfs(kSharedMemory, &disk) == 0 &&
      std::uint64_t{disk.f_bavail} * disk.f_frsize >= kSharedMemoryBytesMin) {
    return kSharedMemory;
  }
  return "/tmp";
}

// Opens and locks; -1 when it is gone or locked by its living maker.
int lock_directory(const std::filesystem::path& path) {
  const int handle = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (handle < 0) return -1;
  if (flock(handle, LOCK_EX | LOCK_NB) == 0) return handle;
  close(handle);
  return -1;
}

void remove_abandoned(const std::filesystem::path& parent) {
  std::error_code failure;
  for (std::filesystem::directory_iterator at(parent, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (!at->path().filename().string().starts_with(kNamePrefix)) continue;
    struct stat owner {};
    if (lstat(at->path().c_str(), &owner) != 0 || owner.st_uid != geteuid()) continue;
    const int handle = lock_directory(at->path());
    if (handle < 0) continue;
    std::error_code ignored;  // somebody else may be removing it as well
    std::filesystem::remove_all(at->path(), ignored);
    close(handle);
  }
}

}  // namespace

Result<TemporaryDirectory> TemporaryDirectory::make(const std::filesystem::path& parent) {
  const std::filesystem::path in = parent.empty() ? default_parent() : parent;
  remove_abandoned(in);
  for (int attempt = 1;; ++attempt) {
    std::string name = in / (std::string(kNamePrefix) + "XXXXXX");
    if (mkdtemp(name.data()) == nullptr) return io_error("make a temporary directory in", in);
    TemporaryDirectory made;
    made.handle_ = lock_directory(name);
    // Another process may have taken the new directory for an abandoned one before it was locked.
    if (made.handle_ >= 0 && access(name.c_str(), F_OK) == 0) {
      made.path_ = std::move(name);
      return made;
    }
    if (attempt == kAttemptsMax) return io_error("lock the temporary directory", name);
  }
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), handle_(std::exchange(other.handle_, -1)) {}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  if (handle_ >= 0) close(handle_);
}

}  // namespace larder::engine
