// Checks which items are in an index, under which bytes, and what the index shows of them. Method: the frozen example
// of storage/FORMAT.md; items just inside and just outside of each rule; every value an entry cannot have.

#include "storage/table/index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "storage/model/item_size.h"
#include "storage/table/item.h"
#include "tests/support/hex.h"
#include "tests/support/values.h"

namespace larder::table {
namespace {

using support::b;
using support::boolean;
using support::from_hex;
using support::item;
using support::n;
using support::s;
using support::to_hex;

// The table of storage/FORMAT.md's example: tree 7, partition key "p", sort key "s".
const std::string kItemKey =
    from_hex("00 00 00 07 e3 3b 87 f0 e5 c0 3a 49 f9 6b a1 55 fc 58 47 ce 03 82 0b 00");
const std::string kEntryKey = from_hex(
    "00 00 00 09 e3 3b 87 f0 e5 c0 3a 49 f9 6b a1 55 fc 58 47 ce 7a 00 01"
    "e3 3b 87 f0 e5 c0 3a 49 f9 6b a1 55 fc 58 47 ce 03 82 0b 00");

HashSecret counting_secret() {
  HashSecret secret;
  for (std::size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<unsigned char>(i);
  return secret;
}

Index by_letter() {
  Index index;
  index.name = "by-letter";
  index.tree = TreeId{9};
  index.partition_key = {{"a", ValueType::kString}};
  index.sort_key = {{"z", ValueType::kString}};
  return index;
}

StoredItem stored(const std::string& bytes) {
  return {static_cast<std::uint32_t>(item_size(ItemView(bytes))), ItemView(bytes)};
}

TEST(Index, AnEntryHasTheFrozenBytes) {
  const std::string one = item({{"p", s("a")}, {"s", n("1")}, {"a", s("a")}, {"z", s("z")}});
  std::string key;
  ASSERT_TRUE(append_entry_key(by_letter(), counting_secret(), kItemKey, ItemView(one), key));
  EXPECT_EQ(to_hex(key), to_hex(kEntryKey));
  EXPECT_EQ(to_hex(entry_value(key.size(), kItemKey.size())), "00 17");
}

TEST(Index, AnEntryLeadsBackToItsItem) {
  const auto back = item_key_of_entry(TreeId{7}, kEntryKey, from_hex("00 17"));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(to_hex(back->view()), to_hex(kItemKey));
}

TEST(Index, AnEntryThatCannotBeIsCorruption) {
  for (const char* value : {"", "17", "00 17 00", "00 00", "00 13", "00 1c", "ff ff"}) {
    const auto back = item_key_of_entry(TreeId{7}, kEntryKey, from_hex(value));
    ASSERT_FALSE(back.ok()) << value;
    EXPECT_EQ(back.error().code, ErrorCode::kCorruption) << value;
  }
  const std::string too_long = kEntryKey + std::string(keys::kItemKeyBytesMax, 'x');
  EXPECT_FALSE(item_key_of_entry(TreeId{7}, too_long, from_hex("00 17")).ok());
}

struct Member {
  const char* why;
  std::string item;
  IndexKeyFault fault;  // what a write of it is told
  bool is_member;
};

TEST(Index, HoldsItemsWhoseKeyAttributesAreRight) {
  const std::vector<Member> rows{
      {"both", item({{"a", s("x")}, {"z", s("y")}}), IndexKeyFault::kNone, true},
      {"no sort key", item({{"a", s("x")}}), IndexKeyFault::kNone, false},
      {"no partition key", item({{"z", s("x")}}), IndexKeyFault::kNone, false},
      {"wrong type of the partition key", item({{"a", n("1")}, {"z", s("y")}}), IndexKeyFault::kType, false},
      {"wrong type of the sort key", item({{"a", s("x")}, {"z", boolean(true)}}), IndexKeyFault::kType,
       false},
      {"wrong type, the other absent", item({{"z", b("y")}}), IndexKeyFault::kType, false},
      {"empty partition key", item({{"a", s("")}, {"z", s("y")}}), IndexKeyFault::kEmpty, false},
      {"empty sort key", item({{"a", s("x")}, {"z", s("")}}), IndexKeyFault::kEmpty, false},
      {"longest", item({{"a", s(std::string(2048, 'a'))}, {"z", s(std::string(1024, 'z'))}}),
       IndexKeyFault::kNone, true},
      {"partition key too long", item({{"a", s(std::string(2049, 'a'))}, {"z", s("y")}}),
       IndexKeyFault::kPartitionSize, false},
      {"sort key too long", item({{"a", s("x")}, {"z", s(std::string(1025, 'z'))}}), IndexKeyFault::kSortSize,
       false},
  };
  const Index index = by_letter();
  for (const Member& row : rows) {
    const ItemView view(row.item);
    EXPECT_EQ(is_member(index, view), row.is_member) << row.why;
    std::string key;
    EXPECT_EQ(append_entry_key(index, counting_secret(), kItemKey, view, key), row.is_member) << row.why;
    EXPECT_EQ(key.empty(), !row.is_member) << row.why;
    EXPECT_EQ(check_index_keys(index, std::nullopt, view).fault, row.fault) << row.why;
    EXPECT_EQ(check_index_keys(index, view, view).fault, IndexKeyFault::kNone) << "held before: " << row.why;
  }
}

TEST(Index, SaysWhichAttributeIsAtFault) {
  const std::string bad = item({{"a", s("x")}, {"z", b("y")}});
  const Index index = by_letter();
  const IndexKeyCheck check = check_index_keys(index, std::nullopt, ItemView(bad));
  ASSERT_NE(check.attribute, nullptr);
  EXPECT_EQ(check.attribute->name, "z");
  EXPECT_EQ(check.actual, ValueType::kBinary);
}

TEST(Index, AnEntryStaysWhenItsKeyAttributesDo) {
  const Index index = by_letter();
  const std::string one = item({{"a", s("x")}, {"z", s("y")}});
  const auto same = [&](const std::string& other) {
    return same_entry(index, ItemView(one), ItemView(other));
  };
  EXPECT_TRUE(same(item({{"a", s("x")}, {"z", s("y")}, {"more", n("1")}})));
  EXPECT_FALSE(same(item({{"a", s("x")}, {"z", s("yy")}})));
  EXPECT_FALSE(same(item({{"a", s("x")}, {"z", b("y")}})));
  EXPECT_FALSE(same(item({{"a", s("x")}})));
}

TEST(Index, ShowsWhatItProjects) {
  const std::string one = item({{"a", s("x")}, {"more", n("12")}, {"p", s("a")}, {"z", s("y")}});
  Index index = by_letter();
  std::string shown;
  append_projected(index, ItemView(one), shown);
  EXPECT_EQ(shown, one);
  EXPECT_EQ(projected_size(index, stored(one)), item_size(ItemView(one)));
  EXPECT_TRUE(index.projects("anything"));

  index.projection = ProjectionType::kInclude;
  index.projected = {"a", "not there", "p", "z"};
  shown.clear();
  append_projected(index, ItemView(one), shown);
  const std::string part = item({{"a", s("x")}, {"p", s("a")}, {"z", s("y")}});
  EXPECT_EQ(shown, part);
  EXPECT_EQ(projected_size(index, stored(one)), item_size(ItemView(part)));
  EXPECT_TRUE(index.projects("p"));
  EXPECT_FALSE(index.projects("more"));
  const std::string changed = item({{"a", s("x")}, {"more", n("13")}, {"p", s("a")}, {"z", s("y")}});
  EXPECT_TRUE(same_projection(index, ItemView(one), ItemView(changed)));
  EXPECT_FALSE(same_projection(by_letter(), ItemView(one), ItemView(changed)));
}

}  // namespace
}  // namespace larder::table
