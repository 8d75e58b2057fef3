// Checks the catalog's stored bytes. Method: the frozen examples of storage/FORMAT.md, and for damage every
// truncation and wrong format and type codes.

#include "storage/table/catalog_entry.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace larder::table {
namespace {

using namespace std::string_view_literals;

IndexedTable music() {
  IndexedTable table;
  table.tree = TreeId{7};
  table.key_schema.partition_key = {"Artist", ValueType::kString};
  table.key_schema.sort_key = KeyAttribute{"Year", ValueType::kNumber};
  return table;
}

constexpr std::string_view kMusicHead =
    "\x01"
    "\x00\x00\x00\x07"
    "\x00\x00\x00\x00\x00\x00\x00\x00"
    "\x00\x00\x00\x00\x00\x00\x00\x00"
    "\x01\x01"
    "S\x00\x06"
    "Artist"
    "N\x00\x04"
    "Year"sv;

TEST(CatalogEntry, EncodesTheFrozenHead) {
  EXPECT_EQ(encode_head(music()), kMusicHead);
}

TEST(CatalogEntry, HeadsSurviveARoundTrip) {
  IndexedTable table = music();
  table.active_at = EpochMillis{1'700'000'000'123};
  table.deleted_at = EpochMillis{1'700'000'005'000};
  table.key_schema.sort_key.reset();
  table.key_schema.partition_key = {std::string(255, 'k'), ValueType::kBinary};
  const Result<Table> back = decode_head(encode_head(table));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->tree, table.tree);
  EXPECT_EQ(back->active_at, table.active_at);
  EXPECT_EQ(back->deleted_at, table.deleted_at);
  EXPECT_EQ(back->key_schema.partition_key.name, table.key_schema.partition_key.name);
  EXPECT_EQ(back->key_schema.partition_key.type, ValueType::kBinary);
  EXPECT_FALSE(back->key_schema.sort_key.has_value());
}

TEST(CatalogEntry, ReportsCorruptionForEveryTruncation) {
  for (std::size_t size = 0; size < kMusicHead.size(); ++size) {
    const Result<Table> table = decode_head(kMusicHead.substr(0, size));
    ASSERT_FALSE(table.ok()) << "at size " << size;
    EXPECT_EQ(table.error().code, ErrorCode::kCorruption);
  }
}

TEST(CatalogEntry, ReportsCorruptionForBadCodes) {
  struct Row {
    const char* why;
    std::size_t at;
    char byte;
  };
  for (const Row& row : {Row{"format", 0, '\x02'}, Row{"partition keys", 21, '\2'},
                         Row{"sort keys", 22, '\2'}, Row{"type", 23, 'M'}, Row{"empty name", 25, '\0'}}) {
    std::string bytes(kMusicHead);
    bytes[row.at] = row.byte;
    EXPECT_FALSE(decode_head(bytes).ok()) << row.why;
  }
  EXPECT_FALSE(decode_indexed_head(std::string(kMusicHead) + "x").ok()) << "something behind";
}

TEST(CatalogEntry, EncodesTheFrozenDroppedTree) {
  EXPECT_EQ(dropped_key(TreeId{7}), "x\x00\x00\x00\x07"sv);
  EXPECT_EQ(encode_dropped({TreeId{7}, EpochMillis{258}, "Music"}),
            "\x00\x00\x00\x00\x00\x00\x01\x02Music"sv);
  const Result<DroppedTree> back =
      decode_dropped("x\x00\x00\x00\x07"sv, "\x00\x00\x00\x00\x00\x00\x01\x02Music"sv);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->tree, TreeId{7});
  EXPECT_EQ(back->due, EpochMillis{258});
  EXPECT_EQ(back->name, "Music");
  EXPECT_FALSE(decode_dropped("x\x00\x00\x07"sv, "\x00\x00\x00\x00\x00\x00\x01\x02"sv).ok());
  EXPECT_FALSE(decode_dropped("x\x00\x00\x00\x07"sv, "\x00\x00"sv).ok());
}

TEST(CatalogKey, CutsWhatNoTableCanBeCalled) {
  EXPECT_EQ(std::string_view(CatalogKey(CatalogKind::kHead, "Music")), "hMusic");
  EXPECT_EQ(std::string_view(CatalogKey(CatalogKind::kHead, std::string(5'000, 'a'))).size(), 257U);
}

}  // namespace
}  // namespace larder::table
