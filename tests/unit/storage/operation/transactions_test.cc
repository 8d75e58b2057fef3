// Checks TransactWriteItems, TransactGetItems, BatchWriteItem and idempotency tokens: all or nothing, reasons, texts,
// limits, capacity. Method: a real temporary database and a clock that only moves when told.

#include <string>

#include <gtest/gtest.h>

#include "storage/operation/batch_write_item.h"
#include "storage/operation/expire_tokens.h"
#include "storage/operation/get_item.h"
#include "storage/operation/transact_get_items.h"
#include "storage/operation/transact_write_items.h"
#include "tests/support/table_store.h"
#include "tests/support/values.h"

namespace larder::operation {
namespace {

using support::Expressions;
using support::item;
using support::n;
using support::s;
using Kind = TransactWriteKind;

class Transactions : public testing::Test {
 protected:
  void SetUp() override { store_.create_table("T", ValueType::kString, std::nullopt); }

  Result<TransactWriteResponse> run(const std::vector<TransactWriteAction>& actions,
                                    std::string_view token = {}, unsigned char content = 0) {
    TransactWriteRequest request{actions, token, {content}};
    return store_.write([&](auto& txn) { return transact_write_items(store_.settings(), txn, request); });
  }
  TransactWriteAction action(Kind kind, const std::string& bytes) {
    TransactWriteAction action;
    action.kind = kind;
    action.table_name = "T";
    action.item = ItemView(bytes);
    return action;
  }
  std::optional<std::string> stored(std::string_view pk) {
    const std::string key = item({{"pk", s(pk)}});
    const engine::ReadTransaction txn = store_.read();
    const auto response = get_item(store_.settings(), txn, {"T", ItemView(key), true});
    if (!response->item) return std::nullopt;
    return std::string(response->item->bytes());
  }

