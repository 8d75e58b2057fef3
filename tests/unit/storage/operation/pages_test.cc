// Checks Query, Scan and BatchGetItem where the property test does not look: page limits, filters, start keys that do
// not fit, capacity, unprocessed keys. Method: a real temporary database with one collection.

#include <string>

#include <gtest/gtest.h>

#include "storage/operation/batch_get_item.h"
#include "storage/operation/put_item.h"
#include "storage/operation/query.h"
#include "storage/operation/scan.h"
#include "tests/support/table_store.h"
#include "tests/support/values.h"

namespace larder::operation {
namespace {

using support::Expressions;
using support::item;
using support::n;
using support::s;

class Counter final : public ItemSink {
 public:
  void item(ItemView) override { ++items; }
  std::size_t items = 0;
};

class Pages : public testing::Test {
 protected:
  void SetUp() override {
    store_.create_table("T", ValueType::kString, ValueType::kNumber);
    for (int i = 0; i < 10; ++i) put("a", i, "");
  }
  void put(std::string_view pk, int sk, const std::string& text) {
    const std::string bytes =
        item({{"even", support::boolean(sk % 2 == 0)}, {"pk", s(pk)}, {"sk", n(sk)}, {"x", s(text)}});
    ASSERT_TRUE(store_
                    .write([&](auto& txn) {
                      return put_item(store_.settings(), txn, {"T", ItemView(bytes), nullptr, {}, {}});
                    })
                    .ok());
  }
  PageSource table(const engine::Transaction& txn) {
    return PageSource(*table::find(txn, "T", store_.clock));
  }

  // The summary of one page, or the refusal.
  Result<PageSummary> query(QueryRequest request, std::string_view text = "pk = :pk",
                            std::string_view pk = "a", Counter* counter = nullptr) {
    const engine::ReadTransaction txn = store_.read();
    const PageSource found = table(txn);
    Expressions with({}, {{":pk", s(pk)}, {":five", n("5")}});
    const expression::KeyCondition condition = with.key_condition(text, found.table().key_schema);
    request.key_condition = &condition;
    LARDER_TRY(Query query, Query::start(txn, found, request));
    Counter own;
    LARDER_TRY(const Progress progress, query.run(txn, counter == nullptr ? own : *counter, Budget{}));
    EXPECT_EQ(progress, Progress::kDone);
    return query.summary();
  }
  Result<PageSummary> scan(const ScanRequest& request) {
    const engine::ReadTransaction txn = store_.read();
    const PageSource found = table(txn);
    LARDER_TRY(Scan scan, Scan::start(txn, found, request));
    Counter counter;
    LARDER_TRY_DO(scan.run(txn, counter, Budget{}));
    return scan.summary();
  }

  support::TableStore store_;
};

TEST_F(Pages, AFilterReducesTheCountAndNotTheScannedCount) {
  Expressions with({}, {{":true", support::boolean(true)}});
  const expression::Condition even = with.filter("even = :true");
  QueryRequest request;
  request.filter = &even;
  Counter counter;
  const auto summary = query(request, "pk = :pk", "a", &counter);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->count, 5U);
  EXPECT_EQ(summary->scanned_count, 10U);
  EXPECT_EQ(counter.items, 5U);
  EXPECT_FALSE(summary->last_evaluated_key.has_value());

