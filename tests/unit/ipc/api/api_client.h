// tests/unit/ipc/api/api_client.h
//
// A client without a socket: sends JSON requests through decoding, validation and the handlers, on a real
// database of its own.
//
//     ApiClient client;
//     client.make_table("T", "PK");
//     EXPECT_EQ(client.call("GetItem", R"({"TableName":"T","Key":{"PK":{"S":"a"}}})"), "{}");
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ipc/api/call.h"
#include "ipc/wire/body.h"
#include "ipc/wire/json_reader.h"
#include "tests/support/table_store.h"

namespace larder::api {

class ApiClient {
 public:
  // The reply's JSON, or "ValidationException: text" for an error.
  std::string call(std::string_view operation, std::string_view request);
  // The same with an error as a client gets it: {"__type": ...}.
  std::string call_raw(std::string_view operation, std::string_view request);

  // On demand, with string keys.
  void make_table(std::string_view name, std::string_view partition_key, std::string_view sort_key = {});

  support::TableStore store;
  Budget budget;  // of each run of a read
  int runs = 0;   // that the last read took
  std::string host = "example.test:8000";

 private:
  Result<std::string> send(std::string_view operation, std::string_view request);
  Result<std::string> run_read(ReadCall& call);
  Result<std::string> run_write(WriteCall& call);

  wire::JsonReader reader_;
  wire::Body body_;
};

}  // namespace larder::api
