// storage/engine/format.h
//
// Making a database, and recognising one.
//
// Shape    A database is made as data.mdb.new, filled, synced and only then renamed to data.mdb: so data.mdb
//          is there exactly when creation finished, and a left-over data.mdb.new is made again.
// Errors   create_database: kIo. check_format: kCorruption (not an LMDB file, no Larder database, damaged
//          meta), kWrongVersion; it opens the file read-only and changes nothing.
// Source   storage/FORMAT.md, "Directory", "Sub-databases", "Meta tree".
#pragma once

#include <array>
#include <filesystem>
#include <memory>

#include <lmdb.h>

#include "storage/base/result.h"
#include "storage/engine/sub_databases.h"

namespace larder::engine {

struct CloseEnvironment {
  void operator()(MDB_env* env) const { mdb_env_close(env); }
};
using EnvironmentHandle = std::unique_ptr<MDB_env, CloseEnvironment>;

// An LMDB environment that is configured but not opened.
Result<EnvironmentHandle> make_handle();

// DIR/data.mdb is made when it is missing.
Result<void> create_database(const std::filesystem::path& directory);
Result<void> check_format(const std::filesystem::path& directory);

// The contents of a new database, in one transaction.
Result<void> fill_new_database(MDB_env* env);
// The handles of all sub-databases; stay valid until the environment is closed.
Result<std::array<MDB_dbi, kTreesCount>> open_sub_databases(MDB_env* env);

}  // namespace larder::engine
