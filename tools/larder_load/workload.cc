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

std::uint64_t partitions(const Sizes& sizes) {
  return (sizes.items + kItemsPerPartition - 1) / kItemsPerPartition;
}

void append_index_partition(int index, std::uint64_t partition, std::string& to) {
  append_format(to, "{\"S\":\"i%03llu#", static_cast<std::uint64_t>(index));
  append_format(to, "%010llu\"}", partition);
}

// Sort keys are 8 bytes long, as the table's.
enum class IndexKeys { kStay, kMove };

void append_index_keys(const Sizes& sizes, std::uint64_t item, IndexKeys keys, std::uint64_t stamp,
                       std::string& to) {
  const std::uint64_t number = item / partitions(sizes);
  for (int index = 1; index <= sizes.index_keys; ++index) {
    append_format(to, ",\"I%lluPK\":", static_cast<std::uint64_t>(index));
    append_index_partition(index, item % partitions(sizes), to);
    append_format(to, ",\"I%lluSK\":{\"S\":\"", static_cast<std::uint64_t>(index));
    append_format(to, "%08llx\"}", keys == IndexKeys::kStay ? number : stamp & 0xFFFF'FFFF);
  }
}

std::size_t index_key_bytes(const Sizes& sizes) {
  std::size_t bytes = 0;
  for (int index = 1; index <= sizes.index_keys; ++index) bytes += 2 * (index < 10 ? 4 : 5) + 15 + 8;
  return bytes;
}

// `stamp` makes the item differ from the one that is there: a server need not write what changes nothing.
void append_item(const Sizes& sizes, std::uint64_t item, std::uint64_t stamp, IndexKeys keys,
                 std::string& to) {
  // Names and keys take 2 + 15 + 2 + 8, count's name and number 7, the name "data" 4, the stamp 16.
  const std::size_t fixed_bytes = 54 + index_key_bytes(sizes);
  append_key(item, to);
  append_index_keys(sizes, item, keys, stamp, to);
  append_format(to, ",\"count\":{\"N\":\"0\"},\"data\":{\"S\":\"%016llx", stamp);
  to.append(sizes.item_bytes > fixed_bytes ? sizes.item_bytes - fixed_bytes : 0, 'x');
  to.append("\"}");
}

void make_get(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "GetItem";
  append_table(sizes, request.body = "{");
  append_key(random.below(sizes.items), request.body.append(",\"Key\":{"));
  request.body.append("}}");
}

void make_put_with(IndexKeys keys, const Sizes& sizes, Random& random, Request& request) {
  request.operation = "PutItem";
  append_table(sizes, request.body = "{");
  const std::uint64_t item = random.below(sizes.items);
  append_item(sizes, item, random.next(), keys, request.body.append(",\"Item\":{"));
  request.body.append("}}");
}

void make_put(const Sizes& sizes, Random& random, Request& request) {
  make_put_with(IndexKeys::kStay, sizes, random, request);
}

void make_put_moving(const Sizes& sizes, Random& random, Request& request) {
  make_put_with(IndexKeys::kMove, sizes, random, request);
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

void make_query_index(const Sizes& sizes, Random& random, Request& request) {
  request.operation = "Query";
  append_table(sizes, request.body = "{");
  request.body.append(
      ",\"IndexName\":\"index-1\",\"KeyConditionExpression\":\"I1PK = :pk\",\"Limit\":10,"
      "\"ExpressionAttributeValues\":{\":pk\":");
  append_index_partition(1, random.below(partitions(sizes)), request.body);
  request.body.append("}}");
}

void make_scan(const Sizes& sizes, Random&, Request& request) {
  request.operation = "Scan";
  append_table(sizes, request.body = "{");
  request.body.append("}");
}

void append_put_request(const Sizes& sizes, std::uint64_t item, std::uint64_t stamp, std::string& to) {
  append_item(sizes, item, stamp, IndexKeys::kStay, to.append("{\"PutRequest\":{\"Item\":{"));
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
    append_item(sizes, (first + i * 11) % sizes.items, random.next(), IndexKeys::kStay,
                request.body.append(",\"Item\":{"));
    request.body.append("}}}");
  }
  request.body.append("]}");
}

void make_mixed(const Sizes& sizes, Random& random, Request& request) {
  (random.below(5) == 0 ? make_put : make_get)(sizes, random, request);
}

// The key attributes of the table have no prefix, those of index n have I<n>.
void append_key_schema(const std::string& prefix, std::string& to) {
  to.append("\"KeySchema\":[{\"AttributeName\":\"").append(prefix).append("PK\",\"KeyType\":\"HASH\"},");
  to.append("{\"AttributeName\":\"").append(prefix).append("SK\",\"KeyType\":\"RANGE\"}]");
}

void append_definitions(const std::string& prefix, std::string& to) {
  to.append("{\"AttributeName\":\"").append(prefix).append("PK\",\"AttributeType\":\"S\"},");
  to.append("{\"AttributeName\":\"").append(prefix).append("SK\",\"AttributeType\":\"S\"}");
}

constexpr auto kWorkloads = std::to_array<Workload>({
    {"get", "GetItem of a random item", false, make_get},
    {"put", "PutItem over a random item; its index keys stay as they are", false, make_put},
    {"put-moving", "PutItem over a random item that gives every index a new sort key", true, make_put_moving},
    {"increment", "UpdateItem SET count = count + 1 on a random item; changes no index key", false,
     make_increment},
    {"query", "Query of a random partition of the table: ten items", false, make_query},
    {"query-index", "Query of a random partition of the first global index: ten items", true,
     make_query_index},
    {"batch", "BatchWriteItem of 25 items", false, make_batch},
    {"transact", "TransactWriteItems of 4 puts", false, make_transact},
    {"mixed", "80 % get, 20 % put", false, make_mixed},
    {"scan", "Scan, first page", false, make_scan},
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
  append_key_schema("", request.body.append(",\"BillingMode\":\"PAY_PER_REQUEST\","));
  append_definitions("", request.body.append(",\"AttributeDefinitions\":["));
  for (int index = 1; index <= sizes.indexes; ++index)
    append_definitions("I" + std::to_string(index), request.body.append(","));
  request.body.append("]");
  for (int index = 1; index <= sizes.indexes; ++index) {
    request.body.append(index == 1 ? ",\"GlobalSecondaryIndexes\":[" : ",");
    append_format(request.body, "{\"IndexName\":\"index-%llu\",", static_cast<std::uint64_t>(index));
    append_key_schema("I" + std::to_string(index), request.body);
    request.body.append(",\"Projection\":{\"ProjectionType\":\"ALL\"}}");
  }
  request.body.append(sizes.indexes > 0 ? "]}" : "}");
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
