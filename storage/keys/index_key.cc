#include "storage/keys/index_key.h"

#include "storage/base/bytes.h"
#include "storage/keys/number_key.h"

namespace larder::keys {
namespace {

constexpr std::string_view kEscapedZero("\0\xff", 2);
constexpr std::string_view kEnd("\0\1", 2);  // below every escaped zero, above nothing that may follow a text

}  // namespace

PartitionHash hash_index_partition(const HashSecret& secret, std::span<const ValueView> values) {
  if (values.size() == 1) return hash_partition_key(secret, values.front());
  // Canonical values end by themselves: laid end to end they cannot be taken for others.
  std::string joined;
  for (const ValueView value : values) joined += value.bytes();
  return hash_partition_key(secret, ValueView(joined));
}

void append_index_prefix(TreeId tree, const PartitionHash& hash, std::string& key) {
  append_big_endian(tree.value, key);
  key.append(reinterpret_cast<const char*>(hash.data()), hash.size());
}

void append_index_part(ValueView value, std::string& key) {
  if (value.type() == ValueType::kNumber) {
    append_number(value.number(), key);
    return;
  }
  append_index_part_prefix(value, key);
  key += kEnd;
}

void append_index_part_prefix(ValueView prefix, std::string& key) {
  std::string_view rest = prefix.text();
  for (std::size_t zero = rest.find('\0'); zero != std::string_view::npos; zero = rest.find('\0')) {
    key += rest.substr(0, zero);
    key += kEscapedZero;
    rest.remove_prefix(zero + 1);
  }
  key += rest;
}

}  // namespace larder::keys
