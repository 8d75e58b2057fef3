// Goal: the body of each kind of error reply.
// Method: one row per form.
#include "ipc/wire/error_json.h"

#include <gtest/gtest.h>

#include <string>

#include "storage/model/value_writer.h"

namespace larder::wire {
namespace {

std::string body_of(const Error& error) {
  std::string text;
  append_error_json(error, text);
  return text;
}

std::string small_item() {
  std::string bytes;
  value_writer::append_map_header(1, bytes);
  value_writer::append_name("k", bytes);
  value_writer::append_string("v", bytes);
  return bytes;
}

TEST(ErrorJson, PlainErrors) {
  EXPECT_EQ(body_of(validation_error("Bad \"x\"")),
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"Bad \"x\""})");
  EXPECT_EQ(body_of(make_error(ErrorCode::kResourceNotFound, "Requested resource not found")),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
            R"("message":"Requested resource not found"})");
}

TEST(ErrorJson, TheProtocolsOwnErrorsSpellMessageWithACapital) {
  EXPECT_EQ(
      body_of(make_error(ErrorCode::kSerialization, "Unexpected field type")),
      R"({"__type":"com.amazon.coral.service#SerializationException","Message":"Unexpected field type"})");
  EXPECT_EQ(body_of(make_error(ErrorCode::kSerialization, "")),
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
  EXPECT_EQ(body_of(make_error(ErrorCode::kUnknownOperation, "")),
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
}

// Their shapes in the service's model have a member Message, not message.
TEST(ErrorJson, ErrorsOfTransactionsSpellMessageWithACapital) {
  EXPECT_EQ(body_of(make_error(ErrorCode::kIdempotentParameterMismatch, "other")),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException",)"
            R"("Message":"other"})");
}

TEST(ErrorJson, FailedConditionWithItsItem) {
  Error error = make_error(ErrorCode::kConditionalCheckFailed, "The conditional request failed");
  EXPECT_EQ(body_of(error), R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                            R"("message":"The conditional request failed"})");
  error.item = small_item();
  EXPECT_EQ(body_of(error), R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                            R"("Item":{"k":{"S":"v"}},"message":"The conditional request failed"})");
}

TEST(ErrorJson, CancelledTransaction) {
  Error error = make_error(ErrorCode::kTransactionCanceled, "Transaction cancelled");
  error.reasons = {{"None", "", ""},
                   {"ConditionalCheckFailed", "The conditional request failed", small_item()},
                   {"ValidationError", "bad", ""}};
  EXPECT_EQ(
      body_of(error),
      R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[)"
      R"({"Code":"None"},{"Code":"ConditionalCheckFailed","Item":{"k":{"S":"v"}},)"
      R"("Message":"The conditional request failed"},{"Code":"ValidationError","Message":"bad"}],)"
      R"("Message":"Transaction cancelled"})");
}

}  // namespace
}  // namespace larder::wire
