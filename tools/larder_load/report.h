// tools/larder_load/report.h
//
// What a run prints: a table for people (coloured at a terminal), one JSON document for programs.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace larder::load {

// One workload with one number of clients: the medians of its repeats.
struct Row {
  std::string workload;
  int clients = 0;
  double requests_per_second = 0;
  double p50_us = 0, p99_us = 0, p999_us = 0, max_us = 0;
  std::uint64_t failures = 0;
};

void print_heading(std::ostream& out, bool colour);
void print_row(std::ostream& out, const Row& row, bool colour);
void write_json(std::ostream& out, const std::string& endpoint, const std::vector<Row>& rows);

// Middle of the repeats, each figure by itself.
Row median(std::vector<Row> repeats);

}  // namespace larder::load
