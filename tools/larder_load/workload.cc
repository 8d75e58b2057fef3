#include "tools/larder_load/workload.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace larder::load {
namespace {

constexpr std::uint64_t kItemsPerPartition = 10;
constexpr std::uint64_t kBatchItems = 25;
constexpr std::uint64_t kTransactionItems = 4;

void append_format(std::string& to, const char* format, std::uint64_t a) {
  char text[64];
  to.append(text, static_cast<std::size_t>(
                      std::snprintf(text, sizeof text, format, static_cast<unsigned long long>(a))));
}

void append_table(const Sizes& sizes, std::string& to) {
  to.append("\"TableName\":\"").append(sizes.table).append("\"");
}

void append_key(std::uint64_t item, std::string& to) {
  append_format(to, "\"PK\":{\"S\":\"user#%010llu\"}", item / kItemsPerPartition);
  append_format(to, ",\"SK\":{\"S\":\"order#%02llu\"}", item % kItemsPerPartition);
}

// `stamp` makes the item differ from the one that is there: a server need not write what changes nothing.
void append_item(const Sizes& sizes, std::uint64_t item, std::uint64_t stamp, std::string& to) {
  // Names and keys take 2 + 15 + 2 + 8, count's name and number 7, the name "data" 4, the stamp 16.
  constexpr std::size_t kFixedBytes = 54;
  append_key(item, to);
  append_format(to, ",\"count\":{\"N\":\"0\"},\"data\":{\"S\":\"%016llx", stamp);
  to.append(sizes.item_bytes > kFixedBytes ? sizes.item_bytes - kFixedBytes : 0, 'x');
  to.append("\"}");
}

void make_get(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "GetItem";
  append_table(sizes, request.body = "{");
  append_key(random.below(sizes.items), request.body.append(",\"Key\":{"));
  request.body.append("}}");
}

void make_put(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "PutItem";
  append_table(sizes, request.body = "{");
  append_item(sizes, random.below(sizes.items), random.next(), request.body.append(",\"Item\":{"));
  request.body.append("}}");
}

void make_increment(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "UpdateItem";
  append_table(sizes, request.body = "{");
  append_key(random.below(sizes.items), request.body.append(",\"Key\":{"));
  request.body.append(
      "},\"UpdateExpression\":\"SET #c = #c + :one\",\"ExpressionAttributeNames\":{\"#c\":\"count\"},"
      "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}");
}

void make_query(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "Query";
  append_table(sizes, request.body = "{");
  request.body.append(
      ",\"KeyConditionExpression\":\"PK = "
      ":pk\",\"Limit\":10,\"ExpressionAttributeValues\":{\":pk\":{\"S\":\"");
  append_format(request.body, "user#%010llu\"}}}", random.below(sizes.items) / kItemsPerPartition);
}

void make_scan(const Sizes& sizes, Random&, Request& request) {
  request.operation = "Scan";
  append_table(sizes, request.body = "{");
  request.body.append("}");
}

void append_put_request(const Sizes& sizes, std::uint64_t item, std::uint64_t stamp, std::string& to) {
  append_item(sizes, item, stamp, to.append("{\"PutRequest\":{\"Item\":{"));
  to.append("}}}");
}

void begin_batch(const Sizes& sizes, Request& request) {
  request.operation = "BatchWriteItem";
  (request.body = "{\"RequestItems\":{\"").append(sizes.table).append("\":[");
}

void make_batch(const Sizes& sizes, Random& random, Request& request) {
  // A run of neighbours from a random start: distinct keys without remembering any.
  const std::uint64_t first = random.below(sizes.items);
  begin_batch(sizes, request);
  for (std::uint64_t i = 0; i < std::min(kBatchItems, sizes.items); ++i) {
    if (i > 0) request.body += ',';
    append_put_request(sizes, (first + i * 11) % sizes.items, random.next(), request.body);
  }
  request.body.append("]}}");
}

void make_transact(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "TransactWriteItems";
  request.body = "{\"TransactItems\":[";
  const std::uint64_t first = random.below(sizes.items);
  for (std::uint64_t i = 0; i < kTransactionItems; ++i) {
    append_table(sizes, request.body.append(i > 0 ? ",{\"Put\":{" : "{\"Put\":{"));
    append_item(sizes, (first + i * 11) % sizes.items, random.next(), request.body.append(",\"Item\":{"));
    request.body.append("}}}");
  }
  request.body.append("]}");
}

void make_mixed(const Sizes& sizes, Random& random, Request& request) {
  (random.below(5) == 0 ? make_put : make_get)(sizes, random, request);
}

constexpr auto kWorkloads = std::to_array<Workload>({
    {"get", "GetItem of a random item", make_get},
    {"put", "PutItem over a random item", make_put},
    {"increment", "UpdateItem SET count = count + 1 on a random item", make_increment},
    {"query", "Query of a random partition: ten items", make_query},
    {"batch", "BatchWriteItem of 25 items", make_batch},
    {"transact", "TransactWriteItems of 4 puts", make_transact},
    {"mixed", "80 % get, 20 % put", make_mixed},
    {"scan", "Scan, first page", make_scan},
});

}  // namespace

std::uint64_t Random::next() {
  // SplitMix64: a full period, and good enough for spreading keys.
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

std::span<const Workload> workloads() {
  return kWorkloads;
}

const Workload* find_workload(std::string_view name) {
  const auto* row = std::ranges::find(kWorkloads, name, &Workload::name);
  return row == kWorkloads.end() ? nullptr : row;
}

void make_create_table(const Sizes& sizes, Request& request) {
  request.operation = "CreateTable";
  append_table(sizes, request.body = "{");
  request.body.append(
      ",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},"
      "{\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":[{\"AttributeName\":\"PK\","
      "\"AttributeType\":\"S\"},{\"AttributeName\":\"SK\",\"AttributeType\":\"S\"}]}");
}

void make_delete_table(const Sizes& sizes, Request& request) {
  request.operation = "DeleteTable";
  append_table(sizes, request.body = "{");
  request.body.append("}");
}

void make_load_batch(const Sizes& sizes, std::uint64_t from, Request& request) {
  begin_batch(sizes, request);
  for (std::uint64_t i = from; i < std::min(from + kBatchItems, sizes.items); ++i) {
    if (i > from) request.body += ',';
    append_put_request(sizes, i, 0, request.body);
  }
  request.body.append("]}}");
}

}  // namespace larder::load
