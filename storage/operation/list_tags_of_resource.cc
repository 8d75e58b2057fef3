#include "storage/operation/list_tags_of_resource.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "storage/operation/table_settings.h"

namespace larder::operation {
namespace {

constexpr std::size_t kTagsPerPage = 10;

}  // namespace

Result<ListTagsOfResourceResponse> list_tags_of_resource(const Settings& settings,
                                                         const engine::Transaction& txn,
                                                         const ListTagsOfResourceRequest& request) {
  LARDER_TRY(const table::Descriptor descriptor, descriptor_of_arn(settings, txn, request.resource_arn));
  // The token is the last key shown, so that tags added or removed between two pages move nothing.
  auto next = std::ranges::upper_bound(descriptor.tags, request.next_token, {}, &table::Tag::key);
  ListTagsOfResourceResponse response;
  for (; next != descriptor.tags.end() && response.tags.size() < kTagsPerPage; ++next)
    response.tags.push_back(*next);
  if (next != descriptor.tags.end()) response.next_token = response.tags.back().key;
  return response;
}

}  // namespace larder::operation
