// storage/operation/list_tags_of_resource.h
//
// The tags of a table, ten a page. The page token names the last key shown.
// Errors   kValidation (not the ARN of a table), kResourceNotFound.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/table/descriptor.h"

namespace larder::operation {

struct ListTagsOfResourceRequest {
  std::string_view resource_arn;
  std::string_view next_token;  // empty: from the first
};

struct ListTagsOfResourceResponse {
  std::vector<table::Tag> tags;  // by key
  std::optional<std::string> next_token;
};

Result<ListTagsOfResourceResponse> list_tags_of_resource(const Settings& settings,
                                                         const engine::Transaction& txn,
                                                         const ListTagsOfResourceRequest& request);

}  // namespace larder::operation
