#include "storage/table/index.h"

#include <algorithm>
#include <array>
#include <utility>

#include "storage/base/bytes.h"
#include "storage/model/item_size.h"
#include "storage/model/limits.h"
#include "storage/model/value_writer.h"
#include "storage/table/item.h"

namespace larder::table {
namespace {

constexpr std::size_t kEntryValueBytes = 2;

Error damaged_entry() {
  return make_error(ErrorCode::kCorruption, "An index entry does not say which item it stands for");
}

IndexKeyFault fault_of(const KeyAttribute& attribute, ValueView value, bool is_sort_key) {
  if (value.type() != attribute.type) return IndexKeyFault::kType;
  if (attribute.type == ValueType::kNumber) return IndexKeyFault::kNone;
  const std::size_t size = value.text().size();
  if (size == 0) return IndexKeyFault::kEmpty;
  if (is_sort_key) return size > limits::kSortKeyBytesMax ? IndexKeyFault::kSortSize : IndexKeyFault::kNone;
  return size > limits::kPartitionKeyBytesMax ? IndexKeyFault::kPartitionSize : IndexKeyFault::kNone;
}

// Calls `see(attribute, value, is_sort_key)` for each key attribute, value absent or not, until one says false.
template <class See>
bool each_key_attribute(const Index& index, ItemView item, See see) {
  for (const KeyAttribute& attribute : index.partition_key) {
    if (!see(attribute, item.find(attribute.name), false)) return false;
  }
  for (const KeyAttribute& attribute : index.sort_key) {
    if (!see(attribute, item.find(attribute.name), true)) return false;
  }
  return true;
}

// Calls `see(name, value)` for each attribute of the item that the index shows, in order, until one says false.
template <class See>
bool each_projected(const Index& index, ItemView item, See see) {
  for (const std::string& name : index.projected) {
    const std::optional<ValueView> value = item.find(name);
    if (value && !see(name, *value)) return false;
  }
  return true;
}

}  // namespace

bool Index::projects(std::string_view attribute) const {
  return projection == ProjectionType::kAll || std::ranges::binary_search(projected, attribute);
}

bool is_member(const Index& index, ItemView item) {
  return each_key_attribute(
      index, item, [](const KeyAttribute& attribute, std::optional<ValueView> value, bool is_sort_key) {
        return value && fault_of(attribute, *value, is_sort_key) == IndexKeyFault::kNone;
      });
}

bool append_entry_key(const Index& index, const HashSecret& secret, std::string_view item_key, ItemView item,
                      std::string& to) {
  std::array<std::string_view, 2 * kKeyPartsMax> values;
  std::size_t count = 0;
  const bool is_member = each_key_attribute(
      index, item, [&](const KeyAttribute& attribute, std::optional<ValueView> value, bool is_sort_key) {
        if (!value || fault_of(attribute, *value, is_sort_key) != IndexKeyFault::kNone) return false;
        values[count++] = value->bytes();
        return true;
      });
  if (!is_member) return false;

  std::array<ValueView, kKeyPartsMax> partition{ValueView({}), ValueView({}), ValueView({}), ValueView({})};
  const std::size_t partition_count = index.partition_key.size();
  for (std::size_t i = 0; i < partition_count; ++i) partition[i] = ValueView(values[i]);
  keys::append_index_prefix(
      index.tree, keys::hash_index_partition(secret, std::span(partition).first(partition_count)), to);
  for (std::size_t i = partition_count; i < count; ++i) keys::append_index_part(ValueView(values[i]), to);
  to += item_key.substr(keys::kTreeIdBytes);
  return true;
}

std::string entry_value(std::size_t entry_key_size, std::size_t item_key_size) {
  std::string value;
  append_big_endian(static_cast<std::uint16_t>(entry_key_size - (item_key_size - keys::kTreeIdBytes)), value);
  return value;
}

Result<keys::KeyBuffer> item_key_of_entry(TreeId table, std::string_view entry_key, std::string_view value) {
  if (value.size() != kEntryValueBytes) return damaged_entry();
  const std::size_t begin = load_big_endian<std::uint16_t>(value.data());
  if (begin < keys::kItemPrefixBytes || begin + keys::kHashBytes > entry_key.size()) return damaged_entry();
  const std::string_view base = entry_key.substr(begin);
  if (base.size() > keys::kItemKeyBytesMax - keys::kTreeIdBytes) return damaged_entry();
  Result<keys::KeyBuffer> key{keys::KeyBuffer()};
  keys::append_tree(table, *key);
  key->append(base);
  return key;
}

bool same_entry(const Index& index, ItemView a, ItemView b) {
  return each_key_attribute(index, a,
                            [&](const KeyAttribute& attribute, std::optional<ValueView> value, bool) {
                              return value == b.find(attribute.name);
                            });
}

bool same_projection(const Index& index, ItemView a, ItemView b) {
  if (index.projection == ProjectionType::kAll) return a == b;
  return std::ranges::all_of(index.projected,
                             [&](const std::string& name) { return a.find(name) == b.find(name); });
}

std::size_t projected_size(const Index& index, const StoredItem& item) {
  if (index.projection == ProjectionType::kAll) return item.size;
  std::size_t size = 0;
  each_projected(index, item.item, [&](std::string_view name, ValueView value) {
    size += name.size() + value_size(value);
    return true;
  });
  return size;
}

void append_projected(const Index& index, ItemView item, std::string& to) {
  if (index.projection == ProjectionType::kAll) {
    to += item.bytes();
    return;
  }
  std::uint32_t count = 0;
  each_projected(index, item, [&](std::string_view, ValueView) {
    ++count;
    return true;
  });
  value_writer::append_map_header(count, to);
  each_projected(index, item, [&](std::string_view name, ValueView value) {
    value_writer::append_name(name, to);
    to += value.bytes();
    return true;
  });
}

IndexKeyCheck check_index_keys(const Index& index, std::optional<ItemView> before, ItemView item) {
  IndexKeyCheck check;
  each_key_attribute(index, item,
                     [&](const KeyAttribute& attribute, std::optional<ValueView> value, bool is_sort_key) {
                       if (!value || (before && before->find(attribute.name) == value)) return true;
                       const IndexKeyFault fault = fault_of(attribute, *value, is_sort_key);
                       if (fault == IndexKeyFault::kNone) return true;
                       check = {fault, &attribute, value->type()};
                       return false;
                     });
  return check;
}

}  // namespace larder::table
