#include "storage/operation/tag_resource.h"

#include <algorithm>

#include "storage/operation/table_settings.h"
#include "storage/table/catalog_write.h"

namespace larder::operation {

Result<void> tag_resource(const Settings& settings, engine::WriteTransaction& txn,
                          const TagResourceRequest& request) {
  LARDER_TRY_DO(check_tags(request.tags));
  LARDER_TRY(table::Descriptor descriptor, descriptor_of_arn(settings, txn, request.resource_arn));
  for (const table::Tag& tag : request.tags) {
    const auto known = std::ranges::find(descriptor.tags, tag.key, &table::Tag::key);
    if (known != descriptor.tags.end()) {
      known->value = tag.value;
    } else {
      descriptor.tags.push_back(tag);
    }
  }
  LARDER_TRY_DO(check_tag_count(descriptor.tags.size()));
  std::ranges::sort(descriptor.tags, {}, &table::Tag::key);
  return table::replace_descriptor(txn, descriptor);
}

}  // namespace larder::operation
