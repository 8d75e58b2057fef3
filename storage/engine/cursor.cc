#include "storage/engine/cursor.h"

#include <utility>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/stored_value.h"

namespace larder::engine {

CursorState::~CursorState() {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    txn.return_cursor(i == 0 ? tree : Tree::kLayers, levels[i].cursor);
  }
}

// Begins a level below the deepest one.
Result<void> CursorState::enter(std::uint64_t layer) {
  if (depth == levels.size()) {
    LARDER_TRY(MDB_cursor* const cursor, txn.take_cursor(depth == 0 ? tree : Tree::kLayers));
    levels.push_back({cursor, 0, {}, {}});
  }
  ++depth;
  deepest().layer = layer;
  return {};
}

// Moves the deepest level; false when that leads out of its layer or of the tree.
Result<bool> CursorState::step(MDB_cursor_op op, std::string_view to) {
  MDB_val piece = as_val(to);
  MDB_val value;
  const int code = mdb_cursor_get(deepest().cursor, &piece, &value, op);
  if (code == MDB_NOTFOUND) return false;
  if (code != MDB_SUCCESS) return lmdb_error(code, "moving a cursor");
  deepest().piece = as_view(piece);
  deepest().value = as_view(value);
  if (txn.astray(deepest().piece) || txn.astray(deepest().value))
    return corruption(level_tree(), to, "a page leads out of the file");
  return deepest().layer == 0 || in_layer(deepest().piece, deepest().layer);
}

// Moves the deepest level to its last entry or link before `to`.
Result<bool> CursorState::step_before(std::string_view to) {
  MDB_val piece = as_val(to);
  MDB_val value;
  const int code = mdb_cursor_get(deepest().cursor, &piece, &value, MDB_SET_RANGE);
  if (code != MDB_SUCCESS && code != MDB_NOTFOUND) return lmdb_error(code, "moving a cursor");
  return step(code == MDB_NOTFOUND ? MDB_LAST : MDB_PREV);
}

Result<std::uint64_t> CursorState::link_below() {
  return read_link(level_tree(), deepest().piece, deepest().value);
}

// From what the deepest level stands on down to the first or last entry below it: no layer is empty.
Result<bool> CursorState::descend(Direction direction) {
  while (deepest().piece.size() == kLinkKeyBytes) {
    LARDER_TRY(const std::uint64_t layer, link_below());
    LARDER_TRY_DO(enter(layer));
    char edge[kLayerNumberBytes];
    store_big_endian(direction == Direction::kForward ? layer : layer + 1, edge);
    const std::string_view to(edge, sizeof edge);
    LARDER_TRY(const bool found,
               direction == Direction::kForward ? step(MDB_SET_RANGE, to) : step_before(to));
    if (!found) return corruption(Tree::kLayers, to, "a layer is empty");
  }
  settle();
  return true;
}

// The deepest level has nothing (more) in this direction: goes on in the levels above.
Result<bool> CursorState::climb(Direction direction) {
  for (--depth; depth > 0; --depth) {
    LARDER_TRY(const bool found, step(direction == Direction::kForward ? MDB_NEXT : MDB_PREV));
    if (found) return descend(direction);
  }
  return false;
}

void CursorState::settle() {
  changes = txn.changes;
  if (depth == 1 && !txn.writing) {
    key = deepest().piece;
    return;
  }
  joined_key.clear();
  for (std::size_t i = 0; i < depth; ++i) {
    joined_key.append(levels[i].piece.substr(i == 0 ? 0 : kLayerNumberBytes));
  }
  key = joined_key;
}

Result<bool> CursorState::seek(std::string_view to) {
  depth = 0;
  LARDER_TRY_DO(enter(0));
  KeyPath path(to);
  while (true) {
    LARDER_TRY(const bool found, to.empty() ? step(MDB_FIRST) : step(MDB_SET_RANGE, path.piece()));
    if (!found) return climb(Direction::kForward);
    if (!path.is_link() || deepest().piece != path.piece()) return descend(Direction::kForward);
    LARDER_TRY(const std::uint64_t layer, link_below());
    LARDER_TRY_DO(enter(layer));
    path.descend(layer);
  }
}

Result<bool> CursorState::seek_before(std::string_view to) {
  depth = 0;
  if (to.empty()) return false;
  LARDER_TRY_DO(enter(0));
  KeyPath path(to);
  while (path.is_link()) {
    // Keys below the same link come before those of every earlier entry.
    LARDER_TRY(const bool found, step(MDB_SET_KEY, path.piece()));
    if (!found) break;
    LARDER_TRY(const std::uint64_t layer, link_below());
    LARDER_TRY_DO(enter(layer));
    path.descend(layer);
  }
  LARDER_TRY(const bool found, step_before(path.piece()));
  return found ? descend(Direction::kBackward) : climb(Direction::kBackward);
}

Result<bool> CursorState::advance(Direction direction) {
  if (depth == 0) return false;
  if (changes != txn.changes) {
    // The entry may be gone and its pages changed: find the place again by the key.
    std::string from(key);
    if (direction == Direction::kBackward) return seek_before(from);
    from.push_back('\0');
    return seek(from);
  }
  LARDER_TRY(const bool found, step(direction == Direction::kForward ? MDB_NEXT : MDB_PREV));
  return found ? descend(direction) : climb(direction);
}

namespace {

// A cursor that met an error stands nowhere.
Result<bool> moved(CursorState& state, Result<bool> outcome) {
  if (!outcome.ok() || !*outcome) state.depth = 0;
  return outcome;
}

}  // namespace

Cursor::Cursor(std::unique_ptr<CursorState> state) : state_(std::move(state)) {}
Cursor::Cursor(Cursor&&) noexcept = default;
Cursor& Cursor::operator=(Cursor&&) noexcept = default;
Cursor::~Cursor() = default;

Result<bool> Cursor::seek(std::string_view key) {
  return moved(*state_, state_->seek(key));
}
Result<bool> Cursor::seek_before(std::string_view key) {
  return moved(*state_, state_->seek_before(key));
}
Result<bool> Cursor::next() {
  return moved(*state_, state_->advance(Direction::kForward));
}
Result<bool> Cursor::previous() {
  return moved(*state_, state_->advance(Direction::kBackward));
}

std::string_view Cursor::key() const {
  LARDER_ASSERT(state_->depth > 0);
  return state_->key;
}

Result<std::string_view> Cursor::value() const {
  LARDER_ASSERT(state_->depth > 0);
  LARDER_ASSERT(state_->changes == state_->txn.changes);
  LARDER_TRY(const std::string_view bytes,
             open_value(state_->tree, state_->key, state_->levels[state_->depth - 1].value));
  state_->txn.handed_out(bytes);
  return bytes;
}

}  // namespace larder::engine
