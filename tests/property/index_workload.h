// tests/property/index_workload.h
//
// Random writes over tables whose indexes come and go at random: global and local, of 1 to 4 and 0 to 4 attributes, every
// projection. Values sit badly in a B-tree; some do not fit the indexes, and then the write must be refused.
//
// Method   keeps nothing beside its random numbers: what exists is read from the database, so that a workload can go on
//          where a killed one stopped.
// Errors   expectations of GoogleTest.
// Threads  one, beside the writer's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/base/clock.h"
#include "storage/engine/environment.h"
#include "storage/engine/writer.h"
#include "storage/model/attribute_value.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::property {

struct TableKind {
  const char* name;
  ValueType partition;
  std::optional<ValueType> sort;
};
inline constexpr std::array<TableKind, 3> kTableKinds{{
    {"Plain", ValueType::kString, std::nullopt},
    {"ByNumber", ValueType::kString, ValueType::kNumber},
    {"ByBytes", ValueType::kNumber, ValueType::kBinary},
}};

// What indexes have their keys from, beside the keys of the table. An index expects this type; items hold others too.
struct PoolAttribute {
  const char* name;
  ValueType type;
};
inline constexpr std::array<PoolAttribute, 8> kPool{{
    {"s1", ValueType::kString},
    {"s2", ValueType::kString},
    {"s3", ValueType::kString},
    {"n1", ValueType::kNumber},
    {"n2", ValueType::kNumber},
    {"n3", ValueType::kNumber},
    {"b1", ValueType::kBinary},
    {"b2", ValueType::kBinary},
}};

template <class T>
T taken(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

class IndexWorkload {
 public:
  using Members = std::map<std::string, AttributeValue, std::less<>>;

  IndexWorkload(engine::Environment& environment, engine::Writer& writer, std::uint64_t seed);

  // Tables that are not there yet, each with some local and global indexes.
  void make_tables();
  // One random action: a write, an index made or dropped, a step of what runs in the background.
  void step();
  // Background work until nothing is left of it.
  void settle();

  const Clock& clock() const { return clock_; }
  std::size_t refused_writes() const { return refused_writes_; }
  std::size_t made_indexes() const { return made_indexes_; }

 private:
  struct Place {
    std::size_t table;
    Members key;
    std::string bytes;  // of the key
  };

  std::size_t below(std::size_t bound);
  bool one_in(std::size_t chances) { return below(chances) == 0; }
  AttributeValue fitting_value(ValueType type);
  AttributeValue pool_value(std::size_t attribute);
  Place place();
  std::vector<Place> places(std::size_t count);
  Members random_item(const Place& at);

  table::IndexedTable table_of(std::size_t table);
  table::Description description_of(std::size_t table);
  std::optional<std::string> stored(const Place& at);
  bool is_taken(const table::IndexedTable& table, const std::optional<std::string>& before,
                std::string_view after);

  struct Change;
  Change random_change();
  static std::string changed(const Place& at, const std::optional<std::string>& before, const Change& change);

  void put();
  void update();
  void erase();
  void batch_write();
  void transact_write();

  table::IndexDescriptor random_index(std::size_t table, table::IndexKind kind);
  static void define_attributes(std::size_t table, table::Descriptor& descriptor);
  void make_index();
  void drop_index();
  bool build_step(std::size_t items_max);
  bool erase_step(std::size_t entries_max);
  void background();

  // Runs `body(txn)` on the writer and gives what it gave.
  template <class Body>
  auto write(Body body) {
    using Outcome = decltype(body(std::declval<engine::WriteTransaction&>()));
    std::optional<Outcome> outcome;
    const Result<void> ran = writer_.execute([&](engine::WriteTransaction& txn) -> Result<void> {
      outcome.emplace(body(txn));
      if (outcome->ok()) return {};
      return outcome->error();
    });
    if (!ran.ok() && (!outcome || outcome->ok())) throw std::runtime_error(ran.error().message);
    return *std::move(outcome);
  }

  engine::Environment& environment_;
  engine::Writer& writer_;
  TestClock clock_;
  operation::Settings settings_{clock_};
  std::mt19937_64 random_;
  std::size_t refused_writes_ = 0;
  std::size_t made_indexes_ = 0;
};

}  // namespace larder::property
