#include <memory>
#include <string>
#include <utility>

#include "storage/expression/parser.h"
#include "storage/expression/path.h"
#include "storage/expression/projection_tree.h"
#include "storage/model/value_writer.h"

namespace larder::expression {

Projection::Projection() = default;
Projection::Projection(Projection&&) noexcept = default;
Projection& Projection::operator=(Projection&&) noexcept = default;
Projection::~Projection() = default;
Projection::Projection(std::unique_ptr<const ProjectionNode> root) : root_(std::move(root)) {}

void Projection::append(ItemView item, std::string& to) const {
  if (!root_) {
    to += item.bytes();
  } else if (!append_parts(root_->tree, item.value(), to)) {
    value_writer::append_map_header(0, to);
  }
}

const std::vector<std::string_view>* Projection::top_level_only() const {
  return root_ && !root_->nested ? &root_->top_level_names : nullptr;
}

std::vector<std::string_view> Projection::top_level_names() const {
  return root_ ? root_->top_level_names : std::vector<std::string_view>();
}

Result<Projection> make_projection(const std::vector<Path>& paths) {
  auto root = std::make_unique<ProjectionNode>();
  std::vector<const Path*> pointers;
  for (const Path& path : paths) {
    pointers.push_back(&path);
    root->nested = root->nested || path.size() > 1;
  }
  LARDER_TRY(root->tree, build_path_tree(pointers, Place::kProjectionExpression));
  for (const PathTreeNode& child : root->tree.children) root->top_level_names.push_back(child.name);
  return Projection(std::move(root));
}

Result<Projection> parse_projection(std::string_view text, Binder& binder) {
  Parser parser(text, Place::kProjectionExpression, binder);
  LARDER_TRY_DO(parser.check_text());
  std::vector<Path> paths;
  do {
    LARDER_TRY(Path path, parser.parse_path());
    paths.push_back(std::move(path));
  } while (parser.take_punctuation(","));
  LARDER_TRY_DO(parser.expect_end());
  LARDER_TRY_DO(parser.finish());
  return make_projection(paths);
}

}  // namespace larder::expression
