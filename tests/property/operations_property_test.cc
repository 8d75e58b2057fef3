// Checks that the item operations do what a plain map would.
// Method: a random workload of puts, updates, deletes, batches, transactions, reads, queries and scans runs against
// a real database and against a std::map of value trees, over three tables whose keys are S, S + N and N + B; the
// database is closed and opened again in between. Item counts and sizes must match the model's sum exactly. The seed
// is printed; LARDER_SEED repeats a run.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "storage/model/item_size.h"
#include "storage/operation/batch_get_item.h"
#include "storage/operation/batch_write_item.h"
#include "storage/operation/delete_item.h"
#include "storage/operation/describe_table.h"
#include "storage/operation/get_item.h"
#include "storage/operation/put_item.h"
#include "storage/operation/query.h"
#include "storage/operation/scan.h"
#include "storage/operation/transact_get_items.h"
#include "storage/operation/transact_write_items.h"
#include "storage/operation/update_item.h"
#include "tests/support/seed.h"
#include "tests/support/table_store.h"
#include "tests/support/values.h"

namespace larder::operation {
namespace {

using support::b;
using support::bytes_of;
using support::Expressions;
using support::n;
using support::s;
using support::TableStore;

using Members = std::map<std::string, AttributeValue, std::less<>>;

struct TableKind {
  const char* name;
  ValueType partition;
  std::optional<ValueType> sort;
};
const TableKind kTables[] = {
    {"Plain", ValueType::kString, std::nullopt},
    {"ByNumber", ValueType::kString, ValueType::kNumber},
    {"ByBytes", ValueType::kNumber, ValueType::kBinary},
};
constexpr std::size_t kTablesCount = std::size(kTables);

// The order of a sort key in the service's terms, for the model alone.
struct ScalarLess {
  bool operator()(const std::string& a, const std::string& b) const {
    if (a.empty() || b.empty()) return a.empty() && !b.empty();  // a table without a sort key
    return compare_scalars(ValueView(a), ValueView(b)) == std::strong_ordering::less;
  }
};
// Partition key bytes -> sort key bytes (empty: none) -> item.
using Model = std::map<std::string, std::map<std::string, Members, ScalarLess>>;

class Collector final : public ItemSink {
 public:
  void item(ItemView item) override { items.emplace_back(item.bytes()); }
  std::vector<std::string> items;
};

std::string bytes_of_members(const Members& members) {
  return bytes_of(AttributeValue(MapValue{members}));
}

class Workload {
 public:
  explicit Workload(std::uint64_t seed) : random_(seed) {
    for (const TableKind& kind : kTables) store_.create_table(kind.name, kind.partition, kind.sort);
  }

  void step() {
    switch (below(12)) {
      case 0:
      case 1:
        return put();
      case 2:
      case 3:
        return update();
      case 4:
        return erase();
      case 5:
        return batch_write();
      case 6:
        return transact_write();
      case 7:
        return get();
      case 8:
        return batch_get();
      case 9:
        return query();
      case 10:
        return scan();
      default:
        return transact_get();
    }
  }

  void reopen() { store_.reopen(); }

  void check_everything() {
    const engine::ReadTransaction txn = store_.read();
    for (std::size_t i = 0; i < kTablesCount; ++i) {
      engine::TreeCount want;
      for (const auto& [partition, collection] : models_[i]) {
        for (const auto& [sort, members] : collection) {
          ++want.items;
          want.bytes += static_cast<std::int64_t>(item_size(ItemView(bytes_of_members(members))));
        }
      }
      const Result<table::Description> found = describe_table(store_.settings(), txn, kTables[i].name);
      ASSERT_TRUE(found.ok());
      EXPECT_EQ(found->count.items, want.items) << kTables[i].name;
      EXPECT_EQ(found->count.bytes, want.bytes) << kTables[i].name;
    }
  }

 private:
  struct Place {
    std::size_t table;
    Members key;
    std::string partition, sort;  // model keys
  };

  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

  AttributeValue key_value(ValueType type) {
    const std::size_t which = below(12);
    switch (type) {
      case ValueType::kNumber:
        return n(std::to_string(static_cast<int>(which) - 6) + (below(3) == 0 ? ".5" : ""));
      case ValueType::kBinary: {
        // Around LMDB's 511 bytes, and zeros and FFs, which stand at the ends of every byte order.
        const std::size_t length = which < 6 ? 1 + which : 480 + below(40);
        return b(std::string(length, which % 2 == 0 ? '\xff' : '\0'));
      }
      default:
        return s("key" + std::to_string(which));
    }
  }

