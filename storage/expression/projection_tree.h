// storage/expression/projection_tree.h
//
// A parsed projection. Built by parse_projection.cc and projection_from_legacy; read by projection.cc.
#pragma once

#include <string_view>
#include <vector>

#include "storage/expression/path_tree.h"

namespace larder::expression {

struct ProjectionNode {
  PathTreeNode tree;
  std::vector<std::string_view> top_level_names;  // ascending, each once
  bool nested = false;                            // some path goes deeper than the top level
};

Result<Projection> make_projection(const std::vector<Path>& paths);

}  // namespace larder::expression
