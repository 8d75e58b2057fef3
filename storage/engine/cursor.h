// storage/engine/cursor.h
//
// How a Cursor stands in a layered tree: one LMDB cursor per level, the deepest on the entry, those above it
// on the links that lead there.
//
// Lifetime ends before its transaction does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lmdb.h>

#include "storage/engine/internals.h"
#include "storage/engine/layers.h"

namespace larder::engine {

enum class Direction : std::uint8_t { kForward, kBackward };

struct CursorState {
  CursorState(TransactionState& transaction, Tree in_tree) : txn(transaction), tree(in_tree) {}
  ~CursorState();
  CursorState(const CursorState&) = delete;
  CursorState& operator=(const CursorState&) = delete;

  Result<bool> seek(std::string_view to);
  Result<bool> seek_before(std::string_view to);
  Result<bool> advance(Direction direction);

  struct Level {
    MDB_cursor* cursor = nullptr;
    std::uint64_t layer = 0;  // 0: the tree itself
    std::string_view piece;
    std::string_view value;
  };

  TransactionState& txn;
  Tree tree;
  std::vector<Level> levels;  // those at `depth` and beyond only keep their LMDB cursor for the next use
  std::size_t depth = 0;      // 0: nowhere
  std::string joined_key;     // when the key is spread over levels, or must survive a change of its page
  std::string_view key;
  std::uint64_t changes = 0;  // of the transaction, when this cursor last moved

 private:
  Tree level_tree() const { return depth == 1 ? tree : Tree::kLayers; }
  Level& deepest() { return levels[depth - 1]; }
  Result<void> enter(std::uint64_t layer);
  Result<bool> step(MDB_cursor_op op, std::string_view to = {});
  Result<bool> step_before(std::string_view to);
  Result<bool> descend(Direction direction);
  Result<bool> climb(Direction direction);
  Result<std::uint64_t> link_below();
  void settle();
};

}  // namespace larder::engine
