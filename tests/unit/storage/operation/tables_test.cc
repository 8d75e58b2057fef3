// Checks the life of tables: create, describe, list, update, delete, tags, and the erasure of what dropped tables leave
// behind. Method: a real temporary database and a clock that only moves when told.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "storage/operation/delete_table.h"
#include "storage/operation/describe_table.h"
#include "storage/operation/erase_dropped.h"
#include "storage/operation/get_item.h"
#include "storage/operation/list_tables.h"
#include "storage/operation/list_tags_of_resource.h"
#include "storage/operation/put_item.h"
#include "storage/operation/tag_resource.h"
#include "storage/operation/untag_resource.h"
#include "storage/operation/update_table.h"
#include "tests/support/table_store.h"
#include "tests/support/values.h"

namespace larder::operation {
namespace {

using support::item;
using support::s;
using table::BillingMode;
using table::KeyType;
using table::Status;

CreateTableRequest provisioned(std::string_view name) {
  CreateTableRequest request;
  request.table_name = name;
  request.attribute_definitions = {{"sk", ValueType::kNumber}, {"pk", ValueType::kString}};
  request.key_schema = {{"pk", KeyType::kHash}, {"sk", KeyType::kRange}};
  request.provisioned_throughput = table::ProvisionedThroughput{5, 6};
  return request;
}

class Tables : public testing::Test {
 protected:
  Result<table::Description> create(const CreateTableRequest& request) {
    return store_.write([&](auto& txn) { return create_table(store_.settings(), txn, request); });
  }
  Result<table::Description> update(const UpdateTableRequest& request) {
    return store_.write([&](auto& txn) { return update_table(store_.settings(), txn, request); });
  }
  Result<table::Description> drop(std::string_view name) {
    return store_.write([&](auto& txn) { return delete_table(store_.settings(), txn, name); });
  }
  Result<table::Description> describe(std::string_view name) {
    const engine::ReadTransaction txn = store_.read();
    return describe_table(store_.settings(), txn, name);
  }
  Result<void> put(std::string_view name, std::string_view key) {
    const std::string bytes = item({{"pk", s(key)}});
    return store_.write([&](auto& txn) -> Result<void> {
      LARDER_TRY_DO(put_item(store_.settings(), txn, {name, ItemView(bytes), nullptr, {}, {}}));
      return {};
    });
  }
  Result<bool> erase_step(std::size_t entries_max) {
    return store_.write([&](auto& txn) { return erase_dropped(store_.settings(), txn, entries_max); });
  }
  std::size_t stored_items() {
    const engine::ReadTransaction txn = store_.read();
    engine::Cursor cursor = txn.cursor(engine::Tree::kItems);
    std::size_t items = 0;
    for (bool more = *cursor.seek(std::string_view("\0", 1)); more; more = *cursor.next()) ++items;
    return items;
  }

