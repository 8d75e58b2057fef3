#include "storage/engine/layers.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/base/crc32c.h"
#include "storage/engine/internals.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/meta_keys.h"
#include "storage/engine/stored_value.h"

namespace larder::engine {
namespace {

Error failed(TransactionState& txn, int code, std::string_view doing) {
  txn.failed = true;
  return lmdb_error(code, doing);
}

// Stores the parts under one piece of a key. `key` is the whole key: it goes into the checksum.
Result<void> put_piece(TransactionState& txn, Tree level_tree, std::string_view piece, std::uint32_t checksum,
                       std::initializer_list<std::string_view> parts) {
  std::size_t size = kChecksumBytes;
  for (const std::string_view part : parts) size += part.size();
  MDB_val key = as_val(piece);
  MDB_val value{size, nullptr};
  // The space is reserved in the page, so that the parts are copied once.
  const int code = mdb_put(txn.txn, txn.env.dbi(level_tree), &key, &value, MDB_RESERVE);
  if (code != MDB_SUCCESS) return failed(txn, code, "storing a value");
  char* to = static_cast<char*>(value.mv_data);
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    checksum = crc32c(part, checksum);
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  store_big_endian(checksum, to);
  txn.changed();
  txn.put_bytes += piece.size() + size;
  return {};
}

Result<std::uint64_t> allocate_layer(TransactionState& txn) {
  LARDER_TRY(const std::optional<std::string_view> stored, layered_get(txn, Tree::kMeta, kNextLayerKey));
  if (!stored || stored->size() != sizeof(std::uint64_t)) {
    return corruption(Tree::kMeta, kNextLayerKey, "the counter of layers is missing");
  }
  const auto layer = load_big_endian<std::uint64_t>(stored->data());
  char next[sizeof layer];
  store_big_endian(layer + 1, next);
  LARDER_TRY_DO(layered_put(txn, Tree::kMeta, kNextLayerKey, {{next, sizeof next}}));
  return layer;
}

// The layer below a link, which is made when it is missing.
Result<std::uint64_t> layer_for_put(TransactionState& txn, Tree level_tree, std::string_view piece) {
  MDB_val key = as_val(piece);
  MDB_val value;
  const int code = mdb_get(txn.txn, txn.env.dbi(level_tree), &key, &value);
  if (code == MDB_SUCCESS) return read_link(level_tree, piece, as_view(value));
  if (code != MDB_NOTFOUND) return failed(txn, code, "reading a link");
  LARDER_TRY(const std::uint64_t layer, allocate_layer(txn));
  char number[kLayerNumberBytes];
  store_big_endian(layer, number);
  LARDER_TRY_DO(
      put_piece(txn, level_tree, piece, key_checksum(level_tree, piece), {{number, sizeof number}}));
  return layer;
}

Result<bool> erase_piece(TransactionState& txn, Tree level_tree, std::string_view piece) {
  MDB_val key = as_val(piece);
  const int code = mdb_del(txn.txn, txn.env.dbi(level_tree), &key, nullptr);
  if (code == MDB_NOTFOUND) return false;
  if (code != MDB_SUCCESS) return failed(txn, code, "erasing a value");
  txn.changed();
  return true;
}

Result<bool> layer_is_empty(TransactionState& txn, std::uint64_t layer) {
  char number[kLayerNumberBytes];
  store_big_endian(layer, number);
  LARDER_TRY(MDB_cursor* const cursor, txn.take_cursor(Tree::kLayers));
  MDB_val key{sizeof number, number};
  MDB_val value;
  const int code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
  const bool empty = code == MDB_NOTFOUND || (code == MDB_SUCCESS && !in_layer(as_view(key), layer));
  txn.return_cursor(Tree::kLayers, cursor);
  if (code != MDB_SUCCESS && code != MDB_NOTFOUND) return failed(txn, code, "looking into a layer");
  return empty;
}

bool overlaps(std::string_view a, std::string_view b) {
  return std::less<>()(a.data(), b.data() + b.size()) && std::less<>()(b.data(), a.data() + a.size());
}

bool is_movable(const TransactionState& txn, std::string_view bytes) {
  return std::any_of(txn.movable_views.begin(), txn.movable_views.end(),
                     [bytes](std::string_view view) { return overlaps(view, bytes); });
}

}  // namespace

KeyPath::KeyPath(std::string_view key)
    : piece_(key.substr(0, kLinkKeyBytes)), rest_(key.substr(std::min(key.size(), kLinkKeyBytes))) {}

void KeyPath::descend(std::uint64_t layer) {
  const std::size_t taken = std::min(rest_.size(), kLinkKeyBytes - kLayerNumberBytes);
  store_big_endian(layer, buffer_.data());
  std::copy_n(rest_.data(), taken, buffer_.data() + kLayerNumberBytes);
  piece_ = {buffer_.data(), kLayerNumberBytes + taken};
  rest_.remove_prefix(taken);
}

Result<std::uint64_t> read_link(Tree tree, std::string_view piece, std::string_view stored) {
  LARDER_TRY(const std::string_view number, open_value(tree, piece, stored));
  if (number.size() != kLayerNumberBytes)
    return corruption(tree, piece, "a link does not hold a layer number");
  const auto layer = load_big_endian<std::uint64_t>(number.data());
  if (layer == 0) return corruption(tree, piece, "a link holds layer number 0");
  return layer;
}

bool in_layer(std::string_view piece, std::uint64_t layer) {
  return piece.size() >= kLayerNumberBytes && load_big_endian<std::uint64_t>(piece.data()) == layer;
}

Result<std::optional<std::string_view>> layered_get(const TransactionState& txn, Tree tree,
                                                    std::string_view key) {
  if (key.empty()) return std::optional<std::string_view>();  // LMDB knows no empty key
  KeyPath path(key);
  for (Tree level_tree = tree;; level_tree = Tree::kLayers) {
    MDB_val piece = as_val(path.piece());
    MDB_val value;
    const int code = mdb_get(txn.txn, txn.env.dbi(level_tree), &piece, &value);
    if (code == MDB_NOTFOUND) return std::optional<std::string_view>();
    if (code != MDB_SUCCESS) return lmdb_error(code, "reading a value");
    if (txn.astray(as_view(value))) return corruption(tree, key, "a page leads out of the file");
    if (!path.is_link()) {
      LARDER_TRY(const std::string_view bytes, open_value(tree, key, as_view(value)));
      txn.handed_out(bytes);
      return std::optional(bytes);
    }
    LARDER_TRY(const std::uint64_t layer, read_link(level_tree, path.piece(), as_view(value)));
    path.descend(layer);
  }
}

Result<void> layered_put(TransactionState& txn, Tree tree, std::string_view key,
                         std::initializer_list<std::string_view> parts) {
  LARDER_ASSERT(!key.empty());
  const auto movable = [&txn](std::string_view bytes) { return is_movable(txn, bytes); };
  if (!txn.movable_views.empty() && (movable(key) || std::any_of(parts.begin(), parts.end(), movable))) {
    const std::string own_key(key);
    std::string own_value;
    for (const std::string_view part : parts) own_value.append(part);
    txn.movable_views.clear();
    return layered_put(txn, tree, own_key, {own_value});
  }
  KeyPath path(key);
  Tree level_tree = tree;
  while (path.is_link()) {
    LARDER_TRY(const std::uint64_t layer, layer_for_put(txn, level_tree, path.piece()));
    path.descend(layer);
    level_tree = Tree::kLayers;
  }
  return put_piece(txn, level_tree, path.piece(), key_checksum(tree, key), parts);
}

Result<bool> layered_erase(TransactionState& txn, Tree tree, std::string_view key) {
  if (key.empty()) return false;
  struct Link {
    Tree tree;
    std::string piece;
    std::uint64_t layer;
  };
  std::vector<Link> links;  // from the top down to the entry
  KeyPath path(key);
  Tree level_tree = tree;
  while (path.is_link()) {
    MDB_val piece = as_val(path.piece());
    MDB_val value;
    const int code = mdb_get(txn.txn, txn.env.dbi(level_tree), &piece, &value);
    if (code == MDB_NOTFOUND) return false;
    if (code != MDB_SUCCESS) return failed(txn, code, "reading a link");
    LARDER_TRY(const std::uint64_t layer, read_link(level_tree, path.piece(), as_view(value)));
    links.push_back({level_tree, std::string(path.piece()), layer});
    path.descend(layer);
    level_tree = Tree::kLayers;
  }
  LARDER_TRY(const bool erased, erase_piece(txn, level_tree, path.piece()));
  if (!erased) return false;
  for (; !links.empty(); links.pop_back()) {
    LARDER_TRY(const bool empty, layer_is_empty(txn, links.back().layer));
    if (!empty) break;
    LARDER_TRY_DO(erase_piece(txn, links.back().tree, links.back().piece));
  }
  return true;
}

}  // namespace larder::engine
