// Checks the lock of a data directory, the table of network file systems, and where in-memory stores live.
// Method: scratch directories; a forked child holds the lock where another process is needed.
#include "storage/engine/directory_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "storage/engine/temporary_directory.h"
#include "tests/support/scratch_store.h"

namespace larder::engine {
namespace {

using support::ScratchDirectory;
using testing::HasSubstr;

TEST(DirectoryLock, IsHeldUntilItsObjectGoes) {
  const ScratchDirectory scratch;
  {
    auto lock = DirectoryLock::take(scratch.path());
    ASSERT_TRUE(lock.ok());
    const DirectoryLock moved = *std::move(lock);
    const auto second = DirectoryLock::take(scratch.path());
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, ErrorCode::kAlreadyRunning);
  }
  EXPECT_TRUE(DirectoryLock::take(scratch.path()).ok());
}

TEST(DirectoryLock, NamesTheHoldingProcessAndGoesWithItsKill) {
  const ScratchDirectory scratch;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t holder = fork();
  if (holder == 0) {
    const auto lock = DirectoryLock::take(scratch.path());
    if (!lock.ok() || write(ready[1], "x", 1) != 1) _exit(1);
    while (true) pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const auto refused = DirectoryLock::take(scratch.path());
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("(process " + std::to_string(holder) + ")"));
  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  EXPECT_TRUE(DirectoryLock::take(scratch.path()).ok());
}

TEST(NetworkFilesystem, IsKnownByItsMagicNumber) {
  EXPECT_EQ(network_filesystem(0x6969), "NFS");
  EXPECT_EQ(network_filesystem(0xFF534D42), "CIFS");
  EXPECT_EQ(network_filesystem(0x01021997), "9p");
  EXPECT_EQ(network_filesystem(0x65735546), "FUSE");
  EXPECT_EQ(network_filesystem(0xEF53), "") << "ext4";
  EXPECT_EQ(network_filesystem(0x01021994), "") << "tmpfs";
}

TEST(TemporaryDirectory, GoesWithItsFiles) {
  const ScratchDirectory scratch;
  {
    const auto made = TemporaryDirectory::make(scratch.path());
    ASSERT_TRUE(made.ok());
    std::ofstream(made->path() / "data.mdb") << "bytes";
    EXPECT_TRUE(std::filesystem::exists(made->path() / "data.mdb"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(TemporaryDirectory, RemovesWhatAKilledProcessLeftButNotWhatALivingOneHolds) {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch.path() / "larder-memory-dead00");
  std::ofstream(scratch.path() / "larder-memory-dead00" / "data.mdb") << "bytes";
  std::filesystem::create_directory(scratch.path() / "other");
  const auto living = TemporaryDirectory::make(scratch.path());
  ASSERT_TRUE(living.ok());
  const auto next = TemporaryDirectory::make(scratch.path());
  ASSERT_TRUE(next.ok());
  EXPECT_FALSE(std::filesystem::exists(scratch.path() / "larder-memory-dead00"));
  EXPECT_TRUE(std::filesystem::exists(living->path()));
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "other"));
}

TEST(TemporaryDirectory, NeedsAnExistingParent) {
  const ScratchDirectory scratch;
  const auto made = TemporaryDirectory::make(scratch.path() / "missing");
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace larder::engine
