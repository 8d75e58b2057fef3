// tests/unit/ipc/api/refusal.h
//
// Rows of requests that must be refused with an exact text, in the order of the checks: each row fails its own
// check and every later one that it can, and passes all earlier ones.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string_view>

#include "tests/unit/ipc/api/api_client.h"

namespace larder::api {

struct RefusalRow {
  std::string_view why;
  std::string_view request;  // a JSON object
  std::string_view error;    // as ApiClient::call gives it
};

inline void expect_refused(ApiClient& client, std::string_view operation, std::span<const RefusalRow> rows) {
  for (const RefusalRow& row : rows) EXPECT_EQ(client.call(operation, row.request), row.error) << row.why;
}

}  // namespace larder::api
