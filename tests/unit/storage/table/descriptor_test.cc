// Checks that descriptors survive a round trip and that damage is reported. Method: one descriptor with everything
// set and one with nothing; every truncation, and members taken away or of a wrong type.

#include "storage/table/descriptor.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "storage/model/attribute_value.h"
#include "tests/support/hex.h"

namespace larder::table {
namespace {

Descriptor full() {
  Descriptor descriptor;
  descriptor.name = "Music";
  descriptor.id = "0b0c6d3a-4b8e-4d0b-9a55-0c3c8a3f8f11";
  descriptor.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Music";
  descriptor.created_at = EpochMillis{1'700'000'000'000};
  descriptor.attribute_definitions = {{"Year", ValueType::kNumber}, {"Artist", ValueType::kString}};
  descriptor.key_schema = {{"Artist", KeyType::kHash}, {"Year", KeyType::kRange}};
  descriptor.billing_mode = BillingMode::kPayPerRequest;
  descriptor.pay_per_request_since = EpochMillis{1'700'000'000'001};
  descriptor.provisioned = {1'000'000'000'000, 7};
  descriptor.history.increased_at = EpochMillis{1'700'000'000'002};
  descriptor.history.decreased_at = EpochMillis{1'700'000'000'003};
  descriptor.history.decreases_today = 3;
  descriptor.on_demand = OnDemandThroughput{-1, 40};
  descriptor.table_class = TableClass::kStandardInfrequentAccess;
  descriptor.table_class_given = true;
  descriptor.table_class_updated_at = EpochMillis{1'700'000'000'004};
  descriptor.sse = SseSpecification{true, "alias/key"};
  descriptor.deletion_protection_enabled = true;
  descriptor.tags = {{"a", ""}, {"b", "value"}};
  descriptor.warm = WarmThroughput{15'000, 5'000};
  IndexDescriptor global;
  global.name = "by-genre";
  global.key_schema = {{"Genre", KeyType::kHash}, {"Label", KeyType::kHash}, {"Year", KeyType::kRange}};
  global.projection = ProjectionType::kInclude;
  global.non_key_attributes = {"Title", "Length"};
  global.provisioned = {3, 4};
  global.history = {EpochMillis{5}, EpochMillis{6}, 2};
  global.on_demand = OnDemandThroughput{7, -1};
  global.warm = WarmThroughput{8, 9};
  IndexDescriptor local;
  local.name = "by-title";
  local.kind = IndexKind::kLocal;
  local.key_schema = {{"Artist", KeyType::kHash}, {"Title", KeyType::kRange}};
  local.projection = ProjectionType::kKeysOnly;
  descriptor.indexes = {global, local};
  return descriptor;
}

void expect_same(const Descriptor& a, const Descriptor& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.arn, b.arn);
  EXPECT_EQ(a.created_at, b.created_at);
  EXPECT_EQ(a.attribute_definitions, b.attribute_definitions);
  EXPECT_EQ(a.key_schema, b.key_schema);
  EXPECT_EQ(a.billing_mode, b.billing_mode);
  EXPECT_EQ(a.pay_per_request_since, b.pay_per_request_since);
  EXPECT_EQ(a.provisioned, b.provisioned);
  EXPECT_EQ(a.history.increased_at, b.history.increased_at);
  EXPECT_EQ(a.history.decreased_at, b.history.decreased_at);
  EXPECT_EQ(a.history.decreases_today, b.history.decreases_today);
  EXPECT_EQ(a.on_demand, b.on_demand);
  EXPECT_EQ(a.table_class, b.table_class);
  EXPECT_EQ(a.table_class_given, b.table_class_given);
  EXPECT_EQ(a.table_class_updated_at, b.table_class_updated_at);
  EXPECT_EQ(a.sse, b.sse);
  EXPECT_EQ(a.deletion_protection_enabled, b.deletion_protection_enabled);
  EXPECT_EQ(a.tags, b.tags);
  EXPECT_EQ(a.warm, b.warm);
  EXPECT_EQ(a.indexes, b.indexes);
}

TEST(Descriptor, SurvivesARoundTripWithEverythingSet) {
  const Result<Descriptor> back = decode_descriptor(encode_descriptor(full()));
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same(*back, full());
}

TEST(Descriptor, SurvivesARoundTripWithNothingOptional) {
  Descriptor plain;
  plain.name = "T";
  plain.attribute_definitions = {{"pk", ValueType::kBinary}};
  plain.key_schema = {{"pk", KeyType::kHash}};
  const Result<Descriptor> back = decode_descriptor(encode_descriptor(plain));
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same(*back, plain);
}

// The bytes of storage/FORMAT.md, "Catalog". A failing row is a format break, not a stale test.
TEST(Descriptor, EncodesTheFrozenBytes) {
  using namespace std::string_view_literals;
  Descriptor small;
  small.name = "T";
  small.id = "i";
  small.arn = "a";
  small.created_at = EpochMillis{1};
  small.attribute_definitions = {{"k", ValueType::kString}};
  small.key_schema = {{"k", KeyType::kHash}};
  small.provisioned = {5, 6};
  EXPECT_EQ(encode_descriptor(small),
            "\x8b\xa3"
            "arn"
            "\xa1"
            "a"
            "\xaa"
            "attributes"
            "\x92\xa1"
            "k"
            "\xa1"
            "S"
            "\xa7"
            "billing"
            "\x00"
            "\xa7"
            "created"
            "\x01"
            "\xa9"
            "decreases"
            "\x00"
            "\xa2"
            "id"
            "\xa1"
            "i"
            "\xa4"
            "keys"
            "\x92\xa1"
            "k"
            "\x00"
            "\xa4"
            "name"
            "\xa1"
            "T"
            "\xa9"
            "protected"
            "\xc2"
            "\xa4"
            "tags"
            "\x90"
            "\xaa"
            "throughput"
            "\x92\x05\x06"sv);
}

TEST(Descriptor, EncodesTheFrozenBytesOfAnIndex) {
  Descriptor small;
  small.key_schema = {{"k", KeyType::kHash}};
  IndexDescriptor index;
  index.name = "i";
  index.key_schema = {{"k", KeyType::kHash}};
  small.indexes = {index};
  const std::string bytes = encode_descriptor(small);
  const std::optional<ValueView> indexes = ItemView(bytes).find("indexes");
  ASSERT_TRUE(indexes);
  EXPECT_EQ(support::to_hex(indexes->bytes()),
            "91 "
            "87 a9 64 65 63 72 65 61 73 65 73 00 a8 69 6e 63 6c 75 64 65 64 90 "
            "a4 6b 65 79 73 92 a1 6b 00 a4 6b 69 6e 64 00 a4 6e 61 6d 65 a1 69 "
            "aa 70 72 6f 6a 65 63 74 69 6f 6e 00 "
            "aa 74 68 72 6f 75 67 68 70 75 74 92 00 00");
}

TEST(Descriptor, ReportsCorruptionForEveryTruncation) {
  const std::string bytes = encode_descriptor(full());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Result<Descriptor> damaged = decode_descriptor(std::string_view(bytes).substr(0, size));
    ASSERT_FALSE(damaged.ok()) << "at size " << size;
    EXPECT_EQ(damaged.error().code, ErrorCode::kCorruption);
  }
}

TEST(Descriptor, ReportsCorruptionForEveryMemberOfAWrongType) {
  const std::string good = encode_descriptor(full());
  for (const MemberView member : ItemView(good).members()) {
    AttributeValue tree = to_tree(ValueView(good));
    std::get<MapValue>(static_cast<AttributeValueBase&>(tree))
        .members.insert_or_assign(std::string(member.name), AttributeValue(NullValue{}));
    std::string bytes;
    append_value(tree, bytes);
    EXPECT_FALSE(decode_descriptor(bytes).ok()) << member.name;
  }
}

}  // namespace
}  // namespace larder::table
