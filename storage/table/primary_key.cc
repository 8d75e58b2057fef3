#include "storage/table/primary_key.h"

#include <cstddef>
#include <string_view>

#include "storage/model/limits.h"
#include "storage/model/value_writer.h"

namespace larder::table {
namespace {

constexpr std::string_view kNoMatch = "The provided key element does not match the schema";

std::string quoted_type_mismatch(const KeyAttribute& attribute, ValueType actual) {
  std::string text = "One or more parameter values were invalid: Type mismatch for key ";
  text += attribute.name;
  text += " expected: ";
  text += type_name(attribute.type);
  text += " actual: ";
  text += type_name(actual);
  return text;
}

Result<void> check_bytes(const KeyAttribute& attribute, ValueView value, bool is_sort_key) {
  if (attribute.type == ValueType::kNumber) return {};  // a number always fits
  const std::size_t size = value.text().size();
  if (size == 0) {
    std::string text =
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain "
        "an empty ";
    text += attribute.type == ValueType::kString ? "string" : "binary";
    text += " value. Key: ";
    text += attribute.name;
    return validation_error(std::move(text));
  }
  if (!is_sort_key && size > limits::kPartitionKeyBytesMax) return partition_key_too_long();
  if (is_sort_key && size > limits::kSortKeyBytesMax) return sort_key_too_long();
  return {};
}

Result<ValueView> attribute_of_key(const KeyAttribute& attribute, ItemView key) {
  const std::optional<ValueView> value = key.find(attribute.name);
  if (!value || value->type() != attribute.type) return validation_error(std::string(kNoMatch));
  return *value;
}

Result<ValueView> attribute_of_item(const KeyAttribute& attribute, ItemView item) {
  const std::optional<ValueView> value = item.find(attribute.name);
  if (!value) {
    return validation_error("One or more parameter values were invalid: Missing the key " + attribute.name +
                            " in the item");
  }
  if (value->type() != attribute.type)
    return validation_error(quoted_type_mismatch(attribute, value->type()));
  return *value;
}

template <class Find>
Result<PrimaryKey> make(const Table& table, const HashSecret& secret, ItemView from, Find find) {
  const KeySchema& schema = table.key_schema;
  LARDER_TRY(const ValueView partition_key, find(schema.partition_key, from));
  std::optional<ValueView> sort_key;
  if (schema.sort_key) {
    LARDER_TRY(sort_key, find(*schema.sort_key, from));
  }
  LARDER_TRY_DO(check_bytes(schema.partition_key, partition_key, /*is_sort_key=*/false));
  if (sort_key) LARDER_TRY_DO(check_bytes(*schema.sort_key, *sort_key, /*is_sort_key=*/true));

  PrimaryKey key{partition_key, sort_key, {}};
  keys::append_item_prefix(table.tree, keys::hash_partition_key(secret, partition_key), key.bytes);
  if (sort_key) keys::append_sort_key(*sort_key, key.bytes);
  return key;
}

}  // namespace

Error partition_key_too_long() {
  // The missing blank before 2048 is the service's.
  return validation_error(
      "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit "
      "of2048 bytes");
}

Error sort_key_too_long() {
  return validation_error(
      "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size "
      "limit of "
      "1024 bytes");
}

Result<PrimaryKey> key_of_key(const Table& table, const HashSecret& secret, ItemView key) {
  if (key.count() != (table.key_schema.sort_key ? 2U : 1U)) return validation_error(std::string(kNoMatch));
  return make(table, secret, key, attribute_of_key);
}

Result<PrimaryKey> key_of_item(const Table& table, const HashSecret& secret, ItemView item) {
  return make(table, secret, item, attribute_of_item);
}

Result<std::string> key_attributes(const Table& table, ItemView item) {
  const KeyAttribute* first = &table.key_schema.partition_key;
  const KeyAttribute* second = table.key_schema.sort_key ? &*table.key_schema.sort_key : nullptr;
  if (second != nullptr && second->name < first->name) std::swap(first, second);

  std::string bytes;
  value_writer::append_map_header(second == nullptr ? 1 : 2, bytes);
  for (const KeyAttribute* attribute : {first, second}) {
    if (attribute == nullptr) continue;
    const std::optional<ValueView> value = item.find(attribute->name);
    if (!value)
      return make_error(ErrorCode::kCorruption, "A stored item lacks its key attribute " + attribute->name);
    value_writer::append_name(attribute->name, bytes);
    bytes += value->bytes();
  }
  return bytes;
}

}  // namespace larder::table
