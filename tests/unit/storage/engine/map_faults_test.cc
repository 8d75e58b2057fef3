// Checks that a damaged database ends the process with one line and an exit code of its own, and that faults
// elsewhere keep their default action.
// Method: death tests. SIGBUS: the data file is cut under an open map and before it is opened. LMDB's assertion:
// pages of the right number but the wrong kind. Pages of random bytes for the rest. SIGSEGV: a null pointer.
#include "storage/engine/map_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "storage/engine/internals.h"
#include "storage/engine/lmdb_error.h"
#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchStore;

class MapFaults : public testing::Test {
 protected:
  MapFaults() { testing::FLAGS_gtest_death_test_style = "fast"; }
};

void fill(ScratchStore& store) {
  store.write([](WriteTransaction& txn) -> Result<void> {
    for (int i = 0; i < 5'000; ++i) {
      LARDER_TRY_DO(txn.put(Tree::kItems, std::to_string(i), {std::string(100, 'v')}));
    }
    return {};
  });
}

void read_all(ScratchStore& store) {
  const auto txn = store.read();
  Cursor cursor = txn.cursor(Tree::kItems);
  for (auto found = cursor.seek(""); found.ok() && *found; found = cursor.next()) {
    if (!cursor.value().ok()) return;
  }
}

TEST_F(MapFaults, ACutFileNamesFileAndOffset) {
  ScratchStore store;
  fill(store);
  const std::string data = store.path() / "data.mdb";
  EXPECT_EXIT(
      {
        if (truncate(data.c_str(), 8'192) != 0) _exit(1);
        read_all(store);
        _exit(0);
      },
      testing::ExitedWithCode(kExitMapFault),
      "larder: " + data + " is damaged at byte [0-9]+ \\(SIGBUS\\); [^\n]+\n$");
}

// Whatever the pages hold, the process goes on, or ends in one of the ways that are promised.
bool ended_as_promised(int status) {
  if (!WIFEXITED(status)) return false;
  const int code = WEXITSTATUS(status);
  return code == 0 || code == kExitMapFault || code == kExitLmdbAssert;
}

constexpr std::uint16_t kBranch = 1;

// Sets the field at `at` of the header of every page of one kind.
void set_in_headers(const std::string& data, std::uint16_t kind, std::streamoff at, std::uint16_t value) {
  constexpr std::streamoff page_bytes = 4'096;
  constexpr std::streamoff flags_at = 10;  // page number u64, pad u16, flags u16, lower u16, upper u16
  std::fstream file(data, std::ios::in | std::ios::out | std::ios::binary);
  for (std::streamoff page = 2 * page_bytes;; page += page_bytes) {
    std::uint16_t flags = 0;
    file.seekg(page + flags_at);
    if (!file.read(reinterpret_cast<char*>(&flags), sizeof flags)) return;
    if (flags != kind) continue;
    file.seekp(page + at);
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
}
constexpr std::streamoff kLowerAt = 12;

TEST_F(MapFaults, LmdbsAssertionNamesTheDirectory) {
  ScratchStore store;
  fill(store);
  const std::string data = store.path() / "data.mdb";
  EXPECT_EXIT(
      {
        set_in_headers(data, kBranch, kLowerAt, 16);  // no keys
        read_all(store);
        _exit(0);
      },
      testing::ExitedWithCode(kExitLmdbAssert),
      "larder: " + store.path().string() + " is damaged: LMDB found [^\n]+\n$");
}

TEST_F(MapFaults, AFileCutBeforeItIsOpenedIsNamed) {
  ScratchStore store;
  fill(store);
  store.close();
  const std::string data = store.path() / "data.mdb";
  // What is left are the two pages that say where everything would be.
  ASSERT_EQ(truncate(data.c_str(), 8'192), 0);
  EXPECT_EXIT(
      {
        store.open();
        _exit(0);
      },
      testing::ExitedWithCode(kExitMapFault),
      "larder: " + data + " is damaged: it cannot be opened \\(SIGBUS\\); [^\n]+\n$");
}

// The file keeps its inode: it is mapped.
void restore(const std::string& whole, const std::string& data) {
  std::ifstream from(whole, std::ios::binary);
  std::fstream to(data, std::ios::in | std::ios::out | std::ios::binary);
  to << from.rdbuf();
}

// Writes random bytes over every second page or so, but for the two that a new database cannot be without.
void scramble(const std::string& data, unsigned seed) {
  constexpr std::streamoff page_bytes = 4'096;
  constexpr std::streamoff header_bytes = 16;
  std::mt19937 random(seed);
  std::fstream file(data, std::ios::in | std::ios::out | std::ios::binary);
  const std::uintmax_t pages = std::filesystem::file_size(data) / page_bytes;
  // Half of the trials leave the header whole, so that what follows it is looked at.
  const std::streamoff from = seed % 2 == 0 ? 0 : header_bytes;
  for (std::uint_fast32_t page = 2 + random() % 3; page < pages; page += 1 + random() % 3) {
    std::string bytes(static_cast<std::size_t>(page_bytes - from), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() >> 8U);
    file.seekp(static_cast<std::streamoff>(page) * page_bytes + from);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr unsigned kTrials = 10;  // a fork of a sanitizer's shadow memory is slow
#else
constexpr unsigned kTrials = 150;
#endif

// The same seeds in every run unless LARDER_SEED moves them. These hold pages that lead LMDB astray, and pages that lead
// it to hand out addresses outside the map.
TEST_F(MapFaults, NoPageOfRandomBytesEndsItOtherwise) {
  const char* const chosen = std::getenv("LARDER_SEED");
  const auto seed = chosen != nullptr ? static_cast<unsigned>(std::strtoul(chosen, nullptr, 10)) : 4'000;
  ScratchStore store;
  fill(store);
  const std::string data = store.path() / "data.mdb";
  const std::string whole = store.path() / "whole";
  std::filesystem::copy_file(data, whole);
  for (unsigned trial = 0; trial < kTrials; ++trial) {
    EXPECT_EXIT(
        {
          scramble(data, seed + trial);
          read_all(store);
          _exit(0);
        },
        ended_as_promised, "")
        << "LARDER_SEED=" << seed + trial;
    restore(whole, data);
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which put their own code in between
// Lets LMDB copy from an address that is none, as a damaged page may.
void copy_from_nowhere(MDB_env* env, MDB_dbi tree) {
  MDB_txn* txn = nullptr;
  if (mdb_txn_begin(env, nullptr, 0, &txn) != MDB_SUCCESS) return;
  MDB_val key = as_val("777");
  MDB_val value{100, reinterpret_cast<void*>(std::uintptr_t{4'096})};
  mdb_put(txn, tree, &key, &value, 0);
}

TEST_F(MapFaults, ACopyThatLmdbAskedForCountsAsItsOwn) {
  ScratchStore store;
  const Environment::Internals& internals = store.environment().internals();
  EXPECT_EXIT(copy_from_nowhere(internals.env, internals.dbi(Tree::kItems)),
              testing::ExitedWithCode(kExitLmdbAssert),
              "is damaged: it led LMDB to an address that is none \\(SIGSEGV\\)");
}

TEST_F(MapFaults, OtherAddressesKeepTheDefaultAction) {
  ScratchStore store;
  EXPECT_EXIT(raise(SIGSEGV), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        volatile int* nowhere = nullptr;
        *nowhere = 1;
      },
      testing::KilledBySignal(SIGSEGV), "");
}
#endif

}  // namespace
}  // namespace larder::engine
