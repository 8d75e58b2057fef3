#include "storage/operation/describe_table.h"

namespace larder::operation {

Result<table::Description> describe_table(const Settings& settings, const engine::Transaction& txn,
                                          std::string_view table_name) {
  return table::describe(txn, table_name, settings.clock);
}

}  // namespace larder::operation
