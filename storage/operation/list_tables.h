// storage/operation/list_tables.h
//
// Table names in byte order, a page at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"

namespace larder::operation {

struct ListTablesRequest {
  std::string_view exclusive_start_table_name;  // empty: from the first; need not exist
  std::size_t limit = 100;                      // 1 to 100
};

struct ListTablesResponse {
  std::vector<std::string> table_names;
  std::optional<std::string> last_evaluated_table_name;  // absent: nothing is left
};

Result<ListTablesResponse> list_tables(const Settings& settings, const engine::Transaction& txn,
                                       const ListTablesRequest& request);

}  // namespace larder::operation
