#include "storage/engine/format.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <string_view>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/base/crc32c.h"
#include "storage/engine/directory_lock.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/map_faults.h"
#include "storage/engine/meta_keys.h"
#include "storage/engine/stored_value.h"

namespace larder::engine {
namespace {

constexpr mdb_mode_t kFileMode = 0600;
constexpr std::size_t kNewMapBytes = 1 << 20;  // a new database has a dozen pages

// An LMDB transaction that is aborted unless it was committed.
class ShortTransaction {
 public:
  ShortTransaction() = default;
  ShortTransaction(const ShortTransaction&) = delete;
  ShortTransaction& operator=(const ShortTransaction&) = delete;
  ~ShortTransaction() {
    if (txn_ != nullptr) mdb_txn_abort(txn_);
  }
  int begin(MDB_env* env, unsigned flags) { return mdb_txn_begin(env, nullptr, flags, &txn_); }
  int commit() { return mdb_txn_commit(std::exchange(txn_, nullptr)); }
  operator MDB_txn*() const { return txn_; }  // NOLINT(google-explicit-constructor)

 private:
  MDB_txn* txn_ = nullptr;
};

int put_meta(MDB_txn* txn, MDB_dbi meta, std::string_view key, std::string value) {
  append_big_endian(crc32c(value, key_checksum(Tree::kMeta, key)), value);
  MDB_val stored_key = as_val(key);
  MDB_val stored = as_val(value);
  return mdb_put(txn, meta, &stored_key, &stored, 0);
}

std::string random_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  LARDER_ASSERT(getrandom(bytes.data(), size, 0) == static_cast<ssize_t>(size));
  return bytes;
}

template <std::unsigned_integral T>
std::string integer_bytes(T value) {
  std::string bytes;
  append_big_endian(value, bytes);
  return bytes;
}

Result<void> sync_directory(const std::filesystem::path& directory) {
  const int handle = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return io_error("open", directory);
  const int outcome = fsync(handle);
  close(handle);
  if (outcome != 0) return io_error("sync", directory);
  return {};
}

Error not_ours(const std::filesystem::path& data, std::string_view why) {
  return make_error(ErrorCode::kCorruption,
                    data.string() + " is no Larder database, or is damaged: " + std::string(why));
}

}  // namespace

Result<EnvironmentHandle> make_handle() {
  MDB_env* env = nullptr;
  const int code = mdb_env_create(&env);
  if (code != MDB_SUCCESS) return lmdb_error(code, "creating an environment");
  mdb_env_set_maxdbs(env, kTreesCount);
  watch_assertions(env);
  return EnvironmentHandle(env);
}

Result<void> fill_new_database(MDB_env* env) {
  ShortTransaction txn;
  int code = txn.begin(env, 0);
  MDB_dbi meta = 0;  // the last one opened, see the table's assertion
  for (const SubDatabaseRow& row : kSubDatabases) {
    if (code == MDB_SUCCESS) code = mdb_dbi_open(txn, row.name, MDB_CREATE, &meta);
  }
  static_assert(kSubDatabases.back().tree == Tree::kMeta);
  const std::pair<std::string_view, std::string> contents[] = {
      {kFormatKey, integer_bytes(kFormatVersion)},
      {kEpochKey, random_bytes(sizeof(std::uint64_t))},
      {kHashSecretKey, random_bytes(16)},
      {kNextTreeKey, integer_bytes(std::uint32_t{1})},
      {kNextLayerKey, integer_bytes(std::uint64_t{1})},
  };
  for (const auto& [key, value] : contents) {
    if (code == MDB_SUCCESS) code = put_meta(txn, meta, key, value);
  }
  if (code == MDB_SUCCESS) code = txn.commit();
  if (code != MDB_SUCCESS) return lmdb_error(code, "filling a new database");
  return {};
}

Result<void> create_database(const std::filesystem::path& directory) {
  const std::filesystem::path data = directory / "data.mdb";
  const std::filesystem::path unfinished = directory / "data.mdb.new";
  if (access(data.c_str(), F_OK) == 0) return {};
  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  {
    LARDER_TRY(const EnvironmentHandle env, make_handle());
    mdb_env_set_mapsize(env.get(), kNewMapBytes);
    const int code = mdb_env_open(env.get(), unfinished.c_str(), MDB_NOSUBDIR | MDB_NOLOCK, kFileMode);
    if (code != MDB_SUCCESS) {
      return make_error(ErrorCode::kIo, "cannot create " + unfinished.string() + ": " + mdb_strerror(code));
    }
    if (const Result<void> filled = fill_new_database(env.get()); !filled.ok()) {
      return make_error(ErrorCode::kIo, "cannot fill " + unfinished.string() + ": " + filled.error().message);
    }
  }
  if (rename(unfinished.c_str(), data.c_str()) != 0) return io_error("rename", unfinished);
  return sync_directory(directory);
}

Result<void> check_format(const std::filesystem::path& directory) {
  const std::filesystem::path data = directory / "data.mdb";
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(data, failure);
  if (failure) return make_error(ErrorCode::kIo, "cannot read " + data.string() + ": " + failure.message());
  if (size == 0) return not_ours(data, "the file is empty");
  LARDER_TRY(const EnvironmentHandle env, make_handle());
  mdb_env_set_mapsize(env.get(), size);
  int code = mdb_env_open(env.get(), data.c_str(), MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK, kFileMode);
  if (code == EACCES || code == EPERM) {
    return make_error(ErrorCode::kIo, "cannot read " + data.string() + ": " + mdb_strerror(code));
  }
  if (code != MDB_SUCCESS) return not_ours(data, mdb_strerror(code));
  ShortTransaction txn;
  code = txn.begin(env.get(), MDB_RDONLY);
  if (code != MDB_SUCCESS) return not_ours(data, mdb_strerror(code));
  MDB_dbi meta = 0;
  code = mdb_dbi_open(txn, tree_name(Tree::kMeta), 0, &meta);
  if (code != MDB_SUCCESS) return not_ours(data, "it has no meta tree");
  MDB_val key = as_val(kFormatKey);
  MDB_val stored;
  code = mdb_get(txn, meta, &key, &stored);
  if (code != MDB_SUCCESS) return not_ours(data, "it has no format version");
  LARDER_TRY(const std::string_view bytes, open_value(Tree::kMeta, kFormatKey, as_view(stored)));
  if (bytes.size() != sizeof(std::uint32_t)) return not_ours(data, "its format version has the wrong length");
  const auto version = load_big_endian<std::uint32_t>(bytes.data());
  if (version != kFormatVersion) {
    return make_error(ErrorCode::kWrongVersion,
                      directory.string() + " holds format version " + std::to_string(version) +
                          "; this build knows only version " + std::to_string(kFormatVersion));
  }
  return {};
}

Result<std::array<MDB_dbi, kTreesCount>> open_sub_databases(MDB_env* env) {
  std::array<MDB_dbi, kTreesCount> dbis{};
  ShortTransaction txn;
  int code = txn.begin(env, MDB_RDONLY);
  for (const SubDatabaseRow& row : kSubDatabases) {
    if (code == MDB_SUCCESS) code = mdb_dbi_open(txn, row.name, 0, &dbis[tree_index(row.tree)]);
  }
  // Committed, though it only read: LMDB keeps the handles of committed transactions only.
  if (code == MDB_SUCCESS) code = txn.commit();
  if (code == MDB_NOTFOUND) return make_error(ErrorCode::kCorruption, "a tree of the database is missing");
  if (code != MDB_SUCCESS) return lmdb_error(code, "opening the trees");
  return dbis;
}

}  // namespace larder::engine
