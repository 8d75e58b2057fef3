#include "storage/table/catalog_write.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storage/base/bytes.h"
#include "storage/table/catalog_entry.h"
#include "storage/table/index_build.h"

namespace larder::table {
namespace {

using engine::Tree;
using engine::WriteTransaction;

KeyAttribute key_attribute(const Descriptor& descriptor, const KeySchemaElement& element) {
  KeyAttribute key{element.name, ValueType::kString};
  for (const AttributeDefinition& definition : descriptor.attribute_definitions) {
    if (definition.name == element.name) key.type = definition.type;
  }
  return key;
}

KeySchema key_schema_of(const Descriptor& descriptor) {
  KeySchema schema{key_attribute(descriptor, descriptor.key_schema.front()), {}};
  if (descriptor.key_schema.size() > 1) schema.sort_key = key_attribute(descriptor, descriptor.key_schema[1]);
  return schema;
}

Result<std::optional<IndexedTable>> head_of(const WriteTransaction& txn, std::string_view name) {
  LARDER_TRY(const std::optional<std::string_view> head,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name)));
  if (!head) return std::optional<IndexedTable>();
  LARDER_TRY(IndexedTable table, decode_indexed_head(*head));
  return std::optional<IndexedTable>(std::move(table));
}

Result<IndexedTable> known_head(const WriteTransaction& txn, std::string_view name) {
  LARDER_TRY(std::optional<IndexedTable> table, head_of(txn, name));
  if (!table) return make_error(ErrorCode::kInternal, "The table to change is not in the catalog");
  return *std::move(table);
}

Result<void> put_head(WriteTransaction& txn, std::string_view name, const IndexedTable& table) {
  return txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name), {encode_head(table)});
}

Result<Index> make_index(WriteTransaction& txn, const Descriptor& table, const IndexDescriptor& descriptor) {
  Index index;
  LARDER_TRY(index.tree, txn.allocate_tree());
  index.name = descriptor.name;
  index.kind = descriptor.kind;
  index.projection = descriptor.projection;
  for (const KeySchemaElement& element : descriptor.key_schema) {
    std::vector<KeyAttribute>& half = element.type == KeyType::kHash ? index.partition_key : index.sort_key;
    half.push_back(key_attribute(table, element));
  }
  if (descriptor.projection == ProjectionType::kAll) return index;

  for (const KeySchemaElement& element : table.key_schema) index.projected.push_back(element.name);
  for (const KeySchemaElement& element : descriptor.key_schema) index.projected.push_back(element.name);
  for (const std::string& name : descriptor.non_key_attributes) index.projected.push_back(name);
  std::ranges::sort(index.projected);
  index.projected.erase(std::unique(index.projected.begin(), index.projected.end()), index.projected.end());
  return index;
}

Result<void> drop_tree(WriteTransaction& txn, TreeId tree) {
  return txn.put(Tree::kCatalog, dropped_key(tree), {encode_dropped({tree, {}, {}})});
}

// An index may go while it is being built: its build goes with it.
Result<void> drop_index_tree(WriteTransaction& txn, const Index& index) {
  if (index.state == IndexState::kBuilding) LARDER_TRY_DO(txn.erase(Tree::kCatalog, build_key(index.tree)));
  return drop_tree(txn, index.tree);
}

Result<void> add_to_count(WriteTransaction& txn, int difference) {
  LARDER_TRY(const std::size_t tables, count_tables(txn));
  std::string bytes;
  append_big_endian(static_cast<std::uint32_t>(static_cast<std::int64_t>(tables) + difference), bytes);
  return txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kCount, {}), {bytes});
}

// The name is free after this; the items and index entries wait for erase_dropped.
Result<void> remove(WriteTransaction& txn, std::string_view name, const IndexedTable& table) {
  LARDER_TRY_DO(drop_tree(txn, table.tree));
  for (const Index& index : table.indexes) LARDER_TRY_DO(drop_index_tree(txn, index));
  if (table.collections) LARDER_TRY_DO(drop_tree(txn, *table.collections));
  LARDER_TRY_DO(txn.erase(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name)));
  LARDER_TRY_DO(txn.erase(Tree::kCatalog, CatalogKey(CatalogKind::kDescriptor, name)));
  return add_to_count(txn, -1);
}

// The first dropped tree that may be erased now.
Result<std::optional<DroppedTree>> next_dropped(WriteTransaction& txn, EpochMillis now) {
  engine::Cursor cursor = txn.cursor(Tree::kCatalog);
  LARDER_TRY(bool more, cursor.seek(dropped_key(TreeId{0})));
  while (more && cursor.key().front() == static_cast<char>(CatalogKind::kDropped)) {
    LARDER_TRY(const std::string_view value, cursor.value());
    LARDER_TRY(DroppedTree dropped, decode_dropped(cursor.key(), value));
    if (dropped.due <= now) return std::optional<DroppedTree>(std::move(dropped));
    LARDER_TRY(more, cursor.next());
  }
  return std::optional<DroppedTree>();
}

}  // namespace