  Place place() {
    Place place;
    place.table = below(kTablesCount);
    const TableKind& kind = kTables[place.table];
    AttributeValue partition = key_value(kind.partition);
    place.partition = bytes_of(partition);
    place.key.emplace("pk", std::move(partition));
    if (kind.sort) {
      AttributeValue sort = key_value(*kind.sort);
      place.sort = bytes_of(sort);
      place.key.emplace("sk", std::move(sort));
    }
    return place;
  }

  // Distinct places for a batch or transaction.
  std::vector<Place> places(std::size_t count) {
    std::vector<Place> chosen;
    while (chosen.size() < count) {
      Place next = place();
      const bool known = std::ranges::any_of(chosen, [&](const Place& other) {
        return other.table == next.table && other.partition == next.partition && other.sort == next.sort;
      });
      if (!known) chosen.push_back(std::move(next));
    }
    return chosen;
  }

  Members random_item(const Place& at) {
    Members members = at.key;
    if (below(4) != 0) members.insert_or_assign("count", n(static_cast<std::int64_t>(below(5))));
    if (below(3) == 0) members.insert_or_assign("text", s(std::string(below(3'000), 't')));
    if (below(5) == 0) members.insert_or_assign("elems", ListValue{{s("x"), n("1.25"), NullValue{}}});
    return members;
  }

  Members* find(const Place& at) {
    const auto collection = models_[at.table].find(at.partition);
    if (collection == models_[at.table].end()) return nullptr;
    const auto found = collection->second.find(at.sort);
    return found == collection->second.end() ? nullptr : &found->second;
  }
  void model_put(const Place& at, Members members) {
    models_[at.table][at.partition].insert_or_assign(at.sort, std::move(members));
  }
  void model_erase(const Place& at) {
    if (find(at) != nullptr) models_[at.table][at.partition].erase(at.sort);
  }
  std::optional<std::string> model_bytes(const Place& at) {
    const Members* members = find(at);
    return members == nullptr ? std::nullopt : std::optional<std::string>(bytes_of_members(*members));
  }

  void put() {
    const Place at = place();
    Members members = random_item(at);
    const std::string bytes = bytes_of_members(members);
    Expressions with;
    const expression::Condition absent = with.condition("attribute_not_exists(pk)");
    const bool conditional = below(3) == 0;
    const std::optional<std::string> before = model_bytes(at);
    PutItemRequest request;
    request.table_name = kTables[at.table].name;
    request.item = ItemView(bytes);
    if (conditional) request.condition = &absent;
    request.return_values = ReturnValues::kAllOld;
    const auto response = store_.write(
        [&](engine::WriteTransaction& txn) { return put_item(store_.settings(), txn, request); });
    if (conditional && before) {
      ASSERT_FALSE(response.ok());
      EXPECT_EQ(response.error().code, ErrorCode::kConditionalCheckFailed);
      return;
    }
    ASSERT_TRUE(response.ok()) << response.error().message;
    EXPECT_EQ(response->attributes, before);
    model_put(at, std::move(members));
  }

  // What the update expressions below do, on trees.
  static Members updated(Members members, bool removes, const std::string& text) {
    if (removes) {
      members.erase("count");
      members.erase("elems");
      return members;
    }
    const auto hits = members.find("hits");
    Number sum = Number::from_int(1);
    if (hits != members.end())
      sum = *add(std::get<Number>(static_cast<AttributeValueBase&>(hits->second)), sum);
    members.insert_or_assign("hits", AttributeValue(sum));
    members.insert_or_assign("text", s(text));
    return members;
  }
  // The expression that goes with it. An update that only removes leaves an absent item absent.
  static expression::Update update_expression(Expressions& with, bool removes) {
    return with.update(removes ? "REMOVE #c, elems" : "ADD hits :one SET #t = :text");
  }
  void model_update(const Place& at, bool removes, const std::string& text) {
    const Members* before = find(at);
    if (before == nullptr && removes) return;
    model_put(at, updated(before == nullptr ? at.key : *before, removes, text));
  }

  void update() {
    const Place at = place();
    const std::string key = bytes_of_members(at.key);
    const bool removes = below(3) == 0;
    const std::string text(below(2'000), 'u');
    Expressions with({{"#c", "count"}, {"#t", "text"}}, {{":one", n("1")}, {":text", s(text)}});
    const expression::Update update = update_expression(with, removes);
    UpdateItemRequest request;
    request.table_name = kTables[at.table].name;
    request.key = ItemView(key);
    request.update = &update;
    request.return_values = ReturnValues::kAllNew;
    const auto response = store_.write(
        [&](engine::WriteTransaction& txn) { return update_item(store_.settings(), txn, request); });
    ASSERT_TRUE(response.ok()) << response.error().message;
    model_update(at, removes, text);
    EXPECT_EQ(response->attributes, model_bytes(at));
  }

  void erase() {
    const Place at = place();
    const std::string key = bytes_of_members(at.key);
    DeleteItemRequest request;
    request.table_name = kTables[at.table].name;
    request.key = ItemView(key);
    request.return_values = ReturnValues::kAllOld;
    const auto response = store_.write(
        [&](engine::WriteTransaction& txn) { return delete_item(store_.settings(), txn, request); });
    ASSERT_TRUE(response.ok()) << response.error().message;
    EXPECT_EQ(response->attributes, model_bytes(at));
    model_erase(at);
  }

  void batch_write() {
    const std::vector<Place> chosen = places(1 + below(20));
    std::vector<std::string> bytes(chosen.size());
    std::vector<BatchWriteAction> actions[kTablesCount];
    std::vector<std::optional<Members>> after(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (below(3) != 0) after[i] = random_item(chosen[i]);
      bytes[i] = bytes_of_members(after[i] ? *after[i] : chosen[i].key);
      actions[chosen[i].table].push_back(
          {after[i] ? BatchWriteKind::kPut : BatchWriteKind::kDelete, ItemView(bytes[i])});
    }
    std::vector<BatchWriteTable> tables;
    for (std::size_t i = 0; i < kTablesCount; ++i) {
      if (!actions[i].empty()) tables.push_back({kTables[i].name, actions[i]});
    }
    const auto response = store_.write(
        [&](engine::WriteTransaction& txn) { return batch_write_item(store_.settings(), txn, tables); });
    ASSERT_TRUE(response.ok()) << response.error().message;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (after[i]) {
        model_put(chosen[i], *after[i]);
      } else {
        model_erase(chosen[i]);
      }
    }
  }

  // Puts, updates, deletes and checks; often with a condition that may fail: then nothing may have changed.
  void transact_write() {
    const std::vector<Place> chosen = places(1 + below(12));
    const std::string text(below(500), 'v');
    Expressions with({{"#c", "count"}, {"#t", "text"}}, {{":one", n("1")}, {":text", s(text)}});
    const expression::Condition exists = with.condition("attribute_exists(pk)");
    const expression::Update removal = update_expression(with, true);
    const expression::Update addition = update_expression(with, false);

    std::vector<std::string> bytes(chosen.size());
    std::vector<Members> put(chosen.size());
    std::vector<TransactWriteAction> actions(chosen.size());
    bool all_hold = true;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      actions[i].kind = static_cast<TransactWriteKind>(below(4));
      actions[i].table_name = kTables[chosen[i].table].name;
      if (actions[i].kind == TransactWriteKind::kPut) put[i] = random_item(chosen[i]);
      bytes[i] = bytes_of_members(put[i].empty() ? chosen[i].key : put[i]);
      actions[i].item = ItemView(bytes[i]);
      if (actions[i].kind == TransactWriteKind::kUpdate)
        actions[i].update = below(2) == 0 ? &removal : &addition;
      if (actions[i].kind == TransactWriteKind::kConditionCheck || below(6) == 0) {
        actions[i].condition = &exists;
        all_hold = all_hold && find(chosen[i]) != nullptr;
      }
    }
    TransactWriteRequest request;
    request.actions = actions;
    const auto response = store_.write(
        [&](engine::WriteTransaction& txn) { return transact_write_items(store_.settings(), txn, request); });
    ASSERT_EQ(response.ok(), all_hold);
    if (!all_hold) {
      EXPECT_EQ(response.error().code, ErrorCode::kTransactionCanceled);
      EXPECT_EQ(response.error().reasons.size(), actions.size());
      return;
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      switch (actions[i].kind) {
        case TransactWriteKind::kPut:
          model_put(chosen[i], put[i]);
          break;
        case TransactWriteKind::kUpdate:
          model_update(chosen[i], actions[i].update == &removal, text);
          break;
        case TransactWriteKind::kDelete:
          model_erase(chosen[i]);
          break;
        case TransactWriteKind::kConditionCheck:
          break;
      }
    }
  }

  void get() {
    const Place at = place();
    const std::string key = bytes_of_members(at.key);
    const engine::ReadTransaction txn = store_.read();
    const auto response = get_item(store_.settings(), txn, {kTables[at.table].name, ItemView(key), true});
    ASSERT_TRUE(response.ok()) << response.error().message;
    const std::optional<std::string> want = model_bytes(at);
    ASSERT_EQ(response->item.has_value(), want.has_value());
    if (want) {
      EXPECT_EQ(response->item->bytes(), *want);
    }
  }

  void transact_get() {
    const std::vector<Place> chosen = places(1 + below(10));
    std::vector<std::string> keys;
    for (const Place& at : chosen) keys.push_back(bytes_of_members(at.key));
    std::vector<TransactGetAction> actions;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      actions.push_back({kTables[chosen[i].table].name, ItemView(keys[i])});
    }
    const engine::ReadTransaction txn = store_.read();
    const auto response = transact_get_items(store_.settings(), txn, actions);
    ASSERT_TRUE(response.ok()) << response.error().message;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::optional<std::string> want = model_bytes(chosen[i]);
      ASSERT_EQ(response->items[i].has_value(), want.has_value());
      if (want) {
        EXPECT_EQ(response->items[i]->bytes(), *want);
      }
    }
  }

  class BatchCollector final : public BatchGetSink {
   public:
    void item(std::size_t table, ItemView item) override { items[table].emplace_back(item.bytes()); }
    std::map<std::size_t, std::vector<std::string>> items;
  };

  void batch_get() {
    const std::vector<Place> chosen = places(1 + below(30));
    std::vector<std::string> bytes;
    for (const Place& at : chosen) bytes.push_back(bytes_of_members(at.key));
    std::vector<ItemView> keys[kTablesCount];
    std::map<std::size_t, std::vector<std::string>> want;
    for (std::size_t i = 0; i < chosen.size(); ++i) keys[chosen[i].table].emplace_back(bytes[i]);
    std::vector<BatchGetTable> tables;
    for (std::size_t i = 0; i < kTablesCount; ++i) {
      if (keys[i].empty()) continue;
      for (const Place& at : chosen) {
        const std::optional<std::string> item = at.table == i ? model_bytes(at) : std::nullopt;
        if (item) want[tables.size()].push_back(*item);
      }
      tables.push_back({kTables[i].name, keys[i], false});
    }
    const engine::ReadTransaction txn = store_.read();
    Result<BatchGet> batch = BatchGet::start(store_.settings(), txn, tables);
    ASSERT_TRUE(batch.ok()) << batch.error().message;
    BatchCollector got;
    finish([&](const Budget& budget) { return batch->run(txn, got, budget); });
    EXPECT_EQ(got.items, want);
    for (std::size_t i = 0; i < tables.size(); ++i)
      EXPECT_EQ(batch->first_unprocessed()[i], tables[i].keys.size());
  }

  // Runs to the end of a page, now and then in many small slices.
  template <class Run>
  void finish(Run run) {
    Budget budget;
    if (below(2) == 0) budget.bytes = 1 + below(2'000);
    Result<Progress> progress = run(budget);
    while (progress.ok() && *progress == Progress::kMore) progress = run(budget);
    ASSERT_TRUE(progress.ok()) << progress.error().message;
  }

  // All pages of a query, each begun at the last evaluated key of the one before.
  void query() {
    const Place at = place();
    const TableKind& kind = kTables[at.table];
    const bool forward = below(2) == 0;
    const auto [text, low, high] = random_range(kind);
    Expressions with({}, {{":pk", to_tree(ValueView(at.partition))}, {":low", low}, {":high", high}});
    const engine::ReadTransaction txn = store_.read();
    const Result<table::Table> table = table::find(txn, kind.name, store_.clock);
    ASSERT_TRUE(table.ok());
    const expression::KeyCondition condition = with.key_condition(text, table->key_schema);

    std::vector<std::string> want;
    for (const auto& [sort, members] : models_[at.table][at.partition]) {
      if (is_within(sort, condition)) want.push_back(bytes_of_members(members));
    }
    if (!forward) std::ranges::reverse(want);

    QueryRequest request;
    request.key_condition = &condition;
    request.scan_index_forward = forward;
    if (below(2) == 0) request.limit = 1 + below(4);
    const PageSource source(*table);
    Collector got;
    std::string start;
    for (bool more = true; more;) {
      Result<Query> query = Query::start(txn, source, request);
      ASSERT_TRUE(query.ok()) << query.error().message;
      finish([&](const Budget& budget) { return query->run(txn, got, budget); });
      if (request.limit) {
        ASSERT_LE(query->summary().scanned_count, *request.limit);
      }
      more = query->summary().last_evaluated_key.has_value();
      if (!more) break;
      start = *query->summary().last_evaluated_key;
      request.exclusive_start_key = ItemView(start);
    }
    EXPECT_EQ(got.items, want) << text << (forward ? "" : " backward");
  }

  struct Range {
    std::string text;
    AttributeValue low, high;
  };
  Range random_range(const TableKind& kind) {
    if (!kind.sort) return {"pk = :pk", n("0"), n("0")};
    static constexpr const char* kTexts[] = {
        "pk = :pk",
        "pk = :pk AND sk = :low",
        "pk = :pk AND sk < :low",
        "pk = :pk AND sk <= :low",
        "pk = :pk AND sk > :low",
        "pk = :pk AND sk >= :low",
        "pk = :pk AND sk BETWEEN :low AND :high",
        "pk = :pk AND begins_with(sk, :low)",
    };
    AttributeValue low = key_value(*kind.sort);
    AttributeValue high = key_value(*kind.sort);
    if (compare_scalars(ValueView(bytes_of(high)), ValueView(bytes_of(low))) == std::strong_ordering::less) {
      std::swap(low, high);
    }
    const std::size_t texts = *kind.sort == ValueType::kNumber ? std::size(kTexts) - 1 : std::size(kTexts);
    return {kTexts[below(texts)], std::move(low), std::move(high)};
  }

  static bool is_within(const std::string& sort, const expression::KeyCondition& condition) {
    using expression::SortOperator;
    if (condition.sort_operator == SortOperator::kNone) return true;
    const std::strong_ordering low = *compare_scalars(ValueView(sort), *condition.sort_low);
    switch (condition.sort_operator) {
      case SortOperator::kNone:
        return true;
      case SortOperator::kEqual:
        return low == 0;
      case SortOperator::kLess:
        return low < 0;
      case SortOperator::kLessEqual:
        return low <= 0;
      case SortOperator::kGreater:
        return low > 0;
      case SortOperator::kGreaterEqual:
        return low >= 0;
      case SortOperator::kBetween:
        return low >= 0 && *compare_scalars(ValueView(sort), *condition.sort_high) <= 0;
      case SortOperator::kBeginsWith:
        return ValueView(sort).text().starts_with(condition.sort_low->text());
    }
    return false;
  }

  // The union of all segments, each paged, is the table: every item once.
  void scan() {
    const std::size_t at = below(kTablesCount);
    const engine::ReadTransaction txn = store_.read();
    const Result<table::Table> table = table::find(txn, kTables[at].name, store_.clock);
    ASSERT_TRUE(table.ok());
    ScanRequest request;
    request.total_segments = below(2) == 0 ? 1 : static_cast<std::uint32_t>(1 + below(7));
    if (below(2) == 0) request.limit = 1 + below(10);
    const PageSource source(*table);
    Collector got;
    std::string start;
    for (request.segment = 0; request.segment < request.total_segments; ++request.segment) {
      request.exclusive_start_key.reset();
      for (bool more = true; more;) {
        Result<Scan> scan = Scan::start(txn, source, request);
        ASSERT_TRUE(scan.ok()) << scan.error().message;
        finish([&](const Budget& budget) { return scan->run(txn, got, budget); });
        more = scan->summary().last_evaluated_key.has_value();
        if (!more) break;
        start = *scan->summary().last_evaluated_key;
        request.exclusive_start_key = ItemView(start);
      }
    }
    std::vector<std::string> want;
    for (const auto& [partition, collection] : models_[at]) {
      for (const auto& [sort, members] : collection) want.push_back(bytes_of_members(members));
    }
    std::ranges::sort(want);
    std::ranges::sort(got.items);
    EXPECT_EQ(got.items, want);
  }

  std::mt19937_64 random_;
  TableStore store_;
  Model models_[kTablesCount];
};

TEST(OperationsProperty, ARandomWorkloadAgreesWithAMapAcrossReopen) {
  Workload workload(support::test_seed());
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 250; ++i) {
      workload.step();
      if (testing::Test::HasFailure()) FAIL() << "in step " << i << " of round " << round;
    }
    workload.reopen();
    workload.check_everything();
    if (testing::Test::HasFailure()) FAIL() << "after round " << round;
  }
}

}  // namespace
}  // namespace larder::operation
