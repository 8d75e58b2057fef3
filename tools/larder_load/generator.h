// tools/larder_load/generator.h
//
// A closed loop of keep-alive connections on one thread: each sends its next request when its reply is in.
// Made to cost as little as it can, so that the server is what is measured: epoll, one send and one recv per
// request.
//
// Errors   connecting: text with the endpoint and the reason. Replies other than 200 are counted and the
// first one's
//          text kept; a broken connection ends the run with an error.
// Threads  one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tools/larder_load/histogram.h"
#include "tools/larder_load/workload.h"

namespace larder::load {

struct Endpoint {
  std::string host = "127.0.0.1";
  std::string port = "8000";
};

// "http://HOST:PORT"; false when it is not that.
bool parse_endpoint(const std::string& url, Endpoint* endpoint);

struct Outcome {
  Histogram latency;
  double seconds = 0;
  std::uint64_t failures = 0;
  std::string first_failure;  // status line and body of the first reply other than 200
  std::string error;          // why the run ended early; empty when it did not
};

// Fills the next request of a connection; false ends that connection's part.
using NextRequest = std::function<bool(Request&)>;

// Runs `clients` connections for `seconds` (0: until next_request says so). Latencies of the first `warm_up`
// seconds are not counted.
Outcome run(const Endpoint& endpoint, int clients, double warm_up, double seconds,
            const NextRequest& next_request);

}  // namespace larder::load
