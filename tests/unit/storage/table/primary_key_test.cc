// Checks which keys and items a key schema takes, and the service's texts for the others. Method: rows of input and
// text; each failing row passes all earlier checks.

#include "storage/table/primary_key.h"

#include <string>

#include <gtest/gtest.h>

#include "storage/table/item.h"
#include "tests/support/values.h"

namespace larder::table {
namespace {

using support::b;
using support::item;
using support::n;
using support::s;

constexpr HashSecret kSecret{1, 2, 3};

Table schema(ValueType partition, std::optional<ValueType> sort) {
  Table table;
  table.tree = TreeId{9};
  table.key_schema.partition_key = {"pk", partition};
  if (sort) table.key_schema.sort_key = KeyAttribute{"sk", *sort};
  return table;
}

TEST(PrimaryKey, SameValueSameBytes) {
  const Table table = schema(ValueType::kNumber, ValueType::kNumber);
  const std::string one = item({{"pk", n("1")}, {"sk", n("10")}});
  const std::string same = item({{"pk", n("1.0")}, {"sk", n("1e1")}, {"other", s("x")}});
  const Result<PrimaryKey> a = key_of_key(table, kSecret, ItemView(one));
  const Result<PrimaryKey> c = key_of_item(table, kSecret, ItemView(same));
  ASSERT_TRUE(a.ok());
  ASSERT_TRUE(c.ok());
  EXPECT_EQ(a->bytes.view(), c->bytes.view());
}

TEST(PrimaryKey, RefusesKeysThatDoNotMatch) {
  const Table table = schema(ValueType::kString, ValueType::kBinary);
  constexpr const char* kNoMatch = "The provided key element does not match the schema";
  struct Row {
    const char* why;
    std::string key;
    std::string text;
  };
  const Row rows[] = {
      {"too few", item({{"pk", s("a")}}), kNoMatch},
      {"too many", item({{"pk", s("a")}, {"sk", b("b")}, {"x", s("")}}), kNoMatch},
      {"other name", item({{"pk", s("a")}, {"sort", b("b")}}), kNoMatch},
      {"other type", item({{"pk", s("a")}, {"sk", s("b")}}), kNoMatch},
      {"empty string", item({{"pk", s("")}, {"sk", b("b")}}),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
       "empty "
       "string value. Key: pk"},
      {"empty binary", item({{"pk", s("a")}, {"sk", b("")}}),
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
       "empty "
       "binary value. Key: sk"},
      {"partition key too long", item({{"pk", s(std::string(2'049, 'a'))}, {"sk", b("b")}}),
       "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit "
       "of2048 bytes"},
      {"sort key too long", item({{"pk", s(std::string(2'048, 'a'))}, {"sk", b(std::string(1'025, 'b'))}}),
       "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size "
       "limit of "
       "1024 bytes"},
  };
  for (const Row& row : rows) {
    const Result<PrimaryKey> key = key_of_key(table, kSecret, ItemView(row.key));
    ASSERT_FALSE(key.ok()) << row.why;
    EXPECT_EQ(key.error().code, ErrorCode::kValidation) << row.why;
    EXPECT_EQ(key.error().message, row.text) << row.why;
  }
  const std::string longest = item({{"pk", s(std::string(2'048, 'a'))}, {"sk", b(std::string(1'024, 'b'))}});
  EXPECT_TRUE(key_of_key(table, kSecret, ItemView(longest)).ok());
}

TEST(PrimaryKey, RefusesItemsWithoutTheirKey) {
  const Table table = schema(ValueType::kString, ValueType::kNumber);
  const std::string missing = item({{"sk", n("1")}, {"x", s("")}});
  const std::string mistyped = item({{"pk", s("a")}, {"sk", s("1")}});
  EXPECT_EQ(key_of_item(table, kSecret, ItemView(missing)).error().message,
            "One or more parameter values were invalid: Missing the key pk in the item");
  EXPECT_EQ(key_of_item(table, kSecret, ItemView(mistyped)).error().message,
            "One or more parameter values were invalid: Type mismatch for key sk expected: N actual: S");
}

TEST(PrimaryKey, KeyAttributesAreCanonicalWhateverTheSchemasOrder) {
  Table table = schema(ValueType::kString, ValueType::kNumber);
  table.key_schema.partition_key.name = "z";
  table.key_schema.sort_key->name = "a";
  const std::string bytes = item({{"a", n("2")}, {"m", s("x")}, {"z", s("p")}});
  const Result<std::string> key = key_attributes(table, ItemView(bytes));
  ASSERT_TRUE(key.ok());
  EXPECT_EQ(*key, item({{"a", n("2")}, {"z", s("p")}}));
  EXPECT_TRUE(check_value(*key).ok());
}

TEST(StoredItem, DetectsAnItemOfAnotherPartitionKey) {
  const Table table = schema(ValueType::kString, std::nullopt);
  const std::string stored = item({{"pk", s("a")}});
  EXPECT_TRUE(check_partition(table, ItemView(stored),
                              ValueView("\xa1"
                                        "a"))
                  .ok());
  EXPECT_EQ(check_partition(table, ItemView(stored),
                            ValueView("\xa1"
                                      "b"))
                .error()
                .code,
            ErrorCode::kCorruption);
}

TEST(StoredItem, HeaderIsTheFrozenOne) {
  using namespace std::string_view_literals;
  const std::string bytes = item({{"id", s("a")}});
  const ItemHeader header = encode_item_header(3);
  std::string stored(header.data(), header.size());
  stored += bytes;
  EXPECT_EQ(stored, "\x00\x00\x00\x03\x81\xa2id\xa1\x61"sv);
  const Result<StoredItem> back = decode_item(stored);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->size, 3U);
  EXPECT_EQ(back->item.bytes(), bytes);
  for (std::size_t size = 0; size <= kItemHeaderBytes; ++size) {
    EXPECT_FALSE(decode_item(std::string_view(stored).substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace larder::table
