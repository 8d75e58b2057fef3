// ipc/api/projected_item.h
//
// Writes what a projection shows of an item, straight from the stored bytes where the projection allows it.
// Threads  one at a time: the writer keeps a buffer for projections with nested paths.
#pragma once

#include <string>

#include "ipc/wire/reply_writer.h"
#include "storage/expression/expression.h"
#include "storage/model/value_view.h"

namespace larder::api {

class ProjectedItemWriter {
 public:
  explicit ProjectedItemWriter(const expression::Projection& projection)
      : projection_(projection), attributes_(projection.empty() ? nullptr : projection.top_level_only()) {}
  // `shown`, unless null, are the only attributes to show; then the projection is empty.
  ProjectedItemWriter(const expression::Projection& projection, const std::vector<std::string_view>* shown)
      : ProjectedItemWriter(projection) {
    if (shown != nullptr) attributes_ = shown;
  }

  void write(ItemView item, wire::ReplyWriter& reply);

 private:
  const expression::Projection& projection_;
  const std::vector<std::string_view>* attributes_;  // null: everything, or nested paths
  std::string projected_;
};

}  // namespace larder::api
