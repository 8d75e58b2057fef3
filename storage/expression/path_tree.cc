#include "storage/expression/path_tree.h"

#include <algorithm>
#include <utility>

#include "storage/expression/container_builder.h"
#include "storage/expression/expression_errors.h"

namespace larder::expression {
namespace {

bool step_before(const PathTreeNode& node, const PathStep& step) {
  return step.index < 0 ? node.name < step.name : node.index < step.index;
}

const PathTreeNode& first_leaf(const PathTreeNode& node) {
  return node.is_leaf() ? node : first_leaf(node.children.front());
}

// The child for `step`, made when it is not there.
PathTreeNode& child_for(PathTreeNode& parent, const PathStep& step) {
  auto at = std::ranges::partition_point(parent.children,
                                         [&](const PathTreeNode& child) { return step_before(child, step); });
  const bool found = at != parent.children.end() && at->index == step.index && at->name == step.name;
  if (!found) at = parent.children.insert(at, PathTreeNode{step.name, step.index, kNoLeaf, {}});
  return *at;
}

bool append_part(const PathTreeNode& node, ValueView value, std::string& to) {
  if (!node.is_leaf()) return append_parts(node, value, to);
  to += value.bytes();
  return true;
}

bool append_map_parts(const PathTreeNode& root, ValueView map, std::string& to) {
  ContainerBuilder builder(ValueType::kMap, static_cast<std::uint32_t>(root.children.size()), to);
  std::uint32_t count = 0;
  auto child = root.children.begin();
  for (const MemberView member : map.members()) {
    while (child != root.children.end() && child->name < member.name) ++child;
    if (child == root.children.end()) break;
    if (child->name != member.name) continue;
    const std::size_t undo = to.size();
    builder.append_name(member.name);
    if (append_part(*child, member.value, to)) {
      ++count;
    } else {
      to.resize(undo);
    }
  }
  return builder.finish(count);
}

bool append_list_parts(const PathTreeNode& root, ValueView list, std::string& to) {
  ContainerBuilder builder(ValueType::kList, static_cast<std::uint32_t>(root.children.size()), to);
  std::uint32_t count = 0;
  std::int64_t index = 0;
  auto child = root.children.begin();
  for (const ValueView element : list.elements()) {
    if (child == root.children.end()) break;
    if (child->index == index++) count += append_part(*child++, element, to) ? 1U : 0U;
  }
  return builder.finish(count);
}

}  // namespace

Result<PathTreeNode> build_path_tree(std::span<const Path* const> paths, Place place) {
  PathTreeNode root;
  for (std::size_t number = 0; number < paths.size(); ++number) {
    const Path& path = *paths[number];
    const auto earlier = [&](const PathTreeNode& node) -> const Path& {
      return *paths[static_cast<std::size_t>(first_leaf(node).leaf)];
    };
    PathTreeNode* node = &root;
    for (const PathStep& step : path) {
      if (node->is_leaf()) return errors::paths_overlap(place, earlier(*node), path);
      if (!node->children.empty() && node->is_list() != (step.index >= 0)) {
        return errors::paths_conflict(place, earlier(*node), path);
      }
      node = &child_for(*node, step);
    }
    if (node->is_leaf() || !node->children.empty()) return errors::paths_overlap(place, earlier(*node), path);
    node->leaf = static_cast<std::int32_t>(number);
  }
  return root;
}

bool append_parts(const PathTreeNode& root, ValueView container, std::string& to) {
  if (root.is_list()) return container.type() == ValueType::kList && append_list_parts(root, container, to);
  return container.type() == ValueType::kMap && append_map_parts(root, container, to);
}

}  // namespace larder::expression
