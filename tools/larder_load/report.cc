#include "tools/larder_load/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace larder::load {
namespace {

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kPlain = "\033[0m";

template <class Value>
Value middle(const std::vector<Row>& rows, Value Row::*figure) {
  std::vector<Value> values;
  for (const Row& row : rows) values.push_back(row.*figure);
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

}  // namespace

void print_heading(std::ostream& out, bool colour) {
  out << (colour ? kBold : "")
      << fmt::format("{:<12}{:>9}{:>13}{:>11}{:>11}{:>11}{:>11}{:>10}\n", "workload", "clients", "requests/s",
                     "p50 us", "p99 us", "p99.9 us", "max us", "failures")
      << (colour ? kPlain : "");
}

void print_row(std::ostream& out, const Row& row, bool colour) {
  const bool failed = row.failures > 0;
  out << (colour && failed ? kRed : "")
      << fmt::format("{:<12}{:>9}{:>13.0f}{:>11.0f}{:>11.0f}{:>11.0f}{:>11.0f}{:>10}\n", row.workload,
                     row.clients, row.requests_per_second, row.p50_us, row.p99_us, row.p999_us, row.max_us,
                     row.failures)
      << (colour && failed ? kPlain : "") << std::flush;
}

void write_json(std::ostream& out, const std::string& endpoint, const std::vector<Row>& rows) {
  out << fmt::format("{{\"endpoint\": \"{}\", \"rows\": [", endpoint);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    out << fmt::format(
        "{}\n  {{\"workload\": \"{}\", \"clients\": {}, \"requests_per_second\": {:.1f}, \"p50_us\": {:.1f}, "
        "\"p99_us\": {:.1f}, \"p999_us\": {:.1f}, \"max_us\": {:.1f}, \"failures\": {}}}",
        i > 0 ? "," : "", row.workload, row.clients, row.requests_per_second, row.p50_us, row.p99_us,
        row.p999_us, row.max_us, row.failures);
  }
  out << "\n]}\n";
}

Row median(std::vector<Row> repeats) {
  Row row = repeats.front();
  row.requests_per_second = middle(repeats, &Row::requests_per_second);
  row.p50_us = middle(repeats, &Row::p50_us);
  row.p99_us = middle(repeats, &Row::p99_us);
  row.p999_us = middle(repeats, &Row::p999_us);
  row.max_us = middle(repeats, &Row::max_us);
  row.failures = 0;
  for (const Row& repeat : repeats) row.failures += repeat.failures;
  return row;
}

}  // namespace larder::load
