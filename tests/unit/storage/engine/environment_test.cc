// Checks what opening a directory promises: it is made, held alone, recognised, refused with one clear line,
// and left as it was on an error. Method: scratch directories brought into each state by hand, with LMDB
// itself where a valid but foreign file is needed.
#include "storage/engine/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "storage/base/bytes.h"
#include "storage/base/crc32c.h"
#include "storage/engine/internals.h"
#include "storage/engine/meta_keys.h"
#include "storage/engine/stored_value.h"
#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchDirectory;
using support::ScratchStore;
using testing::HasSubstr;

EnvironmentOptions at(const std::filesystem::path& path) {
  EnvironmentOptions options = ScratchStore::without_sync();
  options.directory = path;
  return options;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_refused(const EnvironmentOptions& options, ErrorCode code, const std::string& text) {
  const auto opened = Environment::open(options);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, code);
  EXPECT_THAT(opened.error().message, HasSubstr(text));
  EXPECT_EQ(opened.error().message.find('\n'), std::string::npos);
}

TEST(Environment, MakesTheDirectoryForItsOwnerAlone) {
  const ScratchDirectory scratch;
  const auto path = scratch.path() / "a" / "b";
  const auto opened = Environment::open(at(path));
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  EXPECT_FALSE(std::filesystem::exists(path / "data.mdb.new"));
}

TEST(Environment, TheTableOfReadersHasItsBlocks) {
  // It is written through a map: a hole in it would be a SIGBUS once the disk is full.
  const ScratchDirectory scratch;
  const auto opened = Environment::open(at(scratch.path()));
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  struct stat status {};
  ASSERT_EQ(stat((scratch.path() / "lock.mdb").c_str(), &status), 0);
  EXPECT_GT(status.st_size, 1'024 * 64);
  EXPECT_GE(status.st_blocks * 512, status.st_size);
}

TEST(Environment, KeepsEpochSecretAndDataAcrossReopen) {
  ScratchStore store;
  const std::uint64_t epoch = store.environment().epoch();
  const HashSecret secret = store.environment().hash_secret();
  store.write([](WriteTransaction& txn) { return txn.put(Tree::kItems, "key", {"value"}); });
  store.reopen();
  EXPECT_EQ(store.environment().epoch(), epoch);
  EXPECT_EQ(store.environment().hash_secret(), secret);
  const auto txn = store.read();
  EXPECT_EQ(txn.hash_secret(), secret);
  const auto value = txn.get(Tree::kItems, "key");
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, "value");
}

TEST(Environment, EachDatabaseHasItsOwnEpochAndSecret) {
  ScratchStore one;
  ScratchStore other;
  EXPECT_NE(one.environment().epoch(), other.environment().epoch());
  EXPECT_NE(one.environment().hash_secret(), other.environment().hash_secret());
}

TEST(Environment, RefusesASecondDaemonAndNamesTheDirectory) {
  ScratchStore store;
  expect_refused(
      at(store.path()), ErrorCode::kAlreadyRunning,
      store.path().string() + " is in use by another daemon (process " + std::to_string(getpid()) + ")");
}

TEST(Environment, TheLockGoesWithItsHolder) {
  const ScratchDirectory scratch;
  { ASSERT_TRUE(Environment::open(at(scratch.path())).ok()); }
  EXPECT_TRUE(Environment::open(at(scratch.path())).ok());
}

TEST(Environment, RefusesAnUnwritablePlace) {
  const ScratchDirectory scratch;
  std::ofstream(scratch.path() / "file") << "not a directory";
  expect_refused(at(scratch.path() / "file"), ErrorCode::kIo, "file");
  expect_refused(at(scratch.path() / "file" / "below"), ErrorCode::kIo, "Not a directory");
  expect_refused(at("/proc/larder"), ErrorCode::kIo, "/proc/larder");
}

