#include "tests/unit/ipc/api/api_client.h"

#include <gtest/gtest.h>

#include "ipc/api/operation_table.h"
#include "ipc/wire/error_json.h"
#include "ipc/wire/json_writer.h"
#include "ipc/wire/operations.h"

namespace larder::api {

Result<std::string> ApiClient::run_read(ReadCall& call) {
  engine::ReadTransaction txn = store.read();
  std::string reply;
  wire::JsonWriter writer(reply);
  runs = 0;
  for (Progress progress = Progress::kMore; progress == Progress::kMore; ++runs) {
    LARDER_TRY(progress, call.run(txn, writer, budget));
  }
  return reply;
}

Result<std::string> ApiClient::run_write(WriteCall& call) {
  LARDER_TRY_DO(store.write([&](engine::WriteTransaction& txn) { return call.run(txn); }));
  std::string reply;
  wire::JsonWriter writer(reply);
  call.encode(writer);
  return reply;
}

Result<std::string> ApiClient::send(std::string_view operation, std::string_view request) {
  const OperationRow* row = find_operation(operation);
  if (row == nullptr) return wire::unknown_operation(operation);
  body_.clear();
  LARDER_TRY_DO(reader_.read(request, *row->input, body_));
  LARDER_TRY_DO(wire::validate(body_.root(), *row->input));
  const operation::Settings settings = store.settings();
  const Context context{settings.clock, settings.region, settings.account, settings.table_state_delay_millis,
                        host};
  LARDER_TRY(const Call call, row->prepare(context, body_));
  return call.read != nullptr ? run_read(*call.read) : run_write(*call.write);
}

std::string ApiClient::call(std::string_view operation, std::string_view request) {
  Result<std::string> reply = send(operation, request);
  if (reply.ok()) return *std::move(reply);
  const std::string_view type = error_row(reply.error().code).type;
  return std::string(type.substr(type.find('#') + 1)) + ": " + reply.error().message;
}

std::string ApiClient::call_raw(std::string_view operation, std::string_view request) {
  Result<std::string> reply = send(operation, request);
  if (reply.ok()) return *std::move(reply);
  std::string text;
  wire::append_error_json(reply.error(), text);
  return text;
}

void ApiClient::make_table(std::string_view name, std::string_view partition_key, std::string_view sort_key) {
  const auto definition = [](std::string_view key) {
    return R"({"AttributeName":")" + std::string(key) + R"(","AttributeType":"S"})";
  };
  const auto element = [](std::string_view key, std::string_view type) {
    return R"({"AttributeName":")" + std::string(key) + R"(","KeyType":")" + std::string(type) + R"("})";
  };
  std::string request = R"({"BillingMode":"PAY_PER_REQUEST","TableName":")" + std::string(name) +
                        R"(","AttributeDefinitions":[)" + definition(partition_key);
  if (!sort_key.empty()) request += "," + definition(sort_key);
  request += R"(],"KeySchema":[)" + element(partition_key, "HASH");
  if (!sort_key.empty()) request += "," + element(sort_key, "RANGE");
  const std::string reply = call("CreateTable", request + "]}");
  ASSERT_NE(reply.find(R"("TableStatus":"CREATING")"), std::string::npos) << reply;
}

}  // namespace larder::api
