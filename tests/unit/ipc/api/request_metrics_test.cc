// Checks that requests are counted under their operation and result, unknown operations apart, and printed as Prometheus reads it.
// Method: counts of two rows and of none, looked up and in the text.
#include "ipc/api/request_metrics.h"

#include <gtest/gtest.h>

namespace larder::api {
namespace {

constexpr OperationRow kRows[] = {{"GetItem", nullptr, nullptr}, {"PutItem", nullptr, nullptr}};

TEST(RequestMetrics, CountsByOperationAndResult) {
  RequestMetrics metrics(kRows);
  metrics.count(&kRows[1], RequestResult::kOk);
  metrics.count(&kRows[1], RequestResult::kOk);
  metrics.count(&kRows[0], RequestResult::kServerError);
  metrics.count(nullptr, RequestResult::kClientError);
  EXPECT_EQ(metrics.value(&kRows[1], RequestResult::kOk), 2U);
  EXPECT_EQ(metrics.value(&kRows[0], RequestResult::kOk), 0U);
  std::string text;
  metrics.append_text(text);
  for (const char* line : {"larder_requests_total{operation=\"PutItem\",result=\"ok\"} 2\n",
                           "larder_requests_total{operation=\"GetItem\",result=\"server_error\"} 1\n",
                           "larder_requests_total{operation=\"unknown\",result=\"client_error\"} 1\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace larder::api
