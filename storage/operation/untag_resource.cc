#include "storage/operation/untag_resource.h"

#include <algorithm>

#include "storage/operation/table_settings.h"
#include "storage/table/catalog_write.h"

namespace larder::operation {

Result<void> untag_resource(const Settings& settings, engine::WriteTransaction& txn,
                            const UntagResourceRequest& request) {
  LARDER_TRY(table::Descriptor descriptor, descriptor_of_arn(settings, txn, request.resource_arn));
  const std::size_t erased = std::erase_if(descriptor.tags, [&](const table::Tag& tag) {
    return std::ranges::find(request.tag_keys, tag.key) != request.tag_keys.end();
  });
  if (erased == 0) return {};
  return table::replace_descriptor(txn, descriptor);
}

}  // namespace larder::operation
