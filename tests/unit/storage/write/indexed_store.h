// tests/unit/storage/write/indexed_store.h
//
// A table T (pk S, sk N) with indexes of its own choosing, and what a test of the write path asks of it.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storage/base/bytes.h"
#include "storage/base/clock.h"
#include "storage/model/item_size.h"
#include "storage/table/catalog_write.h"
#include "storage/table/index.h"
#include "storage/write/apply.h"
#include "tests/support/scratch_store.h"
#include "tests/support/values.h"

namespace larder::write {

inline table::IndexDescriptor index_of(std::string name, table::IndexKind kind,
                                       std::vector<table::KeySchemaElement> keys,
                                       table::ProjectionType projection = table::ProjectionType::kAll,
                                       std::vector<std::string> included = {}) {
  table::IndexDescriptor index;
  index.name = std::move(name);
  index.kind = kind;
  index.key_schema = std::move(keys);
  index.projection = projection;
  index.non_key_attributes = std::move(included);
  return index;
}

inline table::IndexDescriptor by_email(table::ProjectionType projection = table::ProjectionType::kAll) {
  return index_of("by-email", table::IndexKind::kGlobal, {{"email", table::KeyType::kHash}}, projection);
}

class IndexedStore {
 public:
  explicit IndexedStore(std::vector<table::IndexDescriptor> indexes = {}) {
    clock.set(EpochMillis{1'000'000});
    clock.freeze();
    descriptor.name = "T";
    descriptor.id = "id";
    descriptor.arn = "arn";
    descriptor.attribute_definitions = {{"pk", ValueType::kString},
                                        {"sk", ValueType::kNumber},
                                        {"email", ValueType::kString},
                                        {"age", ValueType::kNumber}};
    descriptor.key_schema = {{"pk", table::KeyType::kHash}, {"sk", table::KeyType::kRange}};
    descriptor.indexes = std::move(indexes);
    store.write(
        [&](engine::WriteTransaction& txn) { return table::insert(txn, descriptor, EpochMillis{0}); });
  }

  void add_index(table::IndexDescriptor index, std::int64_t due = 0) {
    descriptor.indexes.push_back(std::move(index));
    store.write([&](engine::WriteTransaction& txn) {
      return table::add_index(txn, descriptor, EpochMillis{due}, clock.now());
    });
  }

  table::IndexedTable table() {
    auto found = table::find_for_write(store.read(), "T", clock);
    EXPECT_TRUE(found.ok());
    return *std::move(found);
  }

  // The plan of a change of the item as it is now.
  static Plan plan_of(const engine::Transaction& txn, const table::IndexedTable& table,
                      const table::PrimaryKey& key, const std::optional<std::string>& after) {
    const auto before = table::read_item(txn, table, key);
    EXPECT_TRUE(before.ok());
    std::optional<table::StoredItem> stored;
    if (after) {
      stored = table::StoredItem{static_cast<std::uint32_t>(item_size(ItemView(*after))), ItemView(*after)};
    }
    return plan(txn.hash_secret(), {table, key.bytes, *before, stored});
  }

  void change(const std::string& item, bool is_put) {
    const table::IndexedTable the_table = table();
    store.write([&](engine::WriteTransaction& txn) -> Result<void> {
      LARDER_TRY(const table::PrimaryKey key,
                 table::key_of_item(the_table, txn.hash_secret(), ItemView(item)));
      return apply(txn, plan_of(txn, the_table, key, is_put ? std::optional(item) : std::nullopt));
    });
  }
  void put(const std::string& item) { change(item, true); }
  void erase(const std::string& item) { change(item, false); }

  engine::TreeCount count(std::size_t index = 0) {
    const auto counted = store.read().count(table().indexes.at(index).tree);
    EXPECT_TRUE(counted.ok());
    return *counted;
  }

  // The items that the index's entries lead to, in the order of the entries.
  std::vector<std::string> entries(std::size_t index = 0) {
    const table::IndexedTable the_table = table();
    const engine::ReadTransaction txn = store.read();
    std::string prefix;
    append_big_endian(the_table.indexes.at(index).tree.value, prefix);
    std::vector<std::string> items;
    engine::Cursor cursor = txn.cursor(engine::Tree::kIndexEntries);
    for (auto more = cursor.seek(prefix); *more && cursor.key().starts_with(prefix); more = cursor.next()) {
      const auto key = table::item_key_of_entry(the_table.tree, cursor.key(), *cursor.value());
      EXPECT_TRUE(key.ok());
      const auto stored = txn.get(engine::Tree::kItems, *key);
      EXPECT_TRUE(stored.ok() && *stored) << "an entry without its item";
      items.emplace_back(table::decode_item(**stored)->item.bytes());
    }
    return items;
  }

  support::ScratchStore store;
  TestClock clock;
  table::Descriptor descriptor;
};

inline std::string person(std::int64_t sk, std::optional<std::string_view> email,
                          std::optional<std::string_view> note = std::nullopt) {
  MapValue map;
  map.members.emplace("pk", support::s("p"));
  map.members.emplace("sk", support::n(sk));
  if (email) map.members.emplace("email", support::s(*email));
  if (note) map.members.emplace("note", support::s(*note));
  return support::bytes_of(AttributeValue(std::move(map)));
}

}  // namespace larder::write
