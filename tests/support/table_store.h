// tests/support/table_store.h
//
// A scratch database with what operations on tables need beside it: settings, a clock that stands still until told
// otherwise, writes that give their response.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "storage/base/clock.h"
#include "storage/operation/create_table.h"
#include "storage/operation/settings.h"
#include "tests/support/scratch_store.h"

namespace larder::support {

class TableStore {
 public:
  explicit TableStore(engine::EnvironmentOptions options = ScratchStore::without_sync())
      : store_(std::move(options)) {
    clock.set(EpochMillis{1'700'000'000'000});
    clock.freeze();
  }

  void reopen() { store_.reopen(); }
  engine::ReadTransaction read() { return store_.read(); }

  // Runs `body(txn)` on the writer and gives what it gave.
  template <class Body>
  auto write(Body body) {
    using Outcome = decltype(body(std::declval<engine::WriteTransaction&>()));
    std::optional<Outcome> outcome;
    const Result<void> ran = store_.writer().execute([&](engine::WriteTransaction& txn) -> Result<void> {
      outcome.emplace(body(txn));
      if (outcome->ok()) return {};
      return outcome->error();
    });
    if (!ran.ok() && (!outcome || outcome->ok())) throw std::runtime_error(ran.error().message);
    return *std::move(outcome);
  }

  // A table with a partition key "pk" and, unless `sort_type` is empty, a sort key "sk".
  void create_table(std::string_view name, ValueType partition_type, std::optional<ValueType> sort_type) {
    operation::CreateTableRequest request;
    request.table_name = name;
    request.attribute_definitions = {{"pk", partition_type}};
    request.key_schema = {{"pk", table::KeyType::kHash}};
    if (sort_type) {
      request.attribute_definitions.push_back({"sk", *sort_type});
      request.key_schema.push_back({"sk", table::KeyType::kRange});
    }
    request.billing_mode = table::BillingMode::kPayPerRequest;
    const auto created = write(
        [&](engine::WriteTransaction& txn) { return operation::create_table(settings(), txn, request); });
    ASSERT_TRUE(created.ok()) << created.error().message;
  }

  operation::Settings settings() const { return {clock, "us-east-1", "000000000000", state_delay_millis}; }

  TestClock clock;
  std::int64_t state_delay_millis = 0;

 private:
  ScratchStore store_;
};

}  // namespace larder::support