  request.limit = 3;
  const auto page = query(request);
  EXPECT_EQ(page->count, 2U) << "Limit counts what was evaluated";
  EXPECT_EQ(page->last_evaluated_key, item({{"pk", s("a")}, {"sk", n("2")}}));
}

TEST_F(Pages, ALimitThatIsReachedLeavesAKeyEvenWhenNothingFollows) {
  QueryRequest request;
  request.limit = 10;
  EXPECT_TRUE(query(request)->last_evaluated_key.has_value());
  request.limit = 11;
  EXPECT_FALSE(query(request)->last_evaluated_key.has_value());
  ScanRequest scanned;
  scanned.limit = 10;
  EXPECT_TRUE(scan(scanned)->last_evaluated_key.has_value());
  scanned.limit = 11;
  EXPECT_FALSE(scan(scanned)->last_evaluated_key.has_value());
}

TEST_F(Pages, CountOnlyHandsOutNothing) {
  QueryRequest request;
  request.count_only = true;
  Counter counter;
  EXPECT_EQ(query(request, "pk = :pk", "a", &counter)->count, 10U);
  EXPECT_EQ(counter.items, 0U);
}

TEST_F(Pages, APageEndsAtOneMegabyte) {
  for (int i = 0; i < 5; ++i) put("big", i, std::string(300'000, 'x'));
  const auto summary = query({}, "pk = :pk", "big");
  EXPECT_EQ(summary->count, 4U) << "the item that crosses the limit is the page's last";
  EXPECT_EQ(summary->last_evaluated_key, item({{"pk", s("big")}, {"sk", n("3")}}));
  EXPECT_EQ(summary->read_units.total(), 146.5)
      << "293 units of 4 KB, halved; rounded item by item it would be 148";
}

TEST_F(Pages, CapacityIsRoundedOnceAndNeverZero) {
  QueryRequest request;
  EXPECT_EQ(query(request)->read_units.total(), 0.5) << "ten small items";
  EXPECT_EQ(query(request, "pk = :pk", "nobody")->read_units.total(), 0.5);
  request.consistent_read = true;
  EXPECT_EQ(query(request)->read_units.total(), 1.0);
}

TEST_F(Pages, AFilterMayNotNameKeyAttributes) {
  Expressions with({}, {{":v", n("1")}});
  const expression::Condition filter = with.filter("x = :v OR sk = :v");
  QueryRequest request;
  request.filter = &filter;
  EXPECT_EQ(query(request).error().message,
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk");
  request.filter_is_legacy = true;
  EXPECT_EQ(query(request).error().message,
            "QueryFilter can only contain non-primary key attributes: Primary key attribute: sk");
}

TEST_F(Pages, QueryRefusesStartKeysThatDoNotFit) {
  struct Row {
    std::string key;
    const char* text;
  };
  const Row rows[] = {
      {item({{"pk", s("a")}}), "Exclusive Start Key must have same size as table's key schema"},
      {item({{"pk", s("a")}, {"sk", s("1")}}), "The provided starting key is invalid"},
      {item({{"pk", s("b")}, {"sk", n("6")}}),
       "The provided starting key is outside query boundaries based on provided conditions"},
      {item({{"pk", s("a")}, {"sk", n("5")}}),
       "The provided starting key does not match the range key predicate"},
  };
  for (const Row& row : rows) {
    QueryRequest request;
    request.exclusive_start_key = ItemView(row.key);
    const auto refused = query(request, "pk = :pk AND sk > :five");
    ASSERT_FALSE(refused.ok()) << row.text;
    EXPECT_EQ(refused.error().message, row.text);
  }
}

TEST_F(Pages, TheStartKeyNeedNotExist) {
  const std::string key = item({{"pk", s("a")}, {"sk", n("4.5")}});
  QueryRequest request;
  request.exclusive_start_key = ItemView(key);
  EXPECT_EQ(query(request)->count, 5U);
  request.scan_index_forward = false;
  EXPECT_EQ(query(request)->count, 5U);
}

TEST_F(Pages, ScanRefusesStartKeysThatDoNotFit) {
  const std::string partial = item({{"pk", s("a")}});
  ScanRequest request;
  request.exclusive_start_key = ItemView(partial);
  EXPECT_EQ(scan(request).error().message,
            "The provided starting key is invalid: The provided key element does not match the schema");

  // The key lies in one of two segments; the other refuses it.
  const std::string key = item({{"pk", s("a")}, {"sk", n("1")}});
  request.exclusive_start_key = ItemView(key);
  request.total_segments = 2;
  int refused = 0;
  for (request.segment = 0; request.segment < 2; ++request.segment) {
    const auto page = scan(request);
    if (page.ok()) continue;
    ++refused;
    EXPECT_EQ(
        page.error().message,
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with "
        "correct Segment. TotalSegments: 2 Segment: " +
            std::to_string(request.segment));
  }
  EXPECT_EQ(refused, 1);
}

TEST_F(Pages, ABudgetSplitsAPageWithoutLosingItems) {
  const engine::ReadTransaction txn = store_.read();
  const PageSource found = table(txn);
  Result<Scan> scan = Scan::start(txn, found, ScanRequest{});
  ASSERT_TRUE(scan.ok());
  Counter counter;
  Budget one_item;
  one_item.bytes = 1;
  int runs = 1;
  while (*scan->run(txn, counter, one_item) == Progress::kMore) ++runs;
  EXPECT_EQ(counter.items, 10U);
  EXPECT_EQ(runs, 11);
  EXPECT_EQ(scan->summary().scanned_count, 10U);

  Budget late;
  late.until = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  Result<Scan> slow = Scan::start(txn, found, ScanRequest{});
  EXPECT_EQ(*slow->run(txn, counter, late), Progress::kMore) << "the time is up";
}

class BatchCounter final : public BatchGetSink {
 public:
  void item(std::size_t, ItemView) override { ++items; }
  std::size_t items = 0;
};

TEST_F(Pages, BatchGetLeavesWhatDoesNotFit) {
  store_.create_table("U", ValueType::kString, std::nullopt);
  std::vector<std::string> bytes;
  for (int i = 0; i < 50; ++i) {
    put("big", i, std::string(390'000, 'x'));
    bytes.push_back(item({{"pk", s("big")}, {"sk", n(i)}}));
  }
  std::vector<ItemView> keys;
  for (const std::string& key : bytes) keys.emplace_back(key);
  const std::string other = item({{"pk", s("u")}});
  const std::vector<ItemView> other_keys{ItemView(other)};
  const std::vector<BatchGetTable> tables{{"T", keys, true}, {"U", other_keys, false}};
  const engine::ReadTransaction txn = store_.read();
  Result<BatchGet> batch = BatchGet::start(store_.settings(), txn, tables);
  ASSERT_TRUE(batch.ok());
  BatchCounter counter;
  EXPECT_EQ(*batch->run(txn, counter, Budget{}), Progress::kDone);
  EXPECT_EQ(counter.items, 43U) << "43 x 390,016 bytes fit into 16 MB, 44 do not";
  EXPECT_EQ(batch->first_unprocessed()[0], 43U);
  EXPECT_EQ(batch->first_unprocessed()[1], 0U) << "nothing after the full table is read";
  EXPECT_EQ(batch->read_units()[0], 43 * 96.0);
  EXPECT_EQ(batch->read_units()[1], 0.0);
}

TEST_F(Pages, BatchGetRefusesDuplicatesByValue) {
  const std::string one = item({{"pk", s("a")}, {"sk", n("1")}});
  const std::string same = item({{"pk", s("a")}, {"sk", n("1.0")}});
  const std::vector<ItemView> by_name{ItemView(one)};
  const std::vector<ItemView> by_arn{ItemView(same)};
  const std::vector<BatchGetTable> tables{{"T", by_name, false},
                                          {"arn:aws:dynamodb:us-east-1:000000000000:table/T", by_arn, false}};
  const engine::ReadTransaction txn = store_.read();
  EXPECT_EQ(BatchGet::start(store_.settings(), txn, tables).error().message,
            "Provided list of item keys contains duplicates");
}

}  // namespace
}  // namespace larder::operation
