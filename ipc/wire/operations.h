// ipc/wire/operations.h
//
// Every operation of DynamoDB (target prefix DynamoDB_20120810), sorted by name, with the request's shape
// where Larder serves it. One that is known but not served is answered like an unknown one,
// UnknownOperationException, with a message that says so.
#pragma once

#include <span>
#include <string_view>

#include "ipc/wire/shape.h"

namespace larder::wire {

struct KnownOperation {
  std::string_view name;
  const Shape* input = nullptr;  // null: not served
};

std::span<const KnownOperation> known_operations();

// For a name that the dispatcher does not find: kUnknownOperation, without a message when DynamoDB has no
// such operation either, as the service answers.
Error unknown_operation(std::string_view name);

}  // namespace larder::wire
