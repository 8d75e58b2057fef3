#include "storage/table/catalog_entry.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "storage/base/bytes.h"

namespace larder::table {
namespace {

constexpr char kHeadFormat = 1;
constexpr std::size_t kHeadFixedBytes = 1 + 4 + 8 + 8;

Error damaged_head() {
  return make_error(ErrorCode::kCorruption, "A table's head in the catalog is damaged");
}

char type_code(ValueType type) {
  return type_name(type).front();
}

void append_attribute(const KeyAttribute& attribute, std::string& to) {
  to += type_code(attribute.type);
  to += static_cast<char>(attribute.name.size());
  to += attribute.name;
}

// Moves `*input` past the attribute.
bool read_attribute(std::string_view* input, KeyAttribute* attribute) {
  if (input->size() < 2) return false;
  switch (input->front()) {
    case 'S':
      attribute->type = ValueType::kString;
      break;
    case 'N':
      attribute->type = ValueType::kNumber;
      break;
    case 'B':
      attribute->type = ValueType::kBinary;
      break;
    default:
      return false;
  }
  const std::size_t length = static_cast<unsigned char>((*input)[1]);
  if (length == 0 || input->size() < 2 + length) return false;
  attribute->name.assign(input->substr(2, length));
  input->remove_prefix(2 + length);
  return true;
}

EpochMillis load_millis(const char* from) {
  return EpochMillis{static_cast<std::int64_t>(load_big_endian<std::uint64_t>(from))};
}

}  // namespace

CatalogKey::CatalogKey(CatalogKind kind, std::string_view name) {
  const std::size_t length = std::min(name.size(), kNameBytesMax);
  bytes_[0] = static_cast<char>(kind);
  if (length != 0) std::memcpy(bytes_.data() + 1, name.data(), length);
  size_ = 1 + length;
}

std::string encode_head(const Table& table) {
  std::string bytes;
  bytes += kHeadFormat;
  append_big_endian(table.tree.value, bytes);
  append_big_endian(static_cast<std::uint64_t>(table.active_at.value), bytes);
  append_big_endian(static_cast<std::uint64_t>(table.deleted_at.value), bytes);
  append_attribute(table.key_schema.partition_key, bytes);
  if (table.key_schema.sort_key) append_attribute(*table.key_schema.sort_key, bytes);
  return bytes;
}

Result<Table> decode_head(std::string_view bytes) {
  if (bytes.size() < kHeadFixedBytes || bytes.front() != kHeadFormat) return damaged_head();
  Result<Table> decoded{Table{}};
  Table& table = *decoded;
  table.tree.value = load_big_endian<std::uint32_t>(bytes.data() + 1);
  table.active_at = load_millis(bytes.data() + 5);
  table.deleted_at = load_millis(bytes.data() + 13);
  bytes.remove_prefix(kHeadFixedBytes);
  if (!read_attribute(&bytes, &table.key_schema.partition_key)) return damaged_head();
  if (bytes.empty()) return decoded;
  if (!read_attribute(&bytes, &table.key_schema.sort_key.emplace()) || !bytes.empty()) return damaged_head();
  return decoded;
}

std::string dropped_key(TreeId tree) {
  std::string key(1, static_cast<char>(CatalogKind::kDropped));
  append_big_endian(tree.value, key);
  return key;
}

std::string encode_dropped(const DroppedTree& dropped) {
  std::string bytes;
  append_big_endian(static_cast<std::uint64_t>(dropped.due.value), bytes);
  bytes += dropped.name;
  return bytes;
}

Result<DroppedTree> decode_dropped(std::string_view key, std::string_view value) {
  if (key.size() != 5 || value.size() < 8) {
    return make_error(ErrorCode::kCorruption, "A dropped tree's entry in the catalog is damaged");
  }
  return DroppedTree{TreeId{load_big_endian<std::uint32_t>(key.data() + 1)}, load_millis(value.data()),
                     std::string(value.substr(8))};
}

}  // namespace larder::table
