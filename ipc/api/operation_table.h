// ipc/api/operation_table.h
//
// Every operation that Larder serves, sorted by name: both fronts dispatch through it; metric names, the
// CLI's help and COMPATIBILITY's list of operations come from it. Adding an operation is one row here, one in
// ipc/wire's shapes.
#pragma once

#include <span>
#include <string_view>

#include "ipc/api/call.h"
#include "ipc/wire/shape.h"

namespace larder::api {

struct OperationRow {
  std::string_view name;     // "PutItem"
  const wire::Shape* input;  // what its request may hold
  Prepare prepare;
};

std::span<const OperationRow> operations();
const OperationRow* find_operation(std::string_view name);  // null when not served

}  // namespace larder::api
