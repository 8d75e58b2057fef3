// ipc/api/page_parameters.h
//
// The parameters that Query and Scan share: IndexName, Select, Limit, ExclusiveStartKey.
// Source   texts as observed; pinned by tests/unit/ipc/api/query_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/model/value_view.h"

namespace larder::api {

enum class Select : std::uint8_t {
  kNotGiven,
  kAllAttributes,
  kAllProjectedAttributes,
  kSpecificAttributes,
  kCount
};

struct PageParameters {
  std::optional<std::string_view> index_name;
  Select select = Select::kNotGiven;
  std::optional<ItemView> exclusive_start_key;
  std::optional<std::uint64_t> limit;
  bool count_only = false;  // Select = COUNT
};

// Errors, kValidation, in the order checked:
//   "The provided starting key is invalid: ..."   the first attribute value that breaks a rule
//   Select that does not fit AttributesToGet or ProjectionExpression, or needs an index
Result<PageParameters> decode_page_parameters(const wire::Node& request);

}  // namespace larder::api
