// Checks that a damaged database ends the process with one line and an exit code of its own, and that faults
// elsewhere keep their default action.
// Method: death tests. SIGBUS: the data file is cut under an open map. LMDB's assertion: pages of the right
// number but the wrong kind. SIGSEGV: a null pointer.
#include "storage/engine/map_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "storage/engine/internals.h"
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

// Takes the keys out of every branch page of the file.
void empty_branch_pages(const std::string& data) {
  constexpr std::streamoff page_bytes = 4'096;
  constexpr std::streamoff flags_at = 10;  // page number u64, pad u16, flags u16, lower u16, upper u16
  constexpr std::uint16_t branch = 1;
  constexpr std::uint16_t header_bytes = 16;
  std::fstream file(data, std::ios::in | std::ios::out | std::ios::binary);
  for (std::streamoff page = 2 * page_bytes;; page += page_bytes) {
    std::uint16_t flags = 0;
    file.seekg(page + flags_at);
    if (!file.read(reinterpret_cast<char*>(&flags), sizeof flags)) return;
    if (flags != branch) continue;
    file.seekp(page + flags_at + 2);
    file.write(reinterpret_cast<const char*>(&header_bytes), sizeof header_bytes);
  }
}

TEST_F(MapFaults, LmdbsAssertionNamesTheDirectory) {
  ScratchStore store;
  fill(store);
  const std::string data = store.path() / "data.mdb";
  EXPECT_EXIT(
      {
        empty_branch_pages(data);
        read_all(store);
        _exit(0);
      },
      testing::ExitedWithCode(kExitLmdbAssert),
      "larder: " + store.path().string() + " is damaged: LMDB found [^\n]+\n$");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
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