Result<void> insert(WriteTransaction& txn, const Descriptor& descriptor, EpochMillis active_at) {
  LARDER_TRY(const std::optional<IndexedTable> old, head_of(txn, descriptor.name));
  if (old) LARDER_TRY_DO(remove(txn, descriptor.name, *old));

  IndexedTable table;
  LARDER_TRY(table.tree, txn.allocate_tree());
  table.key_schema = key_schema_of(descriptor);
  table.active_at = active_at;
  for (const IndexDescriptor& index : descriptor.indexes) {
    LARDER_TRY(Index made, make_index(txn, descriptor, index));
    table.indexes.push_back(std::move(made));
    if (index.kind == IndexKind::kLocal && !table.collections) {
      LARDER_TRY(table.collections, txn.allocate_tree());
    }
  }
  LARDER_TRY_DO(put_head(txn, descriptor.name, table));
  LARDER_TRY_DO(replace_descriptor(txn, descriptor));
  return add_to_count(txn, 1);
}

Result<void> replace_descriptor(WriteTransaction& txn, const Descriptor& descriptor) {
  return txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kDescriptor, descriptor.name),
                 {encode_descriptor(descriptor)});
}

Result<void> add_index(WriteTransaction& txn, const Descriptor& descriptor, EpochMillis due,
                       EpochMillis now) {
  LARDER_TRY(IndexedTable table, known_head(txn, descriptor.name));
  LARDER_TRY(Index index, make_index(txn, descriptor, descriptor.indexes.back()));
  LARDER_TRY(const engine::TreeCount count, txn.count(table.tree));
  if (count.items != 0 || due > now) {
    index.state = IndexState::kBuilding;
    LARDER_TRY_DO(save_build(txn, {index.tree, due, descriptor.name, {}}));
  }
  table.indexes.push_back(std::move(index));
  LARDER_TRY_DO(put_head(txn, descriptor.name, table));
  return replace_descriptor(txn, descriptor);
}

Result<void> drop_index(WriteTransaction& txn, const Descriptor& descriptor, std::string_view index_name) {
  LARDER_TRY(IndexedTable table, known_head(txn, descriptor.name));
  const auto index = std::ranges::find(table.indexes, index_name, &Index::name);
  if (index == table.indexes.end()) {
    return make_error(ErrorCode::kInternal, "The index to drop is not in the catalog");
  }
  LARDER_TRY_DO(drop_index_tree(txn, *index));
  table.indexes.erase(index);
  LARDER_TRY_DO(put_head(txn, descriptor.name, table));
  return replace_descriptor(txn, descriptor);
}

Result<void> drop(WriteTransaction& txn, std::string_view name, EpochMillis deleted_at) {
  LARDER_TRY(IndexedTable table, known_head(txn, name));
  if (deleted_at.value == 0) return remove(txn, name, table);

  table.deleted_at = deleted_at;
  LARDER_TRY_DO(put_head(txn, name, table));
  return txn.put(Tree::kCatalog, dropped_key(table.tree),
                 {encode_dropped({table.tree, deleted_at, std::string(name)})});
}

Result<bool> erase_dropped(WriteTransaction& txn, EpochMillis now, std::size_t entries_max) {
  LARDER_TRY(const std::optional<DroppedTree> dropped, next_dropped(txn, now));
  if (!dropped) return false;
  if (!dropped->name.empty()) {
    // The delayed deletion is due. The name may belong to a newer table by now: then insert has freed it already.
    LARDER_TRY(const std::optional<IndexedTable> table, head_of(txn, dropped->name));
    if (table && table->tree == dropped->tree) LARDER_TRY_DO(remove(txn, dropped->name, *table));
  }
  std::string prefix;
  append_big_endian(dropped->tree.value, prefix);
  // A tree id names a table's items, or an index's entries, or sizes of item collections: only one of these has any.
  LARDER_TRY(std::size_t erased, txn.erase_prefix(Tree::kItems, prefix, entries_max));
  if (erased == 0) {
    LARDER_TRY(erased, txn.erase_prefix(Tree::kIndexEntries, prefix, entries_max));
  }
  if (erased < entries_max) {
    LARDER_TRY_DO(txn.drop_count(dropped->tree));
    LARDER_TRY_DO(txn.erase(Tree::kCatalog, dropped_key(dropped->tree)));
  }
  LARDER_TRY(const std::optional<DroppedTree> next, next_dropped(txn, now));
  return next.has_value();
}

}  // namespace larder::table
