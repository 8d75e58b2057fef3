// Checks PutItem, UpdateItem, DeleteItem and GetItem: what they store, return, count and refuse, with the service's
// texts. Method: a real temporary database; each refusing row passes all earlier checks, and leaves the item as it was.

#include <string>

#include <gtest/gtest.h>

#include "storage/operation/delete_item.h"
#include "storage/operation/describe_table.h"
#include "storage/operation/get_item.h"
#include "storage/operation/put_item.h"
#include "storage/operation/update_item.h"
#include "tests/support/table_store.h"
#include "tests/support/values.h"

namespace larder::operation {
namespace {

using support::Expressions;
using support::item;
using support::n;
using support::s;

class ItemWrites : public testing::Test {
 protected:
  void SetUp() override { store_.create_table("T", ValueType::kString, ValueType::kNumber); }

  Result<ItemWriteResponse> put(const std::string& bytes, const expression::Condition* condition = nullptr,
                                ReturnOnConditionFailure on_failure = ReturnOnConditionFailure::kNone) {
    PutItemRequest request{"T", ItemView(bytes), condition, ReturnValues::kAllOld, on_failure};
    return store_.write(
        [&](engine::WriteTransaction& txn) { return put_item(store_.settings(), txn, request); });
  }
  Result<ItemWriteResponse> update(const std::string& key, const expression::Update* update,
                                   ReturnValues return_values = ReturnValues::kNone,
                                   const expression::Condition* condition = nullptr) {
    UpdateItemRequest request;
    request.table_name = "T";
    request.key = ItemView(key);
    request.update = update;
    request.condition = condition;
    request.return_values = return_values;
    return store_.write(
        [&](engine::WriteTransaction& txn) { return update_item(store_.settings(), txn, request); });
  }
  Result<ItemWriteResponse> erase(const std::string& key, const expression::Condition* condition = nullptr) {
    DeleteItemRequest request{"T", ItemView(key), condition, ReturnValues::kAllOld,
                              ReturnOnConditionFailure::kNone};
    return store_.write(
        [&](engine::WriteTransaction& txn) { return delete_item(store_.settings(), txn, request); });
  }
  std::optional<std::string> stored(const std::string& key) {
    const engine::ReadTransaction txn = store_.read();
    const auto response = get_item(store_.settings(), txn, {"T", ItemView(key), true});
    EXPECT_TRUE(response.ok());
    if (!response->item) return std::nullopt;
    return std::string(response->item->bytes());
  }
  engine::TreeCount count() {
    const engine::ReadTransaction txn = store_.read();
    return describe_table(store_.settings(), txn, "T")->count;
  }

