#include "storage/engine/environment.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "storage/base/bytes.h"
#include "storage/engine/format.h"
#include "storage/engine/internals.h"
#include "storage/engine/layers.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/map_faults.h"
#include "storage/engine/meta_keys.h"
#include "storage/engine/stored_value.h"
#include "storage/engine/temporary_directory.h"

namespace larder::engine {
namespace {

constexpr std::uint64_t kMapBytesMin = 64ULL << 20;  // below this a refused reservation is an error
constexpr mdb_mode_t kFileMode = 0600;

unsigned open_flags(const EnvironmentOptions& options) {
  // Items lie in hash order: reading ahead would fetch pages that nobody asked for.
  unsigned flags = MDB_NOTLS | MDB_NORDAHEAD;
  if (options.in_memory || options.durability == Durability::kNone) flags |= MDB_NOSYNC;
  return flags;
}

// Gives LMDB's table of readers its blocks: LMDB writes it through a map, where a full disk means SIGBUS. Only before LMDB
// opens the file: afterwards our close would end LMDB's record locks on it.
Result<void> reserve_reader_table(const std::filesystem::path& directory, std::uint32_t readers) {
  constexpr off_t slot_bytes = 64;
  constexpr off_t header_slots = 2;
  const std::filesystem::path path = directory / "lock.mdb";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
  if (file < 0) return io_error("open", path);
  const int failure = posix_fallocate(file, 0, (header_slots + readers) * slot_bytes);
  close(file);
  if (failure == 0) return {};
  errno = failure;
  return io_error("make room for", path);
}

// Opens with the map asked for, or half of it and so on where the address space is limited.
Result<EnvironmentHandle> open_lmdb(const std::filesystem::path& directory,
                                    const EnvironmentOptions& options) {
  std::uint64_t map_bytes = options.map_bytes;
  LARDER_TRY_DO(reserve_reader_table(directory, options.readers_max));
  while (true) {
    LARDER_TRY(EnvironmentHandle env, make_handle());
    mdb_env_set_mapsize(env.get(), map_bytes);
    mdb_env_set_maxreaders(env.get(), options.readers_max);
    const int code = mdb_env_open(env.get(), directory.c_str(), open_flags(options), kFileMode);
    if (code == MDB_SUCCESS) return env;
    if (code == ENOMEM && map_bytes / 2 >= kMapBytesMin) {
      map_bytes /= 2;
      continue;
    }
    Error error = lmdb_error(code, "opening " + directory.string());
    if (error.code == ErrorCode::kServiceUnavailable) error.code = ErrorCode::kIo;
    return error;
  }
}

Result<std::string_view> read_meta(const TransactionState& txn, std::string_view key, std::size_t size) {
  LARDER_TRY(const std::optional<std::string_view> value, layered_get(txn, Tree::kMeta, key));
  if (!value || value->size() != size)
    return corruption(Tree::kMeta, key, "the value is missing or has a wrong length");
  return *value;
}

Result<void> load_meta(Environment::Internals& internals) {
  TransactionState txn(internals);
  const int code = txn.begin_read();
  if (code != MDB_SUCCESS) return lmdb_error(code, "reading meta");
  LARDER_TRY(const std::string_view secret, read_meta(txn, kHashSecretKey, internals.secret.size()));
  std::copy(secret.begin(), secret.end(), internals.secret.begin());
  LARDER_TRY(const std::string_view epoch, read_meta(txn, kEpochKey, sizeof(std::uint64_t)));
  internals.epoch = load_big_endian<std::uint64_t>(epoch.data());
  MDB_envinfo info;
  mdb_env_info(internals.env, &info);
  internals.map_begin = map_begin(epoch);
  internals.map_end = internals.map_begin == 0 ? 0 : internals.map_begin + info.me_mapsize;
  watch_map(internals.env, internals.data_path, internals.map_begin);
  return {};
}

Result<void> open_kept_store(Environment::Internals& internals) {
  const EnvironmentOptions& options = internals.options;
  LARDER_TRY_DO(prepare_directory(options.directory, options.allow_network_filesystem));
  LARDER_TRY(internals.lock, DirectoryLock::take(options.directory));
  LARDER_TRY_DO(create_database(options.directory));
  LARDER_TRY_DO(check_format(options.directory));
  LARDER_TRY(EnvironmentHandle env, open_lmdb(options.directory, options));
  internals.data_path = options.directory / "data.mdb";
  internals.env = env.release();
  // Slots of readers that died without leaving.
  int dead = 0;
  mdb_reader_check(internals.env, &dead);
  return {};
}

Result<void> open_temporary_store(Environment::Internals& internals) {
  LARDER_TRY(const TemporaryDirectory directory, TemporaryDirectory::make(internals.options.directory));
  LARDER_TRY(EnvironmentHandle env, open_lmdb(directory.path(), internals.options));
  internals.data_path = "the in-memory store";
  internals.env = env.release();
  return {};  // and the directory goes, with the names of the files
}

}  // namespace

Environment::Internals::~Internals() {
  readers.clear();
  if (env == nullptr) return;
  // Without syncs at commit, an orderly stop is the one moment when the kept files become whole.
  if (options.durability == Durability::kNone && !options.in_memory) mdb_env_sync(env, 1);
  unwatch_map(env);
  mdb_env_close(env);
}

Environment::Environment(std::unique_ptr<Internals> internals) : internals_(std::move(internals)) {}
Environment::~Environment() = default;

Result<std::unique_ptr<Environment>> Environment::open(const EnvironmentOptions& options) {
  auto internals = std::make_unique<Internals>();
  internals->options = options;
  const std::string data_path = options.directory / "data.mdb";
  const OpeningWatch watch(data_path.c_str());
  if (options.in_memory) {
    LARDER_TRY_DO(open_temporary_store(*internals));
    LARDER_TRY_DO(fill_new_database(internals->env));
  } else {
    LARDER_TRY_DO(open_kept_store(*internals));
  }
  LARDER_TRY(internals->dbis, open_sub_databases(internals->env));
  LARDER_TRY_DO(load_meta(*internals));
  MDB_envinfo info;
  mdb_env_info(internals->env, &info);
  internals->space.start(internals->env,
                         std::min<std::uint64_t>(options.reserve_bytes, info.me_mapsize / 100));
  return std::unique_ptr<Environment>(new Environment(std::move(internals)));
}

Result<ReadTransaction> Environment::begin_read() {
  std::unique_ptr<TransactionState> handle = internals_->readers.take();
  int code = MDB_SUCCESS;
  if (handle) {
    code = mdb_txn_renew(handle->txn);
  } else {
    handle = std::make_unique<TransactionState>(*internals_);
    code = handle->begin_read();
  }
  if (code != MDB_SUCCESS) return lmdb_error(code, "beginning a read");
  return ReadTransaction(std::move(handle));
}

const HashSecret& Environment::hash_secret() const {
  return internals_->secret;
}
std::uint64_t Environment::epoch() const {
  return internals_->epoch;
}

Environment::Usage Environment::usage() const {
  MDB_envinfo info;
  MDB_stat stat;
  mdb_env_info(internals_->env, &info);
  mdb_env_stat(internals_->env, &stat);
  mdb_filehandle_t file = -1;
  struct stat status {};
  if (mdb_env_get_fd(internals_->env, &file) == MDB_SUCCESS) fstat(file, &status);
  const std::uint32_t handles = internals_->read_handles.load(std::memory_order_relaxed);
  return {info.me_mapsize, (info.me_last_pgno + 1) * stat.ms_psize,
          static_cast<std::uint64_t>(status.st_size),
          handles - std::min(handles, internals_->readers.waiting())};
}

}  // namespace larder::engine
