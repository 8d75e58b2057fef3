// storage/operation/describe_table.h
//
// What a table is, with its live item count and size.
// Errors   kResourceNotFound "Requested resource not found: Table: NAME not found".
#pragma once

#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

Result<table::Description> describe_table(const Settings& settings, const engine::Transaction& txn,
                                          std::string_view table_name);

}  // namespace larder::operation
