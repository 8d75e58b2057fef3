#include "storage/operation/page_source.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "storage/keys/index_key.h"
#include "storage/keys/item_key.h"
#include "storage/model/value_writer.h"
#include "storage/table/index.h"
#include "storage/table/primary_key.h"

namespace larder::operation {
namespace {

Error invalid_start() {
  return validation_error("The provided starting key is invalid");
}

}  // namespace

KeyAttributes PageSource::key() const {
  if (!index_) return table_.key_schema;
  return {index_->partition_key, index_->sort_key};
}

std::string PageSource::partition_prefix(const HashSecret& secret,
                                         std::span<const ValueView> partition_key) const {
  std::string prefix;
  keys::append_index_prefix(tree_id(), keys::hash_index_partition(secret, partition_key), prefix);
  return prefix;
}

Result<PageSource::Row> PageSource::row(const engine::Transaction& txn, std::string_view key,
                                        std::string_view value) const {
  if (!index_) {
    LARDER_TRY(const table::StoredItem item, table::decode_item(value));
    return Row{item, item.size};
  }
  LARDER_TRY(const keys::KeyBuffer item_key, table::item_key_of_entry(table_.tree, key, value));
  LARDER_TRY(const std::optional<std::string_view> stored, txn.get(engine::Tree::kItems, item_key));
  if (!stored) return make_error(ErrorCode::kCorruption, "An index entry leads to no item");
  LARDER_TRY(const table::StoredItem item, table::decode_item(*stored));
  return Row{item, table::projected_size(*index_, item)};
}

Result<void> PageSource::check_partition(ItemView item, std::span<const ValueView> partition_key) const {
  if (!index_) return table::check_partition(table_, item, partition_key.front());
  for (std::size_t i = 0; i < index_->partition_key.size(); ++i) {
    const std::optional<ValueView> value = item.find(index_->partition_key[i].name);
    if (value && *value == partition_key[i]) continue;
    return make_error(ErrorCode::kCorruption, "An item of another index key lies under this key's hash");
  }
  return {};
}

Result<std::string> PageSource::key_of(ItemView item) const {
  if (!index_) return table::key_attributes(table_, item);
  std::vector<std::string_view> names;
  const KeyAttributes of_index = key();
  const KeyAttributes of_table = table_.key_schema;
  for (const auto half :
       {of_index.partition_key, of_index.sort_key, of_table.partition_key, of_table.sort_key}) {
    for (const KeyAttribute& attribute : half) names.push_back(attribute.name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());

  std::string bytes;
  value_writer::append_map_header(static_cast<std::uint32_t>(names.size()), bytes);
  for (const std::string_view name : names) {
    const std::optional<ValueView> value = item.find(name);
    if (!value) {
      return make_error(ErrorCode::kCorruption,
                        "An item in an index lacks its key attribute " + std::string(name));
    }
    value_writer::append_name(name, bytes);
    bytes += value->bytes();
  }
  return bytes;
}

Result<std::string> PageSource::place_of(const HashSecret& secret, ItemView key) const {
  if (!index_) {
    LARDER_TRY(const table::PrimaryKey primary_key, table::key_of_key(table_, secret, key));
    return std::string(primary_key.bytes.view());
  }
  const Result<table::PrimaryKey> primary_key = table::key_of_item(table_, secret, key);
  if (!primary_key.ok()) return invalid_start();
  std::string place;
  if (!table::append_entry_key(*index_, secret, primary_key->bytes, key, place)) return invalid_start();
  // The key attributes are there, so anything else is one too many.
  LARDER_TRY(const std::string whole_key, key_of(key));
  if (ItemView(whole_key).count() != key.count()) return invalid_start();
  return place;
}

ConsumedUnits PageSource::units(std::size_t bytes, double fetched_units, Consistency consistency) const {
  const double units = read_units(bytes, consistency);
  if (!index_) return ConsumedUnits(units);
  ConsumedUnits consumed(fetched_units);
  consumed.add(index_->name, index_->kind, units);
  return consumed;
}

Result<void> check_consistency(const PageSource& source, bool consistent_read) {
  if (!consistent_read || !source.index() || source.index()->kind == table::IndexKind::kLocal) return {};
  return validation_error("Consistent reads are not supported on global secondary indexes");
}

}  // namespace larder::operation
