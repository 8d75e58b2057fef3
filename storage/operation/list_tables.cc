#include "storage/operation/list_tables.h"

#include <utility>

#include "storage/table/catalog.h"

namespace larder::operation {

Result<ListTablesResponse> list_tables(const Settings& settings, const engine::Transaction& txn,
                                       const ListTablesRequest& request) {
  ListTablesResponse response;
  // One more than asked for tells whether anything is left.
  LARDER_TRY(response.table_names,
             table::list(txn, request.exclusive_start_table_name, request.limit + 1, settings.clock));
  if (response.table_names.size() > request.limit) {
    response.table_names.resize(request.limit);
    response.last_evaluated_table_name = response.table_names.back();
  }
  return response;
}

}  // namespace larder::operation