  support::TableStore store_;
};

TEST_F(Tables, CreateAnswersCreatingThenActive) {
  const auto created = create(provisioned("Music"));
  ASSERT_TRUE(created.ok());
  EXPECT_EQ(created->status, Status::kCreating);
  const auto found = describe("Music");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->status, Status::kActive);
  EXPECT_EQ(found->descriptor.arn, "arn:aws:dynamodb:us-east-1:000000000000:table/Music");
  EXPECT_EQ(found->descriptor.id, created->descriptor.id);
  EXPECT_EQ(found->descriptor.id.size(), 36U);
  EXPECT_EQ(found->descriptor.id[14], '4');
  EXPECT_EQ(found->descriptor.created_at, store_.clock.now());
  EXPECT_EQ(found->descriptor.attribute_definitions, provisioned("Music").attribute_definitions);
  EXPECT_EQ(found->descriptor.provisioned.write_units, 6);
}

TEST_F(Tables, CreateRefuses) {
  ASSERT_TRUE(create(provisioned("Music")).ok());
  const auto with = [](auto change) {
    CreateTableRequest request = provisioned("Other");
    change(request);
    return request;
  };
  struct Row {
    CreateTableRequest request;
    ErrorCode code;
    std::string text;
  };
  const Row rows[] = {
      {provisioned("Music"), ErrorCode::kResourceInUse, "Table already exists: Music"},
      {with([](auto& r) { r.provisioned_throughput.reset(); }), ErrorCode::kValidation,
       "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be "
       "specified when "
       "BillingMode is PROVISIONED"},
      {with([](auto& r) { r.billing_mode = BillingMode::kPayPerRequest; }), ErrorCode::kValidation,
       "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be "
       "specified "
       "when BillingMode is PAY_PER_REQUEST"},
      {with([](auto& r) { r.provisioned_throughput->read_units = 1'000'000'000'001; }),
       ErrorCode::kValidation, "Given value 1000000000001 for ReadCapacityUnits is out of bounds"},
      {with([](auto& r) { r.key_schema[0].type = KeyType::kRange; }), ErrorCode::kValidation,
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {with([](auto& r) { r.key_schema[1].type = KeyType::kHash; }), ErrorCode::kValidation,
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
      {with([](auto& r) { r.key_schema[1].name = "pk"; }), ErrorCode::kValidation,
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {with([](auto& r) { r.attribute_definitions.pop_back(); }), ErrorCode::kValidation,
       "Invalid KeySchema: Some index key attribute have no definition"},
      {with([](auto& r) { r.attribute_definitions[0].name = "x"; }), ErrorCode::kValidation,
       "One or more parameter values were invalid: Some index key attributes are not defined in "
       "AttributeDefinitions. Keys: [pk, sk], AttributeDefinitions: [x, pk]"},
      {with([](auto& r) {
         r.attribute_definitions.push_back({"x", ValueType::kString});
       }),
       ErrorCode::kValidation,
       "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match "
       "number of "
       "attributes defined in AttributeDefinitions"},
      {with([](auto& r) {
         r.tags.assign(51, {});
         for (std::size_t i = 0; i < 51; ++i) r.tags[i].key = std::to_string(i);
       }),
       ErrorCode::kLimitExceeded, "A table can have at most 50 tags"},
  };
  for (const Row& row : rows) {
    const auto refused = create(row.request);
    ASSERT_FALSE(refused.ok()) << row.text;
    EXPECT_EQ(refused.error().code, row.code) << row.text;
    EXPECT_EQ(refused.error().message, row.text);
  }
  EXPECT_FALSE(describe("Other").ok());
}

TEST_F(Tables, ADroppedTablesNameIsFreeAtOnceAndItsItemsGoInSteps) {
  store_.create_table("T", ValueType::kString, std::nullopt);
  const std::string first_id = describe("T")->descriptor.id;
  for (int i = 0; i < 25; ++i) ASSERT_TRUE(put("T", std::to_string(i)).ok());
  EXPECT_EQ(describe("T")->count.items, 25);
  const auto dropped = drop("T");
  ASSERT_TRUE(dropped.ok());
  EXPECT_EQ(dropped->status, Status::kDeleting);
  const auto gone = describe("T");
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().message, "Requested resource not found: Table: T not found");

  store_.create_table("T", ValueType::kString, std::nullopt);
  EXPECT_NE(describe("T")->descriptor.id, first_id);
  EXPECT_EQ(describe("T")->count.items, 0);
  ASSERT_TRUE(put("T", "new").ok());
  EXPECT_EQ(stored_items(), 26U);
  EXPECT_TRUE(*erase_step(10));
  EXPECT_EQ(stored_items(), 16U);
  store_.reopen();
  EXPECT_TRUE(*erase_step(10));
  EXPECT_FALSE(*erase_step(10));
  EXPECT_EQ(stored_items(), 1U);
  EXPECT_EQ(describe("T")->count.items, 1);
  EXPECT_FALSE(*erase_step(10)) << "nothing is left to do";
}

TEST_F(Tables, DeletionProtectionRefusesUntilItIsTakenAway) {
  CreateTableRequest request = provisioned("T");
  request.deletion_protection_enabled = true;
  ASSERT_TRUE(create(request).ok());
  EXPECT_EQ(
      drop("T").error().message,
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection "
      "first.");
  UpdateTableRequest change;
  change.table_name = "T";
  change.deletion_protection_enabled = false;
  ASSERT_TRUE(update(change).ok());
  EXPECT_TRUE(drop("T").ok());
}

TEST_F(Tables, TheTestOptionDelaysBothEndsOfATablesLife) {
  store_.state_delay_millis = 1'000;
  ASSERT_TRUE(create(provisioned("T")).ok());
  EXPECT_EQ(describe("T")->status, Status::kCreating);
  EXPECT_EQ(put("T", "a").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(drop("T").error().message,
            "Attempt to change a resource which is still in use: Table is being created: T");
  store_.clock.advance(1'000);
  EXPECT_EQ(describe("T")->status, Status::kActive);

  ASSERT_TRUE(drop("T").ok());
  EXPECT_EQ(describe("T")->status, Status::kDeleting);
  EXPECT_EQ(drop("T").error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(create(provisioned("T")).error().code, ErrorCode::kResourceInUse);
  EXPECT_FALSE(*erase_step(10)) << "not due yet";
  store_.clock.advance(1'000);
  EXPECT_FALSE(describe("T").ok());

  // Made again before housekeeping came by: the old table's end must not touch the new one.
  const auto again = create(provisioned("T"));
  ASSERT_TRUE(again.ok()) << again.error().message;
  store_.clock.advance(1'000);
  while (*erase_step(10)) {
  }
  EXPECT_EQ(describe("T")->descriptor.id, again->descriptor.id);
  const engine::ReadTransaction txn = store_.read();
  EXPECT_EQ(*table::count_tables(txn), 1U);
}

TEST_F(Tables, ADelayedDeletionThatIsDueIsFinishedByHousekeeping) {
  ASSERT_TRUE(create(provisioned("T")).ok());
  store_.state_delay_millis = 1'000;
  ASSERT_TRUE(drop("T").ok());
  store_.clock.advance(1'000);
  EXPECT_FALSE(*erase_step(10));
  const engine::ReadTransaction txn = store_.read();
  EXPECT_EQ(*table::count_tables(txn), 0U);
}

TEST_F(Tables, ListsByNameInPages) {
  for (const char* name : {"bb", "a-b", "ccc", "Aaa"}) ASSERT_TRUE(create(provisioned(name)).ok());
  const engine::ReadTransaction txn = store_.read();
  const auto first = list_tables(store_.settings(), txn, {"", 3});
  EXPECT_EQ(first->table_names, (std::vector<std::string>{"Aaa", "a-b", "bb"}));
  EXPECT_EQ(first->last_evaluated_table_name, "bb");
  const auto second = list_tables(store_.settings(), txn, {"bb", 3});
  EXPECT_EQ(second->table_names, std::vector<std::string>{"ccc"});
  EXPECT_FALSE(second->last_evaluated_table_name.has_value());
  EXPECT_EQ(list_tables(store_.settings(), txn, {"b", 1})->table_names, std::vector<std::string>{"bb"})
      << "the start need not exist";
  EXPECT_FALSE(list_tables(store_.settings(), txn, {"", 4})->last_evaluated_table_name.has_value());
}

TEST_F(Tables, UpdateChangesThroughputAndBilling) {
  ASSERT_TRUE(create(provisioned("T")).ok());
  UpdateTableRequest request;
  request.table_name = "T";
  EXPECT_EQ(update(request).error().message,
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            "GlobalSecondaryIndexUpdates or "
            "SSESpecification or ReplicaUpdates is required");
  request.provisioned_throughput = table::ProvisionedThroughput{5, 6};
  EXPECT_EQ(
      update(request).error().message,
      "The provisioned throughput for the table will not change. The requested value equals the current "
      "value. "
      "Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5. Current "
      "WriteCapacityUnits provisioned for the table: 6. Requested WriteCapacityUnits: 6. Refer to the Amazon "
      "DynamoDB Developer Guide for current limits and how to request higher limits.");
  request.provisioned_throughput = table::ProvisionedThroughput{4, 7};
  const auto changed = update(request);
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(changed->status, Status::kUpdating);
  auto now = describe("T");
  EXPECT_EQ(now->status, Status::kActive);
  EXPECT_EQ(now->descriptor.provisioned.read_units, 4);
  EXPECT_TRUE(now->descriptor.history.increased_at.has_value());
  EXPECT_EQ(now->descriptor.history.decreases_today, 1);
  store_.clock.advance(86'400'000);
  EXPECT_EQ(describe("T")->descriptor.history.decreases_today, 0) << "another day";

  request.provisioned_throughput.reset();
  request.billing_mode = BillingMode::kPayPerRequest;
  request.table_class = table::TableClass::kStandardInfrequentAccess;
  request.sse = table::SseSpecification{true, ""};
  request.on_demand_throughput = table::OnDemandThroughput{10, -1};
  ASSERT_TRUE(update(request).ok());
  now = describe("T");
  EXPECT_EQ(now->descriptor.provisioned, table::ProvisionedThroughput{});
  EXPECT_EQ(now->descriptor.pay_per_request_since, store_.clock.now());
  EXPECT_EQ(now->descriptor.table_class, table::TableClass::kStandardInfrequentAccess);
  EXPECT_TRUE(now->descriptor.sse->enabled);
  EXPECT_EQ(now->descriptor.on_demand->read_units_max, 10);
}

TEST_F(Tables, TagsAreSetReplacedPagedAndTakenAway) {
  ASSERT_TRUE(create(provisioned("T")).ok());
  const std::string arn = describe("T")->descriptor.arn;
  const auto tag = [&](std::vector<table::Tag> tags) {
    return store_.write([&](auto& txn) { return tag_resource(store_.settings(), txn, {arn, tags}); });
  };
  std::vector<table::Tag> twelve;
  for (char c = 'a'; c < 'a' + 12; ++c) twelve.push_back({std::string(1, c), "1"});
  ASSERT_TRUE(tag(twelve).ok());
  ASSERT_TRUE(tag({{"b", "2"}}).ok());
  const auto tags = [&](std::string_view token) {
    const engine::ReadTransaction txn = store_.read();
    return *list_tags_of_resource(store_.settings(), txn, {arn, token});
  };
  const ListTagsOfResourceResponse first = tags("");
  EXPECT_EQ(first.tags.size(), 10U);
  EXPECT_EQ(first.tags[1], (table::Tag{"b", "2"}));
  ASSERT_TRUE(first.next_token.has_value());
  EXPECT_EQ(tags(*first.next_token).tags.size(), 2U);
  EXPECT_FALSE(tags(*first.next_token).next_token.has_value());

  ASSERT_TRUE(
      store_.write([&](auto& txn) {
              return untag_resource(store_.settings(), txn, {arn, {"a", "zz"}});
            })
          .ok());
  EXPECT_EQ(tags("").tags.front().key, "b");

  std::vector<table::Tag> many;
  for (int i = 0; i < 40; ++i) many.push_back({"k" + std::to_string(i), ""});
  EXPECT_EQ(tag(many).error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(tag({{"x", ""}, {"x", ""}}).error().code, ErrorCode::kValidation);
  EXPECT_EQ(tag({{"aws:x", ""}}).error().code, ErrorCode::kValidation);

  const engine::ReadTransaction txn = store_.read();
  EXPECT_EQ(list_tags_of_resource(store_.settings(), txn, {"T", ""}).error().code, ErrorCode::kValidation);
  const std::string other = "arn:aws:dynamodb:us-east-1:000000000000:table/None";
  EXPECT_EQ(list_tags_of_resource(store_.settings(), txn, {other, ""}).error().code,
            ErrorCode::kResourceNotFound);
}

TEST_F(Tables, ThereCanBeTwoThousandFiveHundred) {
  for (int i = 0; i < 2'500; ++i) {
    const std::string name = "t" + std::to_string(i);
    ASSERT_TRUE(create(provisioned(name)).ok());
  }
  const auto refused = create(provisioned("one-more"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kLimitExceeded);
  ASSERT_TRUE(drop("t7").ok());
  EXPECT_TRUE(create(provisioned("one-more")).ok());
}

}  // namespace
}  // namespace larder::operation
