#include "tests/property/index_audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "storage/keys/index_key.h"
#include "storage/keys/item_key.h"
#include "storage/model/item_size.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/write/apply.h"

namespace larder::property {
namespace {

using Items = std::map<std::string, std::string, std::less<>>;  // full item key -> canonical bytes

constexpr std::size_t kPartitionBytesMax = 2'048;
constexpr std::size_t kSortBytesMax = 1'024;

std::string tree_prefix(TreeId tree) {
  keys::KeyBuffer prefix;
  keys::append_tree(tree, prefix);
  return std::string(prefix.view());
}

// Calls `see(key, value)` for each entry of one tree.
template <class See>
void each_entry(const engine::Transaction& txn, engine::Tree sub_database, TreeId tree, See see) {
  const std::string prefix = tree_prefix(tree);
  engine::Cursor cursor = txn.cursor(sub_database);
  Result<bool> more = cursor.seek(prefix);
  while (more.ok() && *more && cursor.key().starts_with(prefix)) {
    const Result<std::string_view> value = cursor.value();
    ASSERT_TRUE(value.ok()) << value.error().message;
    see(cursor.key(), *value);
    more = cursor.next();
  }
  ASSERT_TRUE(more.ok()) << more.error().message;
}

Items items_of(const engine::Transaction& txn, const table::Table& table) {
  Items items;
  engine::TreeCount counted;
  each_entry(txn, engine::Tree::kItems, table.tree, [&](std::string_view key, std::string_view value) {
    const Result<table::StoredItem> stored = table::decode_item(value);
    ASSERT_TRUE(stored.ok()) << stored.error().message;
    counted.items += 1;
    counted.bytes += static_cast<std::int64_t>(item_size(stored->item));
    items.emplace(key, stored->item.bytes());
  });
  const Result<engine::TreeCount> count = txn.count(table.tree);
  EXPECT_TRUE(count.ok() && count->items == counted.items && count->bytes == counted.bytes)
      << "the table's own counts";
  return items;
}

std::vector<std::string> values_of(const std::vector<KeyAttribute>& attributes, ItemView item) {
  std::vector<std::string> values;
  for (const KeyAttribute& attribute : attributes) values.emplace_back(item.find(attribute.name)->bytes());
  return values;
}

// What the index shows of the item, as a sum of sizes.
std::size_t shown_size(const table::Index& index, const table::Table& table, ItemView item) {
  std::set<std::string_view> shown{table.key_schema.partition_key.name};
  if (table.key_schema.sort_key) shown.insert(table.key_schema.sort_key->name);
  for (const KeyAttribute& attribute : index.partition_key) shown.insert(attribute.name);
  for (const KeyAttribute& attribute : index.sort_key) shown.insert(attribute.name);
  if (index.projection == table::ProjectionType::kInclude)
    shown.insert(index.projected.begin(), index.projected.end());
  std::size_t size = 0;
  for (const MemberView member : item.members()) {
    if (index.projection != table::ProjectionType::kAll && !shown.contains(member.name)) continue;
    size += member.name.size() + value_size(member.value);
  }
  return size;
}

// The order among entries of one index: partitions in one piece; within one the sort key attributes, then the item's key.
class OrderCheck {
 public:
  explicit OrderCheck(const table::Index& index) : index_(index) {}

  void next(std::string_view item_key, ItemView item) {
    std::vector<std::string> partition = values_of(index_.partition_key, item);
    std::vector<std::string> sort = values_of(index_.sort_key, item);
    if (first_ || partition != partition_) {
      EXPECT_TRUE(seen_.insert(partition).second) << index_.name << ": a partition in two pieces";
    } else {
      EXPECT_LT(compare(item_key, sort), 0) << index_.name << ": entries out of order";
    }
    first_ = false;
    partition_ = std::move(partition);
    sort_ = std::move(sort);
    item_key_ = item_key;
  }

 private:
  // The entry before against this one.
  int compare(std::string_view item_key, const std::vector<std::string>& sort) const {
    for (std::size_t i = 0; i < sort.size(); ++i) {
      const auto order = *compare_scalars(ValueView(sort_[i]), ValueView(sort[i]));
      if (order != 0) return order < 0 ? -1 : 1;
    }
    return std::string_view(item_key_).compare(item_key);
  }

