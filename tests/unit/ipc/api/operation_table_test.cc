// Checks that the operation table serves exactly the operations that have a request shape, each by that shape.
// Method: the table against ipc/wire's list of all of DynamoDB's operations.
#include "ipc/api/operation_table.h"

#include <gtest/gtest.h>

#include "ipc/wire/operations.h"

namespace larder::api {
namespace {

TEST(OperationTable, ServesWhatHasAShape) {
  for (const wire::KnownOperation& known : wire::known_operations()) {
    const OperationRow* row = find_operation(known.name);
    ASSERT_EQ(row != nullptr, known.input != nullptr) << known.name;
    if (row == nullptr) continue;
    EXPECT_EQ(row->input, known.input) << known.name;
  }
}

TEST(OperationTable, FindsNothingElse) {
  for (const std::string_view name : {"", "getitem", "GetItem ", "GetIte", "ZZZ"}) {
    EXPECT_EQ(find_operation(name), nullptr) << name;
  }
}

}  // namespace
}  // namespace larder::api
