// tests/support/scratch_store.h
//
// A directory of its own for one test, gone afterwards; and an open database in it with its writer.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "storage/engine/environment.h"
#include "storage/engine/writer.h"

namespace larder::support {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string name = std::filesystem::temp_directory_path() / "larder-test-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class ScratchStore {
 public:
  // Not synced unless asked for: most tests do not look at durability.
  explicit ScratchStore(engine::EnvironmentOptions options = without_sync(),
                        engine::WriterOptions writer_options = {})
      : options_(std::move(options)), writer_options_(writer_options) {
    options_.directory = directory_.path();
    open();
  }

  static engine::EnvironmentOptions without_sync() {
    engine::EnvironmentOptions options;
    options.durability = engine::Durability::kNone;
    return options;
  }

  void open() {
    auto opened = engine::Environment::open(options_);
    if (!opened.ok()) {
      ADD_FAILURE() << opened.error().message;
      std::abort();
    }
    environment_ = *std::move(opened);
    writer_ = std::make_unique<engine::Writer>(*environment_, writer_options_);
  }
  void close() {
    writer_.reset();
    environment_.reset();
  }
  void reopen() {
    close();
    open();
  }

  engine::Environment& environment() { return *environment_; }
  engine::Writer& writer() { return *writer_; }
  const std::filesystem::path& path() const { return directory_.path(); }

  engine::ReadTransaction read() {
    auto txn = environment_->begin_read();
    if (!txn.ok()) {
      ADD_FAILURE() << txn.error().message;
      std::abort();
    }
    return *std::move(txn);
  }

  // Runs `body` (void or Result<void>) in a committed write transaction.
  template <class Body>
  void write(Body body) {
    const Result<void> outcome = writer_->execute([&](engine::WriteTransaction& txn) -> Result<void> {
      if constexpr (std::is_void_v<decltype(body(txn))>) {
        body(txn);
        return {};
      } else {
        return body(txn);
      }
    });
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
  }

 private:
  ScratchDirectory directory_;
  engine::EnvironmentOptions options_;
  engine::WriterOptions writer_options_;
  std::unique_ptr<engine::Environment> environment_;
  std::unique_ptr<engine::Writer> writer_;
};

}  // namespace larder::support
