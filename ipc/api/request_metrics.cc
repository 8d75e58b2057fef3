#include "ipc/api/request_metrics.h"

#include <string_view>

namespace larder::api {
namespace {

constexpr std::array<std::string_view, 3> kResultNames = {"ok", "client_error", "server_error"};

}  // namespace

RequestMetrics::RequestMetrics(std::span<const OperationRow> operations)
    : operations_(operations), rows_(operations.size() + 1) {}

std::size_t RequestMetrics::index(const OperationRow* row) const noexcept {
  return row == nullptr ? operations_.size() : static_cast<std::size_t>(row - operations_.data());
}

void RequestMetrics::count(const OperationRow* row, RequestResult result) noexcept {
  rows_[index(row)][static_cast<std::size_t>(result)].fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t RequestMetrics::value(const OperationRow* row, RequestResult result) const noexcept {
  return rows_[index(row)][static_cast<std::size_t>(result)].load(std::memory_order_relaxed);
}

void RequestMetrics::append_text(std::string& text) const {
  text += "# HELP larder_requests_total Requests answered, by operation and result.\n";
  text += "# TYPE larder_requests_total counter\n";
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::string_view name = i < operations_.size() ? operations_[i].name : std::string_view("unknown");
    for (std::size_t result = 0; result < kResults; ++result) {
      text.append("larder_requests_total{operation=\"").append(name);
      text.append("\",result=\"").append(kResultNames[result]).append("\"} ");
      text += std::to_string(rows_[i][result].load(std::memory_order_relaxed));
      text += '\n';
    }
  }
}

}  // namespace larder::api
