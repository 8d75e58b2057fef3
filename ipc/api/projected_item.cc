#include "ipc/api/projected_item.h"

namespace larder::api {

void ProjectedItemWriter::write(ItemView item, wire::ReplyWriter& reply) {
  if (attributes_ != nullptr) return reply.item(item, *attributes_);
  if (projection_.empty()) return reply.item(item);
  projected_.clear();
  projection_.append(item, projected_);
  reply.item(ItemView(projected_));
}

}  // namespace larder::api
