#include "storage/keys/item_key.h"

#include <sodium/crypto_shorthash_siphash24.h>

#include <cstring>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/keys/number_key.h"

namespace larder::keys {

static_assert(kHashBytes == crypto_shorthash_siphashx24_BYTES);
static_assert(sizeof(HashSecret) == crypto_shorthash_siphashx24_KEYBYTES);

PartitionHash hash_partition_key(const HashSecret& secret, ValueView partition_key) {
  const std::string_view bytes = partition_key.bytes();
  PartitionHash hash;
  crypto_shorthash_siphashx24(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                              secret.data());
  return hash;
}

KeyBuffer& KeyBuffer::operator=(const KeyBuffer& other) {
  if (this == &other) return *this;
  size_ = 0;
  append(other.view());
  return *this;
}

void KeyBuffer::append(std::string_view bytes) {
  LARDER_ASSERT(bytes.size() <= bytes_.size() - size_);
  std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

void append_tree(TreeId tree, KeyBuffer& key) {
  char bytes[kTreeIdBytes];
  store_big_endian(tree.value, bytes);
  key.append({bytes, sizeof bytes});
}

void append_item_prefix(TreeId tree, const PartitionHash& hash, KeyBuffer& key) {
  append_tree(tree, key);
  key.append({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

void append_sort_key(ValueView sort_key, KeyBuffer& key) {
  if (sort_key.type() == ValueType::kNumber) {
    char bytes[kNumberKeyBytesMax];
    key.append({bytes, write_number(sort_key.number(), bytes)});
    return;
  }
  key.append(sort_key.text());
}

void append_item_key(TreeId tree, const HashSecret& secret, ValueView partition_key,
                     std::optional<ValueView> sort_key, KeyBuffer& key) {
  append_item_prefix(tree, hash_partition_key(secret, partition_key), key);
  if (sort_key) append_sort_key(*sort_key, key);
}

PartitionHash segment_start(std::uint32_t segment, std::uint32_t total) {
  LARDER_ASSERT(total >= 1 && segment < total);
  // The first eight bytes decide: a million segments need no more.
  const uint128 start = (uint128{segment} << 64) / total;
  PartitionHash hash{};
  const std::uint64_t first = big_endian(static_cast<std::uint64_t>(start));
  std::memcpy(hash.data(), &first, sizeof first);
  return hash;
}

}  // namespace larder::keys
