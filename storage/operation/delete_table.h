// storage/operation/delete_table.h
//
// Drops a table: its name is free in the same commit, its items are erased later in bounded steps
// (erase_dropped.h). Answers DELETING. With the test option the table stays, as DELETING, until its time has
// come.
//
// Errors   in the order checked: kResourceNotFound "Requested resource not found: Table: NAME not found",
//          kResourceInUse while it is being created or deleted, kValidation under deletion protection.
// Threads  the writer.
#pragma once

#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"
#include "storage/table/catalog.h"

namespace larder::operation {

Result<table::Description> delete_table(const Settings& settings, engine::WriteTransaction& txn,
                                        std::string_view table_name);

}  // namespace larder::operation
