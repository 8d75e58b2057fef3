// ipc/api/request_metrics.h
//
// How many requests of each operation ended how. Rows follow the operation table; one more row counts
// requests for operations that are not served.
//
// Threads  any; counters are relaxed, a reader sees each of them at some recent value.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ipc/api/operation_table.h"

namespace larder::api {

enum class RequestResult : std::uint8_t { kOk, kClientError, kServerError };

class RequestMetrics {
 public:
  explicit RequestMetrics(std::span<const OperationRow> operations);

  // `row` null: an unknown operation.
  void count(const OperationRow* row, RequestResult result) noexcept;
  std::uint64_t value(const OperationRow* row, RequestResult result) const noexcept;
  // Appends Prometheus text: larder_requests_total{operation="GetItem",result="ok"} 12
  void append_text(std::string& text) const;

 private:
  static constexpr std::size_t kResults = 3;
  using Row = std::array<std::atomic<std::uint64_t>, kResults>;

  std::size_t index(const OperationRow* row) const noexcept;

  std::span<const OperationRow> operations_;
  std::vector<Row> rows_;
};

}  // namespace larder::api
