// storage/expression/path_tree.h
//
// The paths of a projection or an update, merged: each container is visited once, however many paths lead
// into it.
//
// Shape    the root stands for the item. A node is a leaf (the end of path number `leaf`) or has children,
// and then
//          either all of them are members of a map or all are elements of a list.
// Order    children ascend: members by bytes of their names, elements by index; the order of canonical bytes.
// Limits   depth at most limits::kNestingDepthMax, which the parsers check.
// Lifetime borrows the names; steps and leaf numbers are copies.
// Errors   two paths of which one is a prefix of the other (or the same) overlap; two that take the same
// thing for a
//          map and for a list conflict. The tree is then of no further use.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "storage/expression/expression.h"

namespace larder::expression {

inline constexpr std::int32_t kNoLeaf = -1;

struct PathTreeNode {
  std::string_view name;  // of this node in its parent; when index < 0
  std::int64_t index = -1;
  std::int32_t leaf = kNoLeaf;
  std::vector<PathTreeNode> children;

  bool is_leaf() const { return leaf != kNoLeaf; }
  bool is_list() const { return !children.empty() && children.front().index >= 0; }
};

// The tree of `paths`; path i is leaf i.
Result<PathTreeNode> build_path_tree(std::span<const Path* const> paths, Place place);

// Appends the parts of `container` (a map, or a list when root.is_list()) that the tree names, as a value of
// the same type: elements of lists close up. False, and nothing appended, when there are none.
bool append_parts(const PathTreeNode& root, ValueView container, std::string& to);

}  // namespace larder::expression
