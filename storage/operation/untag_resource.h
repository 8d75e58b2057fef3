// storage/operation/untag_resource.h
//
// Removes tags from a table; keys that it does not have are ignored.
// Errors   kValidation (not the ARN of a table), kResourceNotFound.
// Threads  the writer.
#pragma once

#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"

namespace larder::operation {

struct UntagResourceRequest {
  std::string_view resource_arn;
  std::vector<std::string_view> tag_keys;
};

Result<void> untag_resource(const Settings& settings, engine::WriteTransaction& txn,
                            const UntagResourceRequest& request);

}  // namespace larder::operation
