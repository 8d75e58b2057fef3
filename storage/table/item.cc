#include "storage/table/item.h"

#include <utility>

#include "storage/base/bytes.h"

namespace larder::table {

ItemHeader encode_item_header(std::uint32_t size) {
  ItemHeader header;
  store_big_endian(size, header.data());
  return header;
}

Result<StoredItem> decode_item(std::string_view stored) {
  if (stored.size() <= kItemHeaderBytes)
    return make_error(ErrorCode::kCorruption, "A stored item is cut short");
  return StoredItem{load_big_endian<std::uint32_t>(stored.data()), ItemView(stored.substr(kItemHeaderBytes))};
}

Result<void> check_partition(const Table& table, ItemView item, ValueView partition_key) {
  const std::optional<ValueView> stored = item.find(table.key_schema.partition_key.name);
  if (stored && *stored == partition_key) return {};
  return make_error(ErrorCode::kCorruption, "An item of another partition key lies under this key's hash");
}

Result<std::optional<StoredItem>> read_item(const engine::Transaction& txn, const Table& table,
                                            const PrimaryKey& key) {
  LARDER_TRY(const std::optional<std::string_view> stored, txn.get(engine::Tree::kItems, key.bytes));
  if (!stored) return std::optional<StoredItem>();
  LARDER_TRY(const StoredItem item, decode_item(*stored));
  LARDER_TRY_DO(check_partition(table, item.item, key.partition_key));
  return std::optional<StoredItem>(item);
}

}  // namespace larder::table
