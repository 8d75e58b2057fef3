// storage/operation/tag_resource.h
//
// Adds tags to a table, or gives existing ones a new value.
//
// Errors   in the order checked: kValidation (not the ARN of a table, a key given twice or of the
//          reserved "aws:" kind), kResourceNotFound, kLimitExceeded above 50.
// Threads  the writer.
#pragma once

#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/table/descriptor.h"

namespace larder::operation {

struct TagResourceRequest {
  std::string_view resource_arn;
  std::vector<table::Tag> tags;
};

Result<void> tag_resource(const Settings& settings, engine::WriteTransaction& txn,
                          const TagResourceRequest& request);

}  // namespace larder::operation
