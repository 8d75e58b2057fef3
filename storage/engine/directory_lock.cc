#include "storage/engine/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace larder::engine {
namespace {

struct NetworkFilesystemRow {
  long magic;
  std::string_view name;
};

// Source: statfs(2), linux/magic.h.
constexpr auto kNetworkFilesystems = std::to_array<NetworkFilesystemRow>({
    {0x6969, "NFS"},
    {0x517B, "SMB"},
    {0xFE534D42, "SMB2"},
    {0xFF534D42, "CIFS"},
    {0x01021997, "9p"},
    {0x65735546, "FUSE"},
    {0x00C36400, "Ceph"},
    {0x5346414F, "AFS"},
    {0x6B414653, "AFS"},
    {0x73757245, "Coda"},
    {0x0BD00BD0, "Lustre"},
    {0x01161970, "GFS2"},
    {0x7461636F, "OCFS2"},
    {0x47504653, "GPFS"},
});

std::string holder(int file) {
  char text[24] = {};
  const ssize_t size = pread(file, text, sizeof text - 1, 0);
  const std::string_view pid(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t digits = pid.find_first_not_of("0123456789");
  if (digits == 0 || pid.empty()) return {};
  return " (process " + std::string(pid.substr(0, digits)) + ")";
}

}  // namespace

Error io_error(std::string_view doing, const std::filesystem::path& path) {
  std::string text = "cannot ";
  text.append(doing).append(" ").append(path.string()).append(": ").append(std::strerror(errno));
  return make_error(ErrorCode::kIo, std::move(text));
}

std::string_view network_filesystem(long magic) {
  for (const NetworkFilesystemRow& row : kNetworkFilesystems) {
    if (row.magic == magic) return row.name;
  }
  return {};
}

Result<void> prepare_directory(const std::filesystem::path& directory, bool allow_network_filesystem) {
  std::error_code failure;
  if (directory.has_parent_path()) std::filesystem::create_directories(directory.parent_path(), failure);
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
    return io_error("create the directory", directory);
  struct statfs filesystem {};
  if (statfs(directory.c_str(), &filesystem) != 0) return io_error("read the directory", directory);
  const std::string_view network = network_filesystem(static_cast<long>(filesystem.f_type));
  if (!network.empty() && !allow_network_filesystem) {
    return make_error(ErrorCode::kIo, directory.string() + " is on a network file system (" +
                                          std::string(network) + "), where the database would not be safe");
  }
  if (access(directory.c_str(), R_OK | W_OK | X_OK) != 0)
    return io_error("write in the directory", directory);
  return {};
}

Result<DirectoryLock> DirectoryLock::take(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "lock";
  DirectoryLock lock;
  lock.file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock.file_ < 0) return io_error("open", path);
  if (flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return io_error("lock", path);
    return make_error(ErrorCode::kAlreadyRunning,
                      directory.string() + " is in use by another daemon" + holder(lock.file_));
  }
  const std::string pid = std::to_string(getpid()) + "\n";
  if (ftruncate(lock.file_, 0) != 0 || pwrite(lock.file_, pid.data(), pid.size(), 0) < 0) {
    return io_error("write", path);
  }
  return lock;
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

DirectoryLock& DirectoryLock::operator=(DirectoryLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace larder::engine
