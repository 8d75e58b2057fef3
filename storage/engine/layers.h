// storage/engine/layers.h
//
// Keys of any length over LMDB's limit of 511 bytes, in exact byte order.
//
// Shape    A key of at most 510 bytes is stored whole. One of 511 or more puts its first 511 bytes in the
//          tree, with a layer number (u64) as value: a link. The rest, possibly empty, goes to the
//          sub-database `layers` under layer:u64 + rest, by the same rule again: a link there has 8 + 503
//          bytes. So the length of what LMDB holds tells links (511) from entries (fewer).
// Order    A link stands exactly where all keys that begin with its 511 bytes belong.
// Limits   Layer numbers come from a counter in meta and are never reused. No layer is empty: erasing its
//          last entry erases its link in the same transaction.
// Source   design.md section 4; storage/FORMAT.md, "Layers".
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"

namespace larder::engine {

inline constexpr std::size_t kLinkKeyBytes = 511;
inline constexpr std::size_t kLayerNumberBytes = 8;

// Walks down a key: the piece that one level stores, then, for a link, the piece of the level below.
// The key outlives it.
class KeyPath {
 public:
  explicit KeyPath(std::string_view key);
  KeyPath(const KeyPath&) = delete;
  KeyPath& operator=(const KeyPath&) = delete;

  std::string_view piece() const { return piece_; }
  bool is_link() const { return piece_.size() == kLinkKeyBytes; }
  void descend(std::uint64_t layer);

 private:
  std::array<char, kLinkKeyBytes> buffer_;  // a piece below the first level
  std::string_view piece_;
  std::string_view rest_;
};

// Reads the layer number out of what LMDB holds under a link.
Result<std::uint64_t> read_link(Tree tree, std::string_view piece, std::string_view stored);

bool in_layer(std::string_view piece, std::uint64_t layer);

// What Transaction and WriteTransaction promise, on one LMDB transaction.
Result<std::optional<std::string_view>> layered_get(const TransactionState& txn, Tree tree,
                                                    std::string_view key);
Result<void> layered_put(TransactionState& txn, Tree tree, std::string_view key,
                         std::initializer_list<std::string_view> parts);
Result<bool> layered_erase(TransactionState& txn, Tree tree, std::string_view key);

}  // namespace larder::engine
