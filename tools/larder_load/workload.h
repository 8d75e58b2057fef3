// tools/larder_load/workload.h
//
// The named workloads: what one request of each looks like.
//
// Shape    one table with a string partition key PK and a string sort key SK; item i lies in partition i / 10
//          under sort key i % 10, so every partition holds ten items. An item of S bytes has its "data" padded
//          to reach S. Global index n, "index-n", has the keys I<n>PK and I<n>SK, of the same lengths, and
//          projects all. With P partitions, item i lies in the index's partition i % P under sort key i / P:
//          ten items again, but from ten partitions of the table, as by-status or inverted indexes have them.
// Threads  a Sizes is read-only; a Random belongs to one client thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace larder::load {

struct Sizes {
  std::string table = "larder-load";
  std::uint64_t items = 10'000;
  std::size_t item_bytes = 300;
  int indexes = 0;     // global indexes of the table
  int index_keys = 0;  // items carry the keys of indexes 1 to index_keys
};

inline constexpr int kIndexesMax = 20;  // DynamoDB's limit

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next();
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

struct Request {
  std::string_view operation;  // "GetItem"
  std::string body;            // reused: make() overwrites it
};

struct Workload {
  std::string_view name;
  std::string_view what;  // for --help
  bool needs_index;
  void (*make)(const Sizes& sizes, Random& random, Request& request);
};

std::span<const Workload> workloads();
const Workload* find_workload(std::string_view name);

// Setting up: the table, and item numbers [from, from + 25) in one BatchWriteItem.
void make_create_table(const Sizes& sizes, Request& request);
void make_delete_table(const Sizes& sizes, Request& request);
void make_load_batch(const Sizes& sizes, std::uint64_t from, Request& request);

}  // namespace larder::load
