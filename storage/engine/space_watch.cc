#include "storage/engine/space_watch.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cstring>

namespace larder::engine {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(100);
constexpr std::uint64_t kUnseenBytesMax = 16 << 20;
constexpr std::uint64_t kUnseenShare = 8;  // a commit may take as many times the bytes that were put
constexpr std::uint64_t kFullDiskBytes = 4 << 20;
constexpr std::uint64_t kDiskReserveBytesMin = 1 << 20;  // deletes on the smallest disk find room in this

struct Disk {
  std::uint64_t bytes = UINT64_MAX;
  std::uint64_t bytes_left = UINT64_MAX;
};

// A disk that cannot be asked counts as one without end. The most that a file of this process may grow to
// (RLIMIT_FSIZE) is a smaller disk.
Disk disk_of(MDB_env* env) {
  mdb_filehandle_t file = -1;
  struct statvfs disk {};
  if (mdb_env_get_fd(env, &file) != MDB_SUCCESS || fstatvfs(file, &disk) != 0) return {};
  Disk found{std::uint64_t{disk.f_blocks} * disk.f_frsize, std::uint64_t{disk.f_bavail} * disk.f_frsize};
  struct rlimit limit {};
  struct stat status {};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && fstat(file, &status) == 0) {
    const auto size = static_cast<std::uint64_t>(status.st_size);
    found.bytes = std::min<std::uint64_t>(found.bytes, limit.rlim_cur);
    found.bytes_left = std::min<std::uint64_t>(
        found.bytes_left, limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, size));
  }
  return found;
}

// Pages that LMDB's free list (its own sub-database 0) can hand out again: each record is a list that begins
// with its length.
std::uint64_t free_pages(MDB_env* env) {
  MDB_txn* txn = nullptr;
  if (mdb_txn_begin(env, nullptr, MDB_RDONLY, &txn) != MDB_SUCCESS) return 0;
  std::uint64_t pages = 0;
  MDB_cursor* cursor = nullptr;
  if (mdb_cursor_open(txn, 0, &cursor) == MDB_SUCCESS) {
    MDB_val key;
    MDB_val list;
    while (mdb_cursor_get(cursor, &key, &list, MDB_NEXT) == MDB_SUCCESS) {
      std::size_t length = 0;
      std::memcpy(&length, list.mv_data, sizeof length);
      pages += length;
    }
    mdb_cursor_close(cursor);
  }
  mdb_txn_abort(txn);
  return pages;
}

}  // namespace

void SpaceWatch::start(MDB_env* env, std::uint64_t reserve_bytes) {
  env_ = env;
  reserve_bytes_ = reserve_bytes;
  see(room());
}

void SpaceWatch::look(std::uint64_t put_bytes) {
  unseen_bytes_ += put_bytes;
  const auto now = std::chrono::steady_clock::now();
  if (now < due_ && unseen_bytes_ < unseen_bytes_max_) return;
  due_ = now + kPeriod;
  see(room());
}

void SpaceWatch::see(std::uint64_t room) {
  unseen_bytes_ = 0;
  unseen_bytes_max_ =
      room == 0 ? kUnseenBytesMax : std::clamp<std::uint64_t>(room / kUnseenShare, 1, kUnseenBytesMax);
  short_.store(room == 0, std::memory_order_relaxed);
}

bool SpaceWatch::disk_is_full_for(std::uint64_t put_bytes) const {
  // A commit writes a path of pages for each put, several times the bytes of a small one.
  return disk_of(env_).bytes_left < 2 * put_bytes + kFullDiskBytes;
}

std::uint64_t SpaceWatch::room() const {
  MDB_envinfo info;
  MDB_stat stat;
  mdb_env_info(env_, &info);
  mdb_env_stat(env_, &stat);
  const std::uint64_t used = (info.me_last_pgno + 1) * stat.ms_psize;
  const std::uint64_t map_left = info.me_mapsize - std::min<std::uint64_t>(used, info.me_mapsize);
  const Disk disk = disk_of(env_);
  const std::uint64_t disk_reserve =
      std::min(reserve_bytes_, std::max(disk.bytes / 100, kDiskReserveBytesMin));
  const auto above_reserve = [&](std::uint64_t inside) {
    const auto above = [inside](std::uint64_t left, std::uint64_t reserve) {
      const std::uint64_t sum = left > UINT64_MAX - inside ? UINT64_MAX : left + inside;
      return sum - std::min(sum, reserve);
    };
    return std::min(above(map_left, reserve_bytes_), above(disk.bytes_left, disk_reserve));
  };
  if (const std::uint64_t behind = above_reserve(0); behind != 0) return behind;
  return above_reserve(free_pages(env_) * stat.ms_psize);
}

}  // namespace larder::engine