  support::TableStore store_;
  const std::string key_ = item({{"pk", s("a")}, {"sk", n("1")}});
};

TEST_F(ItemWrites, PutStoresReplacesAndReturnsTheOldItem) {
  const std::string first = item({{"pk", s("a")}, {"sk", n("1")}, {"x", s("old")}});
  const std::string second = item({{"pk", s("a")}, {"sk", n("1.0")}, {"y", s("new")}});
  const auto created = put(first);
  ASSERT_TRUE(created.ok());
  EXPECT_FALSE(created->attributes.has_value());
  const auto replaced = put(second);
  ASSERT_TRUE(replaced.ok());
  EXPECT_EQ(replaced->attributes, first);
  EXPECT_EQ(stored(key_), second) << "1 and 1.0 are one key";
  EXPECT_EQ(count().items, 1);
  EXPECT_EQ(count().bytes, 2 + 1 + 2 + 2 + 1 + 3);
}

TEST_F(ItemWrites, AFailedConditionChangesNothingAndShowsTheItemWhenAsked) {
  const std::string first = item({{"pk", s("a")}, {"sk", n("1")}, {"x", s("old")}});
  ASSERT_TRUE(put(first).ok());
  Expressions with;
  const expression::Condition absent = with.condition("attribute_not_exists(pk)");
  const auto silent = put(key_, &absent);
  ASSERT_FALSE(silent.ok());
  EXPECT_EQ(silent.error().code, ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(silent.error().message, "The conditional request failed");
  EXPECT_TRUE(silent.error().item.empty());
  EXPECT_EQ(put(key_, &absent, ReturnOnConditionFailure::kAllOld).error().item, first);
  EXPECT_EQ(erase(key_, &absent).error().code, ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(stored(key_), first);
}

TEST_F(ItemWrites, SizesAreLimitedWhicheverOperationWrites) {
  const std::size_t overhead = 2 + 1 + 2 + 2 + 1;  // pk, "a", sk, 1, x
  const std::string largest =
      item({{"pk", s("a")}, {"sk", n("1")}, {"x", s(std::string(409'600 - overhead, 'x'))}});
  ASSERT_TRUE(put(largest).ok());
  const std::string larger =
      item({{"pk", s("b")}, {"sk", n("1")}, {"x", s(std::string(409'601 - overhead, 'x'))}});
  const auto refused = put(larger);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "Item size has exceeded the maximum allowed size");
  Expressions with({}, {{":v", s("")}});
  const expression::Update grow = with.update("SET y = :v");
  const auto grown = update(key_, &grow);
  ASSERT_FALSE(grown.ok());
  EXPECT_EQ(grown.error().message, "Item size to update has exceeded the maximum allowed size");
  EXPECT_EQ(stored(key_), largest);
}

TEST_F(ItemWrites, CapacityCountsTheLargerImage) {
  const std::string small = item({{"pk", s("a")}, {"sk", n("1")}});
  const std::string large = item({{"pk", s("a")}, {"sk", n("1")}, {"x", s(std::string(4'088, 'x'))}});
  EXPECT_EQ(put(small)->write_units.total(), 1.0);
  EXPECT_EQ(put(large)->write_units.total(), 4.0);
  EXPECT_EQ(put(small)->write_units.total(), 4.0);
  EXPECT_EQ(erase(small)->write_units.total(), 1.0);
  EXPECT_EQ(erase(small)->write_units.total(), 1.0) << "an absent item still costs";
  ASSERT_TRUE(put(large).ok());
  const engine::ReadTransaction txn = store_.read();
  EXPECT_EQ(get_item(store_.settings(), txn, {"T", ItemView(key_), true})->read_units, 1.0);
  EXPECT_EQ(get_item(store_.settings(), txn, {"T", ItemView(key_), false})->read_units, 0.5);
}

TEST_F(ItemWrites, UpdateStartsAnAbsentItemFromItsKey) {
  Expressions with({}, {{":v", n("5")}});
  const expression::Update add = with.update("ADD hits :v");
  const std::string after = item({{"hits", n("5")}, {"pk", s("a")}, {"sk", n("1")}});
  EXPECT_EQ(update(key_, &add, ReturnValues::kAllNew)->attributes, after);
  EXPECT_EQ(stored(key_), after);
}

TEST_F(ItemWrites, UpdateWithoutAnExpressionMakesAKeyOnlyItem) {
  ASSERT_TRUE(update(key_, nullptr).ok());
  EXPECT_EQ(stored(key_), key_);
}

TEST_F(ItemWrites, UpdateThatOnlyRemovesLeavesAnAbsentItemAbsent) {
  Expressions with;
  const expression::Update remove = with.update("REMOVE x");
  const auto response = update(key_, &remove, ReturnValues::kAllNew);
  ASSERT_TRUE(response.ok());
  EXPECT_FALSE(response->attributes.has_value());
  EXPECT_FALSE(stored(key_).has_value());
  EXPECT_EQ(count().items, 0);
}

TEST_F(ItemWrites, UpdateReturnsWhatWasAskedFor) {
  const std::string before = item({{"pk", s("a")}, {"sk", n("1")}, {"x", n("1")}, {"y", n("2")}});
  struct Row {
    ReturnValues asked;
    std::optional<std::string> shown;
  };
  const Row rows[] = {
      {ReturnValues::kNone, std::nullopt},
      {ReturnValues::kAllOld, before},
      {ReturnValues::kUpdatedOld, item({{"x", n("1")}})},
      {ReturnValues::kAllNew,
       item({{"pk", s("a")}, {"sk", n("1")}, {"x", n("9")}, {"y", n("2")}, {"z", n("1")}})},
      {ReturnValues::kUpdatedNew, item({{"x", n("9")}, {"z", n("1")}})},
  };
  for (const Row& row : rows) {
    ASSERT_TRUE(put(before).ok());
    Expressions with({}, {{":v", n("9")}});
    const expression::Update change = with.update("SET z = x, x = :v");
    EXPECT_EQ(update(key_, &change, row.asked)->attributes, row.shown) << static_cast<int>(row.asked);
  }
  Expressions with;
  const expression::Update nothing = with.update("REMOVE nowhere");
  EXPECT_FALSE(update(key_, &nothing, ReturnValues::kUpdatedNew)->attributes.has_value());
}

TEST_F(ItemWrites, UpdateMayNotTouchTheKey) {
  Expressions with({}, {{":v", n("9")}});
  const expression::Update change = with.update("SET sk = :v");
  EXPECT_EQ(update(key_, &change).error().message,
            "One or more parameter values were invalid: Cannot update attribute sk. This attribute is part "
            "of the key");
}

TEST_F(ItemWrites, AnAbsentTableIsNotFoundAndAnArnIsAName) {
  const engine::ReadTransaction txn = store_.read();
  const auto absent = get_item(store_.settings(), txn, {"None", ItemView(key_), false});
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(absent.error().message, "Requested resource not found");
  EXPECT_TRUE(get_item(store_.settings(), txn,
                       {"arn:aws:dynamodb:us-east-1:000000000000:table/T", ItemView(key_), false})
                  .ok());
}

TEST_F(ItemWrites, DeleteReturnsTheItemAndSucceedsWithoutOne) {
  const std::string bytes = item({{"pk", s("a")}, {"sk", n("1")}, {"x", s("y")}});
  ASSERT_TRUE(put(bytes).ok());
  EXPECT_EQ(erase(key_)->attributes, bytes);
  EXPECT_FALSE(erase(key_)->attributes.has_value());
  EXPECT_EQ(count().items, 0);
  EXPECT_EQ(count().bytes, 0);
}

// A map of a few megabytes stands in for a full disk.
TEST(FullStore, RefusesWhatGrowsAndTakesWhatShrinks) {
  engine::EnvironmentOptions options = support::ScratchStore::without_sync();
  options.map_bytes = 8 << 20;
  support::TableStore store(options);
  store.create_table("T", ValueType::kString, std::nullopt);
  const auto put = [&](int key, std::size_t size) -> Result<void> {
    const std::string bytes = item({{"pk", s(std::to_string(key))}, {"x", s(std::string(size, 'x'))}});
    LARDER_TRY_DO(store.write([&](auto& txn) {
      return put_item(store.settings(), txn, {"T", ItemView(bytes), nullptr, {}, {}});
    }));
    return {};
  };
  int stored = 0;
  Result<void> outcome;
  while (stored < 100 && (outcome = put(stored, 300'000)).ok()) ++stored;
  ASSERT_FALSE(outcome.ok()) << "thirty megabytes went into eight";
  ASSERT_GT(stored, 0);
  EXPECT_EQ(outcome.error().code, ErrorCode::kServiceUnavailable);
  EXPECT_TRUE(put(0, 100).ok()) << "an item that shrinks is no growth";

  const std::string key = item({{"pk", s("1")}});
  EXPECT_TRUE(store
                  .write([&](auto& txn) {
                    return delete_item(store.settings(), txn, {"T", ItemView(key), nullptr, {}, {}});
                  })
                  .ok());
  const engine::ReadTransaction txn = store.read();
  EXPECT_EQ(describe_table(store.settings(), txn, "T")->count.items, stored - 1);
}

}  // namespace
}  // namespace larder::operation
