// Checks that the error table answers each code with the type and status that clients branch on.
// Method: the rows whose type SDKs map to an exception class or retry on are written out again here.

#include "storage/base/error.h"

#include <gtest/gtest.h>

namespace larder {
namespace {

struct Row {
  ErrorCode code;
  std::string_view type_end;
  int status;
};

constexpr Row kRows[] = {
    {ErrorCode::kValidation, "#ValidationException", 400},
    {ErrorCode::kSerialization, "#SerializationException", 400},
    {ErrorCode::kUnknownOperation, "#UnknownOperationException", 400},
    {ErrorCode::kConditionalCheckFailed, "#ConditionalCheckFailedException", 400},
    {ErrorCode::kResourceNotFound, "#ResourceNotFoundException", 400},
    {ErrorCode::kResourceInUse, "#ResourceInUseException", 400},
    {ErrorCode::kTransactionCanceled, "#TransactionCanceledException", 400},
    {ErrorCode::kIdempotentParameterMismatch, "#IdempotentParameterMismatchException", 400},
    {ErrorCode::kRequestTooLarge, "#RequestEntityTooLargeException", 413},
    {ErrorCode::kServiceUnavailable, "#ServiceUnavailableException", 503},
    {ErrorCode::kInternal, "#InternalServerError", 500},
    {ErrorCode::kCorruption, "#InternalServerError", 500},
    {ErrorCode::kIo, "#InternalServerError", 500},
};

TEST(ErrorTable, HasTypeAndStatusOfEachCode) {
  for (const Row& row : kRows) {
    const ErrorRow& found = error_row(row.code);
    EXPECT_TRUE(found.type.ends_with(row.type_end)) << found.type;
    EXPECT_EQ(found.http_status, row.status) << found.type;
  }
}

TEST(Error, KeepsItsMessage) {
  const Error error = validation_error("One or more parameter values were invalid");
  EXPECT_EQ(error.code, ErrorCode::kValidation);
  EXPECT_EQ(error.message, "One or more parameter values were invalid");
  EXPECT_TRUE(error.item.empty());
  EXPECT_TRUE(error.reasons.empty());
}

}  // namespace
}  // namespace larder