  const table::Index& index_;
  bool first_ = true;
  std::vector<std::string> partition_, sort_;
  std::string item_key_;
  std::set<std::vector<std::string>> seen_;
};

std::size_t audit_index(const engine::Transaction& txn, const table::Table& table, const table::Index& index,
                        const Items& items) {
  std::set<std::string> found;
  engine::TreeCount counted;
  OrderCheck order(index);
  each_entry(txn, engine::Tree::kIndexEntries, index.tree, [&](std::string_view key, std::string_view value) {
    const Result<keys::KeyBuffer> item_key = table::item_key_of_entry(table.tree, key, value);
    ASSERT_TRUE(item_key.ok()) << index.name << ": " << item_key.error().message;
    const auto at = items.find(item_key->view());
    ASSERT_NE(at, items.end()) << index.name << ": an entry without its item";
    const ItemView item(at->second);
    ASSERT_TRUE(belongs(index, item)) << index.name << ": an entry of an item that is not in the index";
    EXPECT_TRUE(found.emplace(item_key->view()).second) << index.name << ": an item twice";
    std::string want;
    EXPECT_TRUE(table::append_entry_key(index, txn.hash_secret(), *item_key, item, want));
    EXPECT_EQ(want, key) << index.name << ": an entry of values that the item no longer has";
    order.next(*item_key, item);
    counted.items += 1;
    counted.bytes += static_cast<std::int64_t>(shown_size(index, table, item));
  });
  if (index.state == table::IndexState::kActive) {
    for (const auto& [item_key, bytes] : items) {
      if (!belongs(index, ItemView(bytes))) continue;
      EXPECT_TRUE(found.contains(item_key)) << index.name << ": an item without its entry";
    }
  }
  const Result<engine::TreeCount> count = txn.count(index.tree);
  EXPECT_TRUE(count.ok());
  EXPECT_EQ(count->items, counted.items) << index.name;
  EXPECT_EQ(count->bytes, counted.bytes) << index.name << ": projected sizes";
  return found.size();
}

// Gives their number.
std::size_t audit_collections(const engine::Transaction& txn, const table::IndexedTable& table,
                              const Items& items) {
  std::map<std::string, std::uint64_t> want;  // an item key of each -> size
  for (const auto& [item_key, bytes] : items) {
    const ItemView item(bytes);
    std::uint64_t size = item_size(item);
    for (const table::Index& index : table.indexes) {
      if (index.kind == table::IndexKind::kLocal && belongs(index, item))
        size += shown_size(index, table, item);
    }
    want[item_key.substr(0, keys::kItemPrefixBytes)] += size;
  }
  const bool has_local = std::ranges::any_of(
      table.indexes, [](const table::Index& index) { return index.kind == table::IndexKind::kLocal; });
  EXPECT_EQ(table.collections.has_value(), has_local);
  if (!table.collections) return 0;
  std::size_t found = 0;
  each_entry(txn, engine::Tree::kIndexEntries, *table.collections,
             [&](std::string_view, std::string_view) { ++found; });
  EXPECT_EQ(found, want.size()) << "sizes of collections that are gone";
  for (const auto& [prefix, size] : want) {
    const Result<std::uint64_t> counted = write::collection_bytes(txn, table, prefix);
    EXPECT_TRUE(counted.ok() && *counted == size) << "the size of an item collection";
  }
  return found;
}

}  // namespace

bool fits(const KeyAttribute& attribute, ValueView value, bool is_sort_key) {
  if (value.type() != attribute.type) return false;
  if (value.type() == ValueType::kNumber) return true;
  const std::size_t size = value.text().size();
  return size > 0 && size <= (is_sort_key ? kSortBytesMax : kPartitionBytesMax);
}

bool belongs(const table::Index& index, ItemView item) {
  const auto all_fit = [&](const std::vector<KeyAttribute>& attributes, bool are_sort_keys) {
    return std::ranges::all_of(attributes, [&](const KeyAttribute& attribute) {
      const std::optional<ValueView> value = item.find(attribute.name);
      return value && fits(attribute, *value, are_sort_keys);
    });
  };
  return all_fit(index.partition_key, false) && all_fit(index.sort_key, true);
}

AuditedTable audit_indexes(const engine::Transaction& txn, std::string_view table_name, const Clock& clock) {
  AuditedTable audited;
  const Result<table::IndexedTable> table = table::find_for_write(txn, table_name, clock);
  EXPECT_TRUE(table.ok()) << table.error().message;
  if (!table.ok()) return audited;
  const Items items = items_of(txn, *table);
  audited.items = items.size();
  for (const table::Index& index : table->indexes) {
    audited.indexes += 1;
    audited.building += index.state == table::IndexState::kBuilding ? 1 : 0;
    audited.entries += audit_index(txn, *table, index, items);
  }
  audited.collections = audit_collections(txn, *table, items);
  return audited;
}

void audit_nothing_left_over(const engine::Transaction& txn, std::size_t entries_and_collections) {
  engine::Cursor cursor = txn.cursor(engine::Tree::kIndexEntries);
  std::size_t found = 0;
  Result<bool> more = cursor.seek("");
  for (; more.ok() && *more; more = cursor.next()) ++found;
  EXPECT_TRUE(more.ok());
  EXPECT_EQ(found, entries_and_collections) << "entries of indexes that are gone";
}

}  // namespace larder::property
