#include "storage/write/build_index.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/keys/item_key.h"
#include "storage/table/index.h"
#include "storage/table/index_build.h"
#include "storage/table/item.h"

namespace larder::write {
namespace {

using engine::Tree;

struct NewEntry {
  std::size_t key_begin, key_size;
  std::size_t item_key_size;
  std::uint32_t size;  // of what the index shows
};

// What a step read of the table, before it writes anything.
struct Reading {
  std::string keys;  // of entries, one after the other
  std::vector<NewEntry> entries;
  std::string last;  // key of the last item
  std::size_t items = 0;
  bool at_end = false;

  std::string_view key(const NewEntry& entry) const {
    return std::string_view(keys).substr(entry.key_begin, entry.key_size);
  }
};

Result<Reading> read_items(const engine::Transaction& txn, const table::IndexedTable& table,
                           const table::Index& index, std::string_view position,
                           const BuildStepLimits& limits) {
  Reading reading;
  keys::KeyBuffer tree;
  keys::append_tree(table.tree, tree);
  std::string from(position.empty() ? tree.view() : position);
  if (!position.empty()) from += '\0';  // the first key that may follow
  engine::Cursor cursor = txn.cursor(Tree::kItems);
  LARDER_TRY(bool more, cursor.seek(from));
  std::size_t bytes = 0;
  while (more && cursor.key().starts_with(tree.view())) {
    if (reading.items == limits.items_max || bytes > limits.bytes_max) return reading;
    LARDER_TRY(const std::string_view value, cursor.value());
    LARDER_TRY(const table::StoredItem item, table::decode_item(value));
    const std::size_t begin = reading.keys.size();
    if (table::append_entry_key(index, txn.hash_secret(), cursor.key(), item.item, reading.keys)) {
      reading.entries.push_back({begin, reading.keys.size() - begin, cursor.key().size(),
                                 static_cast<std::uint32_t>(table::projected_size(index, item))});
    }
    bytes += value.size();
    ++reading.items;
    reading.last = cursor.key();
    LARDER_TRY(more, cursor.next());
  }
  reading.at_end = true;
  return reading;
}

// How many were not there yet.
Result<std::size_t> put_entries(engine::WriteTransaction& txn, const table::Index& index, Reading& reading) {
  // In their order, the step goes through the index once.
  std::ranges::sort(reading.entries, {}, [&](const NewEntry& entry) { return reading.key(entry); });
  std::size_t put = 0;
  for (const NewEntry& entry : reading.entries) {
    const std::string_view key = reading.key(entry);
    LARDER_TRY(const auto there, txn.get(Tree::kIndexEntries, key));
    if (there) continue;
    LARDER_TRY_DO(txn.put(Tree::kIndexEntries, key, {table::entry_value(key.size(), entry.item_key_size)}));
    txn.add_count(index.tree, {1, entry.size});
    ++put;
  }
  return put;
}

}  // namespace

Result<std::optional<BuildStep>> build_index_step(engine::WriteTransaction& txn, EpochMillis now,
                                                  const BuildStepLimits& limits) {
  LARDER_TRY(std::optional<table::IndexBuild> build, table::next_build(txn, now));
  if (!build) return std::optional<BuildStep>();
  LARDER_TRY(const table::IndexedTable table, table::table_of_build(txn, *build));
  const auto index = std::ranges::find(table.indexes, build->index, &table::Index::tree);
  if (index == table.indexes.end()) {
    return make_error(ErrorCode::kCorruption, "The index to build is not in the catalog");
  }
  LARDER_TRY(Reading reading, read_items(txn, table, *index, build->position, limits));
  if (!reading.entries.empty() && txn.growth_refused()) return engine::storage_full();

  BuildStep step{.table = build->table, .index = index->name, .items = reading.items};
  step.begins = build->position.empty();
  LARDER_TRY(step.entries, put_entries(txn, *index, reading));
  if (reading.at_end) {
    step.ends = true;
    LARDER_TRY_DO(table::finish_build(txn, *build));
  } else {
    build->position = std::move(reading.last);
    LARDER_TRY_DO(table::save_build(txn, *build));
  }
  return std::optional<BuildStep>(std::move(step));
}

}  // namespace larder::write
