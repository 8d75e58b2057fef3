// tests/support/temporary_store.h
//
// A real database in a directory of its own, with its Writer and a clock that stands still until told otherwise.
// Everything is gone with the object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "storage/base/clock.h"
#include "storage/engine/environment.h"
#include "storage/engine/writer.h"
#include "storage/operation/create_table.h"
#include "storage/operation/settings.h"

namespace larder::support {

class TemporaryStore {
 public:
  TemporaryStore() {
    std::string pattern = (std::filesystem::temp_directory_path() / "larder-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp " + pattern);
    directory_ = pattern;
    clock.set(EpochMillis{1'700'000'000'000});
    clock.freeze();
    open();
  }
  ~TemporaryStore() {
    close();
    std::filesystem::remove_all(directory_);
  }
  TemporaryStore(const TemporaryStore&) = delete;
  TemporaryStore& operator=(const TemporaryStore&) = delete;

  void reopen() {
    close();
    open();
  }

  engine::ReadTransaction read() {
    Result<engine::ReadTransaction> txn = environment_->begin_read();
    if (!txn.ok()) throw std::runtime_error(txn.error().message);
    return *std::move(txn);
  }

  // Runs `body(txn)` on the writer and gives what it gave.
  template <class Body>
  auto write(Body body) {
    using Outcome = decltype(body(std::declval<engine::WriteTransaction&>()));
    std::optional<Outcome> outcome;
    const Result<void> ran = writer_->execute([&](engine::WriteTransaction& txn) -> Result<void> {
      outcome.emplace(body(txn));
      if (outcome->ok()) return {};
      return outcome->error();
    });
    if (!ran.ok() && outcome->ok()) throw std::runtime_error(ran.error().message);
    return *std::move(outcome);
  }

  // A table with a partition key "pk" and, unless `sort_type` is empty, a sort key "sk".
  void create_table(std::string name, ValueType partition_type, std::optional<ValueType> sort_type) {
    operation::CreateTableRequest request;
    request.table_name = name;
    request.attribute_definitions = {{"pk", partition_type}};
    request.key_schema = {{"pk", table::KeyType::kHash}};
    if (sort_type) {
      request.attribute_definitions.push_back({"sk", *sort_type});
      request.key_schema.push_back({"sk", table::KeyType::kRange});
    }
    request.billing_mode = table::BillingMode::kPayPerRequest;
    const auto created =
        write([&](engine::WriteTransaction& txn) { return operation::create_table(settings(), txn, request); });
    ASSERT_TRUE(created.ok()) << created.error().message;
  }

  operation::Settings settings() const { return {clock, "us-east-1", "000000000000", state_delay_millis}; }

  TestClock clock;
  std::int64_t state_delay_millis = 0;

 private:
  void open() {
    engine::EnvironmentOptions options;
    options.directory = directory_;
    options.durability = engine::Durability::kNone;
    options.map_bytes = std::uint64_t{1} << 32;
    Result<std::unique_ptr<engine::Environment>> opened = engine::Environment::open(options);
    if (!opened.ok()) throw std::runtime_error(opened.error().message);
    environment_ = *std::move(opened);
    writer_ = std::make_unique<engine::Writer>(*environment_, engine::WriterOptions{});
  }
  void close() {
    writer_.reset();
    environment_.reset();
  }

  std::filesystem::path directory_;
  std::unique_ptr<engine::Environment> environment_;
  std::unique_ptr<engine::Writer> writer_;
};

}  // namespace larder::support
