#include "storage/table/catalog_write.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storage/base/bytes.h"
#include "storage/table/catalog_entry.h"

namespace larder::table {
namespace {

using engine::Tree;
using engine::WriteTransaction;

KeySchema key_schema_of(const Descriptor& descriptor) {
  const auto attribute = [&](const KeySchemaElement& element) {
    KeyAttribute key{element.name, ValueType::kString};
    for (const AttributeDefinition& definition : descriptor.attribute_definitions) {
      if (definition.name == element.name) key.type = definition.type;
    }
    return key;
  };
  KeySchema schema{attribute(descriptor.key_schema.front()), {}};
  if (descriptor.key_schema.size() > 1) schema.sort_key = attribute(descriptor.key_schema[1]);
  return schema;
}

Result<std::optional<Table>> head_of(WriteTransaction& txn, std::string_view name) {
  LARDER_TRY(const std::optional<std::string_view> head,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name)));
  if (!head) return std::optional<Table>();
  LARDER_TRY(Table table, decode_head(*head));
  return std::optional<Table>(std::move(table));
}

Result<void> add_to_count(WriteTransaction& txn, int difference) {
  LARDER_TRY(const std::size_t tables, count_tables(txn));
  std::string bytes;
  append_big_endian(static_cast<std::uint32_t>(static_cast<std::int64_t>(tables) + difference), bytes);
  return txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kCount, {}), {bytes});
}

// The name is free after this; the items wait for erase_dropped.
Result<void> remove(WriteTransaction& txn, std::string_view name, TreeId tree) {
  LARDER_TRY_DO(txn.put(Tree::kCatalog, dropped_key(tree), {encode_dropped({tree, {}, {}})}));
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
  LARDER_TRY(const std::optional<Table> old, head_of(txn, descriptor.name));
  if (old) LARDER_TRY_DO(remove(txn, descriptor.name, old->tree));

  LARDER_TRY(const TreeId tree, txn.allocate_tree());
  const Table table{tree, key_schema_of(descriptor), active_at, {}};
  LARDER_TRY_DO(
      txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kHead, descriptor.name), {encode_head(table)}));
  LARDER_TRY_DO(replace_descriptor(txn, descriptor));
  return add_to_count(txn, 1);
}

Result<void> replace_descriptor(WriteTransaction& txn, const Descriptor& descriptor) {
  return txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kDescriptor, descriptor.name),
                 {encode_descriptor(descriptor)});
}

Result<void> drop(WriteTransaction& txn, std::string_view name, EpochMillis deleted_at) {
  LARDER_TRY(std::optional<Table> table, head_of(txn, name));
  if (!table) return make_error(ErrorCode::kInternal, "The table to drop is not in the catalog");
  if (deleted_at.value == 0) return remove(txn, name, table->tree);

  table->deleted_at = deleted_at;
  LARDER_TRY_DO(txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name), {encode_head(*table)}));
  return txn.put(Tree::kCatalog, dropped_key(table->tree),
                 {encode_dropped({table->tree, deleted_at, std::string(name)})});
}

Result<bool> erase_dropped(WriteTransaction& txn, EpochMillis now, std::size_t entries_max) {
  LARDER_TRY(const std::optional<DroppedTree> dropped, next_dropped(txn, now));
  if (!dropped) return false;
  if (!dropped->name.empty()) {
    // The delayed deletion is due. The name may belong to a newer table by now: then insert has freed it already.
    LARDER_TRY(const std::optional<Table> table, head_of(txn, dropped->name));
    if (table && table->tree == dropped->tree) LARDER_TRY_DO(remove(txn, dropped->name, dropped->tree));
  }
  std::string prefix;
  append_big_endian(dropped->tree.value, prefix);
  LARDER_TRY(const std::size_t erased, txn.erase_prefix(Tree::kItems, prefix, entries_max));
  if (erased < entries_max) {
    LARDER_TRY_DO(txn.drop_count(dropped->tree));
    LARDER_TRY_DO(txn.erase(Tree::kCatalog, dropped_key(dropped->tree)));
  }
  LARDER_TRY(const std::optional<DroppedTree> next, next_dropped(txn, now));
  return next.has_value();
}

}  // namespace larder::table
