// storage/base/error.h
//
// What went wrong, in a form that both fronts can answer and a caller can act on.
//
// Shape    code, message (the exact text a client reads), and for two codes more: the item that failed a
//          condition (kConditionalCheckFailed), the reasons of a cancelled transaction
//          (kTransactionCanceled).
// Source   DynamoDB API Reference, "Error handling" and each operation's "Errors".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace larder {

enum class ErrorCode : std::uint8_t {
  kValidation,
  kSerialization,
  kUnknownOperation,
  kAccessDenied,
  kRequestTooLarge,
  kConditionalCheckFailed,
  kResourceNotFound,
  kResourceInUse,
  kLimitExceeded,
  kTransactionCanceled,
  kIdempotentParameterMismatch,
  kItemCollectionSizeLimitExceeded,
  kThrottling,
  kServiceUnavailable,  // stopping, or the disk or map is full: the client may retry
  kInternal,
  kCorruption,      // our own stored bytes are wrong; logged, answered as InternalServerError
  kAlreadyRunning,  // start-up only: another daemon holds the directory
  kWrongVersion,    // start-up only: a format version this build does not know
  kIo,              // the operating system refused; the message names file and reason
};

struct ErrorRow {
  ErrorCode code;
  std::string_view type;  // as in __type, with its prefix
  int http_status;
};

inline constexpr std::string_view kDynamoDbErrorPrefix = "com.amazonaws.dynamodb.v20120810#";

inline constexpr auto kErrorTable = std::to_array<ErrorRow>({
    {ErrorCode::kValidation, "com.amazon.coral.validate#ValidationException", 400},
    {ErrorCode::kSerialization, "com.amazon.coral.service#SerializationException", 400},
    {ErrorCode::kUnknownOperation, "com.amazon.coral.service#UnknownOperationException", 400},
    {ErrorCode::kAccessDenied, "com.amazon.coral.service#AccessDeniedException", 400},
    {ErrorCode::kRequestTooLarge, "com.amazon.coral.service#RequestEntityTooLargeException", 413},
    {ErrorCode::kConditionalCheckFailed, "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
     400},
    {ErrorCode::kResourceNotFound, "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", 400},
    {ErrorCode::kResourceInUse, "com.amazonaws.dynamodb.v20120810#ResourceInUseException", 400},
    {ErrorCode::kLimitExceeded, "com.amazonaws.dynamodb.v20120810#LimitExceededException", 400},
    {ErrorCode::kTransactionCanceled, "com.amazonaws.dynamodb.v20120810#TransactionCanceledException", 400},
    {ErrorCode::kIdempotentParameterMismatch,
     "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", 400},
    {ErrorCode::kItemCollectionSizeLimitExceeded,
     "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException", 400},
    {ErrorCode::kThrottling, "com.amazon.coral.availability#ThrottlingException", 400},
    {ErrorCode::kServiceUnavailable, "com.amazon.coral.service#ServiceUnavailableException", 503},
    {ErrorCode::kInternal, "com.amazonaws.dynamodb.v20120810#InternalServerError", 500},
    {ErrorCode::kCorruption, "com.amazonaws.dynamodb.v20120810#InternalServerError", 500},
    {ErrorCode::kAlreadyRunning, "com.amazonaws.dynamodb.v20120810#InternalServerError", 500},
    {ErrorCode::kWrongVersion, "com.amazonaws.dynamodb.v20120810#InternalServerError", 500},
    {ErrorCode::kIo, "com.amazonaws.dynamodb.v20120810#InternalServerError", 500},
});

constexpr const ErrorRow& error_row(ErrorCode code) {
  return kErrorTable[static_cast<std::size_t>(code)];
}

static_assert([] {
  for (std::size_t i = 0; i < kErrorTable.size(); ++i) {
    if (kErrorTable[i].code != static_cast<ErrorCode>(i)) return false;
  }
  return kErrorTable.size() == static_cast<std::size_t>(ErrorCode::kIo) + 1;
}());

// One action's outcome inside a cancelled transaction. `code` is the wire word: "None",
// "ConditionalCheckFailed", "ValidationError", ...; `message` is empty for "None".
struct CancellationReason {
  std::string_view code;
  std::string message;
  std::string item;  // canonical bytes of the item, when the action asked for it; else empty
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string item;                         // kConditionalCheckFailed: canonical item bytes, or empty
  std::vector<CancellationReason> reasons;  // kTransactionCanceled: one per action, in order
};

inline Error validation_error(std::string message) {
  return {ErrorCode::kValidation, std::move(message), {}, {}};
}
inline Error make_error(ErrorCode code, std::string message) {
  return {code, std::move(message), {}, {}};
}

}  // namespace larder