TEST(Environment, MakesAnUnfinishedCreationAgain) {
  const ScratchDirectory scratch;
  std::ofstream(scratch.path() / "data.mdb.new") << std::string(10'000, 'x');
  const auto opened = Environment::open(at(scratch.path()));
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_FALSE(std::filesystem::exists(scratch.path() / "data.mdb.new"));
}

TEST(Environment, RefusesAFileThatIsNotOursAndLeavesItAlone) {
  for (const std::string& bytes : {std::string(), std::string("short"), std::string(100'000, 'x')}) {
    const ScratchDirectory scratch;
    std::ofstream(scratch.path() / "data.mdb", std::ios::binary) << bytes;
    expect_refused(at(scratch.path()), ErrorCode::kCorruption, (scratch.path() / "data.mdb").string());
    EXPECT_EQ(contents(scratch.path() / "data.mdb"), bytes);
  }
}

// Opens DIR/data.mdb with LMDB alone and stores one value, in the meta tree if asked to.
void put_with_lmdb(const std::filesystem::path& directory, const char* tree, std::string_view key,
                   std::string value) {
  MDB_env* env = nullptr;
  ASSERT_EQ(mdb_env_create(&env), 0);
  mdb_env_set_maxdbs(env, 10);
  ASSERT_EQ(mdb_env_open(env, directory.c_str(), 0, 0600), 0);
  MDB_txn* txn = nullptr;
  ASSERT_EQ(mdb_txn_begin(env, nullptr, 0, &txn), 0);
  MDB_dbi dbi = 0;
  ASSERT_EQ(mdb_dbi_open(txn, tree, tree != nullptr ? MDB_CREATE : 0U, &dbi), 0);
  MDB_val stored_key{key.size(), const_cast<char*>(key.data())};
  MDB_val stored{value.size(), value.data()};
  ASSERT_EQ(mdb_put(txn, dbi, &stored_key, &stored, 0), 0);
  ASSERT_EQ(mdb_txn_commit(txn), 0);
  mdb_env_close(env);
}

TEST(Environment, RefusesAnotherProgramsLmdbFile) {
  const ScratchDirectory scratch;
  put_with_lmdb(scratch.path(), nullptr, "their", "data");
  expect_refused(at(scratch.path()), ErrorCode::kCorruption, "it has no meta tree");
}

TEST(Environment, RefusesAnUnknownFormatVersionAndChangesNothing) {
  const ScratchDirectory scratch;
  { ASSERT_TRUE(Environment::open(at(scratch.path())).ok()); }
  std::string version;
  append_big_endian(std::uint32_t{7}, version);
  append_big_endian(crc32c(version, key_checksum(Tree::kMeta, kFormatKey)), version);
  put_with_lmdb(scratch.path(), "meta", kFormatKey, version);
  const std::string before = contents(scratch.path() / "data.mdb");
  expect_refused(at(scratch.path()), ErrorCode::kWrongVersion,
                 "holds format version 7; this build knows only version 1");
  EXPECT_EQ(contents(scratch.path() / "data.mdb"), before);
}

TEST(Environment, RefusesDamagedMeta) {
  const ScratchDirectory scratch;
  { ASSERT_TRUE(Environment::open(at(scratch.path())).ok()); }
  put_with_lmdb(scratch.path(), "meta", kFormatKey, std::string("\0\0\0\1\1\2\3\4", 8));
  expect_refused(at(scratch.path()), ErrorCode::kCorruption, "checksum");
}

TEST(Environment, AnInMemoryStoreLeavesNoName) {
  const ScratchDirectory scratch;
  EnvironmentOptions options;
  options.in_memory = true;
  options.directory = scratch.path();
  auto opened = Environment::open(options);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
  Writer writer(**opened, {});
  ASSERT_TRUE(writer.execute([](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {"v"}); }).ok());
  const auto txn = (*opened)->begin_read();
  ASSERT_TRUE(txn.ok());
  EXPECT_EQ(*txn->get(Tree::kItems, "k"), "v");
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Environment, ReportsUsage) {
  ScratchStore store;
  const Environment::Usage before = store.environment().usage();
  EXPECT_EQ(before.map_bytes, kMapBytesDefault);
  EXPECT_EQ(before.readers_in_use, 0U);
  {
    const auto one = store.read();
    const auto two = store.read();
    EXPECT_EQ(store.environment().usage().readers_in_use, 2U);
  }
  EXPECT_EQ(store.environment().usage().readers_in_use, 0U);
  store.write([](WriteTransaction& txn) { return txn.put(Tree::kItems, "k", {std::string(1 << 20, 'v')}); });
  EXPECT_GT(store.environment().usage().used_bytes, before.used_bytes + (1 << 20));
  EXPECT_GE(store.environment().usage().file_bytes, before.file_bytes + (1 << 20));
}

TEST(Environment, RefusesMoreReadersThanItHasSlots) {
  EnvironmentOptions options = ScratchStore::without_sync();
  options.readers_max = 3;
  ScratchStore store(options);
  std::vector<ReadTransaction> readers;
  while (true) {
    auto reader = store.environment().begin_read();
    if (!reader.ok()) {
      EXPECT_EQ(reader.error().code, ErrorCode::kServiceUnavailable);
      break;
    }
    readers.push_back(*std::move(reader));
    ASSERT_LE(readers.size(), 64U);
  }
  readers.pop_back();
  EXPECT_TRUE(store.environment().begin_read().ok());
}

}  // namespace
}  // namespace larder::engine
