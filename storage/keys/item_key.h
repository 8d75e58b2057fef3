// storage/keys/item_key.h
//
// The bytes under which an item lies in the items tree.
//
// Shape    tree:u32be  hash:16  sort:0..1024
//            hash   SipHash-2-4-128 of the partition key's canonical value bytes, with the database's secret
//            sort   the sort key: S and B their raw bytes, N a number key (number_key.h); nothing without one
// Order    memcmp gives: table, then hash (the order of Scan), then the sort key in the service's order.
// Limits   at most kItemKeyBytesMax bytes; longer than LMDB's 511, which storage/engine hides.
// Threads  pure functions.
// Source   design.md section 4; bytes frozen in storage/FORMAT.md, "Item key".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/base/ids.h"
#include "storage/model/limits.h"
#include "storage/model/value_view.h"

namespace larder::keys {

inline constexpr std::size_t kTreeIdBytes = 4;
inline constexpr std::size_t kHashBytes = 16;
inline constexpr std::size_t kItemPrefixBytes = kTreeIdBytes + kHashBytes;
inline constexpr std::size_t kItemKeyBytesMax = kItemPrefixBytes + limits::kSortKeyBytesMax;

using PartitionHash = std::array<unsigned char, kHashBytes>;

PartitionHash hash_partition_key(const HashSecret& secret, ValueView partition_key);

// A key under construction, on the stack.
class KeyBuffer {
 public:
  // Written out, so that neither a new buffer nor a copy touches the bytes that no key uses.
  KeyBuffer() {}  // NOLINT(modernize-use-equals-default)
  KeyBuffer(const KeyBuffer& other) { append(other.view()); }
  KeyBuffer& operator=(const KeyBuffer& other);

  std::string_view view() const { return {bytes_.data(), size_}; }
  operator std::string_view() const { return view(); }  // NOLINT(google-explicit-constructor)
  void append(std::string_view bytes);
  void truncate(std::size_t size) { size_ = size; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  std::array<char, kItemKeyBytesMax + 32> bytes_;
};

void append_tree(TreeId tree, KeyBuffer& key);
void append_item_prefix(TreeId tree, const PartitionHash& hash, KeyBuffer& key);  // one item collection
void append_sort_key(ValueView sort_key, KeyBuffer& key);                         // S, N or B; must come last

// The whole key of an item: prefix, then the sort key if its table has one.
void append_item_key(TreeId tree, const HashSecret& secret, ValueView partition_key,
                     std::optional<ValueView> sort_key, KeyBuffer& key);

// First hash of Scan segment `segment` of `total` (1 <= total <= 1,000,000, segment < total): the segment
// holds hashes from this one up to, without, that of segment + 1. Segments are disjoint and cover everything.
PartitionHash segment_start(std::uint32_t segment, std::uint32_t total);

}  // namespace larder::keys
