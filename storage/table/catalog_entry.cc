#include "storage/table/catalog_entry.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "storage/base/bytes.h"

namespace larder::table {
namespace {

constexpr char kHeadFormat = 1;

Error damaged_head() {
  return make_error(ErrorCode::kCorruption, "A table's head in the catalog is damaged");
}

char type_code(ValueType type) {
  return type_name(type).front();
}

void append_text(std::string_view text, std::string& to) {
  append_big_endian(static_cast<std::uint16_t>(text.size()), to);
  to += text;
}

void append_keys(std::span<const KeyAttribute> partition, std::span<const KeyAttribute> sort,
                 std::string& to) {
  to += static_cast<char>(partition.size());
  to += static_cast<char>(sort.size());
  for (const auto half : {partition, sort}) {
    for (const KeyAttribute& attribute : half) {
      to += type_code(attribute.type);
      append_text(attribute.name, to);
    }
  }
}

void append_index(const Index& index, std::string& to) {
  append_big_endian(index.tree.value, to);
  to += static_cast<char>(index.kind);
  to += static_cast<char>(index.state);
  to += static_cast<char>(index.projection);
  append_text(index.name, to);
  append_keys(index.partition_key, index.sort_key, to);
  append_big_endian(static_cast<std::uint16_t>(index.projected.size()), to);
  for (const std::string& name : index.projected) append_text(name, to);
}

// Reads what the functions above have written. After damage every read gives nothing.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool damaged() const { return damaged_; }
  bool at_end() const { return rest_.empty(); }

  std::string_view bytes(std::size_t size) {
    if (damaged_ || rest_.size() < size) {
      damaged_ = true;
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  template <class Integer>
  Integer integer() {
    const std::string_view taken = bytes(sizeof(Integer));
    return damaged_ ? Integer{0} : load_big_endian<Integer>(taken.data());
  }
  std::string_view text() { return bytes(integer<std::uint16_t>()); }
  EpochMillis millis() { return EpochMillis{static_cast<std::int64_t>(integer<std::uint64_t>())}; }
  TreeId tree() { return TreeId{integer<std::uint32_t>()}; }
  template <class Enumeration>
  Enumeration enumerator(Enumeration last) {
    const auto value = integer<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) damaged_ = true;
    return damaged_ ? last : static_cast<Enumeration>(value);
  }
  void attribute(KeyAttribute* into) {
    switch (integer<std::uint8_t>()) {
      case 'S':
        into->type = ValueType::kString;
        break;
      case 'N':
        into->type = ValueType::kNumber;
        break;
      case 'B':
        into->type = ValueType::kBinary;
        break;
      default:
        damaged_ = true;
        return;
    }
    into->name.assign(text());
    if (into->name.empty()) damaged_ = true;
  }
  void fail() { damaged_ = true; }

 private:
  std::string_view rest_;
  bool damaged_ = false;
};

void read_table(Reader& reader, Table* table) {
  if (reader.integer<std::uint8_t>() != kHeadFormat) reader.fail();
  table->tree = reader.tree();
  table->active_at = reader.millis();
  table->deleted_at = reader.millis();
  const auto partition = reader.integer<std::uint8_t>();
  const auto sort = reader.integer<std::uint8_t>();
  if (partition != 1 || sort > 1) return reader.fail();
  reader.attribute(&table->key_schema.partition_key);
  if (sort == 1) reader.attribute(&table->key_schema.sort_key.emplace());
}

void read_attributes(Reader& reader, std::size_t count, std::vector<KeyAttribute>* into) {
  for (std::size_t i = 0; i < count && !reader.damaged(); ++i) reader.attribute(&into->emplace_back());
}

void read_index(Reader& reader, Index* index) {
  index->tree = reader.tree();
  index->kind = reader.enumerator(IndexKind::kLocal);
  index->state = reader.enumerator(IndexState::kBuilding);
  index->projection = reader.enumerator(ProjectionType::kInclude);
  index->name.assign(reader.text());
  const auto partition = reader.integer<std::uint8_t>();
  const auto sort = reader.integer<std::uint8_t>();
  if (partition < 1 || partition > kKeyPartsMax || sort > kKeyPartsMax) return reader.fail();
  read_attributes(reader, partition, &index->partition_key);
  read_attributes(reader, sort, &index->sort_key);
  const auto projected = reader.integer<std::uint16_t>();
  for (std::size_t i = 0; i < projected && !reader.damaged(); ++i)
    index->projected.emplace_back(reader.text());
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

std::string encode_head(const IndexedTable& table) {
  std::string bytes;
  bytes += kHeadFormat;
  append_big_endian(table.tree.value, bytes);
  append_big_endian(static_cast<std::uint64_t>(table.active_at.value), bytes);
  append_big_endian(static_cast<std::uint64_t>(table.deleted_at.value), bytes);
  const KeySchema& keys = table.key_schema;
  append_keys({&keys.partition_key, 1}, {keys.sort_key ? &*keys.sort_key : nullptr, keys.sort_key ? 1U : 0U},
              bytes);
  if (table.indexes.empty()) return bytes;
  append_big_endian(table.collections.value_or(TreeId{0}).value, bytes);
  for (const Index& index : table.indexes) append_index(index, bytes);
  return bytes;
}

Result<Table> decode_head(std::string_view bytes) {
  Result<Table> decoded{Table{}};
  Reader reader(bytes);
  read_table(reader, &*decoded);
  if (reader.damaged()) return damaged_head();
  return decoded;
}

Result<IndexedTable> decode_indexed_head(std::string_view bytes) {
  Result<IndexedTable> decoded{IndexedTable{}};
  Reader reader(bytes);
  read_table(reader, &*decoded);
  if (!reader.damaged() && !reader.at_end()) {
    const TreeId collections = reader.tree();
    if (collections.value != 0) decoded->collections = collections;
    while (!reader.damaged() && !reader.at_end()) read_index(reader, &decoded->indexes.emplace_back());
  }
  if (reader.damaged()) return damaged_head();
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

std::string build_key(TreeId index_tree) {
  std::string key(1, static_cast<char>(CatalogKind::kBuild));
  append_big_endian(index_tree.value, key);
  return key;
}

std::string encode_build(const IndexBuild& build) {
  std::string bytes;
  append_big_endian(static_cast<std::uint64_t>(build.due.value), bytes);
  append_text(build.table, bytes);
  bytes += build.position;
  return bytes;
}

Result<IndexBuild> decode_build(std::string_view key, std::string_view value) {
  constexpr std::size_t fixed_bytes = 8 + 2;
  Reader reader(value);
  IndexBuild build;
  build.due = reader.millis();
  build.table.assign(reader.text());
  if (reader.damaged() || key.size() != 5 || build.table.empty()) {
    return make_error(ErrorCode::kCorruption, "An index build's entry in the catalog is damaged");
  }
  build.index = TreeId{load_big_endian<std::uint32_t>(key.data() + 1)};
  build.position.assign(value.substr(fixed_bytes + build.table.size()));
  return build;
}

}  // namespace larder::table