  support::TableStore store_;
  const std::string a_ = item({{"pk", s("a")}, {"x", n("1")}});
  const std::string b_ = item({{"pk", s("b")}, {"x", n("2")}});
  const std::string a_key_ = item({{"pk", s("a")}});
  const std::string b_key_ = item({{"pk", s("b")}});
};

TEST_F(Transactions, AllActionsHappenTogether) {
  ASSERT_TRUE(run({action(Kind::kPut, a_), action(Kind::kPut, b_)}).ok());
  Expressions with({}, {{":v", n("5")}});
  const expression::Update add = with.update("ADD x :v");
  const expression::Condition exists = with.condition("attribute_exists(x)");
  TransactWriteAction update = action(Kind::kUpdate, a_key_);
  update.update = &add;
  update.condition = &exists;
  ASSERT_TRUE(run({update, action(Kind::kDelete, b_key_)}).ok());
  EXPECT_EQ(stored("a"), item({{"pk", s("a")}, {"x", n("6")}}));
  EXPECT_FALSE(stored("b").has_value());
}

TEST_F(Transactions, OneFailureCancelsAllAndEveryActionHasAReason) {
  ASSERT_TRUE(run({action(Kind::kPut, a_)}).ok());
  Expressions with({}, {{":v", s("text")}});
  const expression::Condition absent = with.condition("attribute_not_exists(pk)");
  const expression::Update bad = with.update("SET y = x + x, z = nowhere");
  TransactWriteAction check = action(Kind::kConditionCheck, a_key_);
  check.condition = &absent;
  check.return_on_failure = ReturnOnConditionFailure::kAllOld;
  const std::string c_key = item({{"pk", s("c")}});
  TransactWriteAction update = action(Kind::kUpdate, c_key);
  update.update = &bad;
  const auto cancelled = run({check, action(Kind::kPut, b_), update});
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kTransactionCanceled);
  EXPECT_EQ(cancelled.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[ConditionalCheckFailed, "
            "None, ValidationError]");
  const std::vector<CancellationReason>& reasons = cancelled.error().reasons;
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_EQ(reasons[0].message, "The conditional request failed");
  EXPECT_EQ(reasons[0].item, a_);
  EXPECT_EQ(reasons[1].message, "");
  EXPECT_FALSE(reasons[2].message.empty());
  EXPECT_EQ(stored("a"), a_);
  EXPECT_FALSE(stored("b").has_value());
}

TEST_F(Transactions, RefusesShapesBeforeAnythingElse) {
  EXPECT_EQ(run({action(Kind::kPut, a_), action(Kind::kDelete, a_key_)}).error().message,
            "Transaction request cannot include multiple operations on one item");
  EXPECT_EQ(run({action(Kind::kDelete, a_)}).error().message,
            "The provided key element does not match the schema");
  TransactWriteAction nowhere = action(Kind::kPut, a_);
  nowhere.table_name = "None";
  EXPECT_EQ(run({nowhere}).error().code, ErrorCode::kResourceNotFound);
}

TEST_F(Transactions, FourMegabytesAreTheLimit) {
  std::vector<std::string> items;
  for (int i = 0; i < 11; ++i)
    items.push_back(item({{"pk", s(std::to_string(i))}, {"x", s(std::string(400'000, 'x'))}}));
  std::vector<TransactWriteAction> actions;
  for (const std::string& bytes : items) actions.push_back(action(Kind::kPut, bytes));
  const auto refused = run(actions);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kValidation);
  actions.pop_back();
  EXPECT_TRUE(run(actions).ok());
}

TEST_F(Transactions, CapacityIsDoubled) {
  const auto response = run({action(Kind::kPut, a_), action(Kind::kConditionCheck, b_key_)});
  ASSERT_TRUE(response.ok());
  ASSERT_EQ(response->capacity.size(), 1U);
  EXPECT_EQ(response->capacity[0].table_name, "T");
  EXPECT_EQ(response->capacity[0].write.total(), 4.0);
  const engine::ReadTransaction txn = store_.read();
  const std::vector<TransactGetAction> gets{{"T", ItemView(a_key_)}, {"T", ItemView(b_key_)}};
  const auto got = transact_get_items(store_.settings(), txn, gets);
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->items[0]->bytes(), a_);
  EXPECT_FALSE(got->items[1].has_value());
  EXPECT_EQ(got->capacity[0].read.total(), 4.0);
  const std::vector<TransactGetAction> twice{{"T", ItemView(a_key_)}, {"T", ItemView(a_key_)}};
  EXPECT_FALSE(transact_get_items(store_.settings(), txn, twice).ok());
}

TEST_F(Transactions, ATokenMakesARepetitionHarmlessForTenMinutesAcrossARestart) {
  Expressions with({}, {{":v", n("1")}});
  const expression::Update add = with.update("ADD hits :v");
  TransactWriteAction update = action(Kind::kUpdate, a_key_);
  update.update = &add;
  const std::string once = item({{"hits", n("1")}, {"pk", s("a")}});
  ASSERT_TRUE(run({update}, "token", 1).ok());
  store_.reopen();
  store_.clock.advance(599'999);
  const auto repeated = run({update}, "token", 1);
  ASSERT_TRUE(repeated.ok());
  EXPECT_EQ(repeated->capacity[0].read.total(), 2.0);
  EXPECT_EQ(repeated->capacity[0].write.total(), 0.0);
  EXPECT_EQ(stored("a"), once);
  EXPECT_EQ(run({update}, "token", 2).error().code, ErrorCode::kIdempotentParameterMismatch);

  store_.clock.advance(1);
  ASSERT_TRUE(run({update}, "token", 2).ok()) << "ten minutes are over";
  EXPECT_EQ(stored("a"), item({{"hits", n("2")}, {"pk", s("a")}}));
}

TEST_F(Transactions, ACancelledTransactionLeavesItsTokenFree) {
  Expressions with;
  const expression::Condition exists = with.condition("attribute_exists(pk)");
  TransactWriteAction check = action(Kind::kConditionCheck, a_key_);
  check.condition = &exists;
  EXPECT_FALSE(run({check, action(Kind::kPut, b_)}, "token", 1).ok());
  EXPECT_TRUE(run({action(Kind::kPut, b_)}, "token", 2).ok());
}

TEST_F(Transactions, OldTokensAreForgottenInSteps) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(run({action(Kind::kPut, a_)}, "old" + std::to_string(i), 1).ok());
  store_.clock.advance(600'000);
  ASSERT_TRUE(run({action(Kind::kPut, a_)}, "new", 1).ok());
  const auto step = [&] {
    return *store_.write([&](auto& txn) { return expire_tokens(store_.settings(), txn, 3); });
  };
  EXPECT_TRUE(step());
  EXPECT_FALSE(step());
  EXPECT_FALSE(step());
  const engine::ReadTransaction txn = store_.read();
  engine::Cursor cursor = txn.cursor(engine::Tree::kTokens);
  int entries = 0;
  for (bool more = *cursor.seek(std::string_view("\0", 1)); more; more = *cursor.next()) ++entries;
  EXPECT_EQ(entries, 2) << "the new token and its age";
}

// The bytes of storage/FORMAT.md, "Tokens".
TEST_F(Transactions, TokensAreStoredInTheFrozenForm) {
  using namespace std::literals;
  store_.clock.set(EpochMillis{258});
  ASSERT_EQ(store_.clock.now(), EpochMillis{258}) << "the clock stands still";
  ContentHash content;
  content.fill(0x11);
  TransactWriteRequest request{{}, "ab", content};
  ASSERT_TRUE(
      store_.write([&](auto& txn) { return transact_write_items(store_.settings(), txn, request); }).ok());
  const engine::ReadTransaction txn = store_.read();
  EXPECT_EQ(**txn.get(engine::Tree::kTokens, "tab"),
            "\x00\x00\x00\x00\x00\x00\x01\x02"s + std::string(32, '\x11'));
  EXPECT_EQ(**txn.get(engine::Tree::kTokens,
                      "e\x00\x00\x00\x00\x00\x00\x01\x02"
                      "ab"sv),
            "");
}

TEST_F(Transactions, BatchWritePutsAndDeletes) {
  const std::vector<BatchWriteAction> puts{{BatchWriteKind::kPut, ItemView(a_)},
                                           {BatchWriteKind::kPut, ItemView(b_)}};
  const auto write = [&](const std::vector<BatchWriteAction>& actions) {
    const std::vector<BatchWriteTable> tables{{"T", actions}};
    return store_.write([&](auto& txn) { return batch_write_item(store_.settings(), txn, tables); });
  };
  const auto units = write(puts)->write_units;
  ASSERT_EQ(units.size(), 1U);
  EXPECT_EQ(units[0].total(), 2.0);
  const std::vector<BatchWriteAction> duplicates{{BatchWriteKind::kPut, ItemView(a_)},
                                                 {BatchWriteKind::kDelete, ItemView(a_key_)}};
  EXPECT_EQ(write(duplicates).error().message, "Provided list of item keys contains duplicates");
  const std::string mistyped = item({{"pk", n("1")}});
  const std::vector<BatchWriteAction> half_bad{{BatchWriteKind::kDelete, ItemView(b_key_)},
                                               {BatchWriteKind::kPut, ItemView(mistyped)}};
  EXPECT_EQ(write(half_bad).error().message,
            "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N");
  EXPECT_EQ(stored("b"), b_) << "a refused batch writes nothing";
  EXPECT_TRUE(write({{BatchWriteKind::kDelete, ItemView(a_key_)}}).ok());
  EXPECT_FALSE(stored("a").has_value());
}

}  // namespace
}  // namespace larder::operation
