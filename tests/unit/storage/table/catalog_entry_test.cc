// Checks the catalog's stored bytes. Method: the frozen examples of storage/FORMAT.md, and for damage every
// truncation and wrong format and type codes.

#include "storage/table/catalog_entry.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/hex.h"

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

// The head above with the indexes of storage/FORMAT.md.
IndexedTable indexed_music() {
  IndexedTable table = music();
  table.collections = TreeId{8};
  Index local;
  local.name = "l";
  local.tree = TreeId{9};
  local.kind = IndexKind::kLocal;
  local.partition_key = {{"Artist", ValueType::kString}};
  local.sort_key = {{"Rank", ValueType::kBinary}};
  local.projection = ProjectionType::kKeysOnly;
  local.projected = {"Artist", "Rank", "Year"};
  Index global;
  global.name = "g";
  global.tree = TreeId{10};
  global.state = IndexState::kBuilding;
  global.partition_key = {{"Year", ValueType::kNumber}};
  table.indexes = {local, global};
  return table;
}

const std::string kIndexedMusicHead =
    std::string(kMusicHead) +
    support::from_hex(
        "00 00 00 08"
        "00 00 00 09 01 00 01 00 01 6c 01 01 53 00 06 41 72 74 69 73 74 42 00 04 52 61 6e 6b"
        "00 03 00 06 41 72 74 69 73 74 00 04 52 61 6e 6b 00 04 59 65 61 72"
        "00 00 00 0a 00 01 00 00 01 67 01 00 4e 00 04 59 65 61 72 00 00");

TEST(CatalogEntry, EncodesTheFrozenHeadWithIndexes) {
  EXPECT_EQ(support::to_hex(encode_head(indexed_music())), support::to_hex(kIndexedMusicHead));
}

TEST(CatalogEntry, HeadsWithIndexesSurviveARoundTrip) {
  const Result<IndexedTable> back = decode_indexed_head(kIndexedMusicHead);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->indexes, indexed_music().indexes);
  EXPECT_EQ(back->collections, TreeId{8});
  const Result<Table> table_alone = decode_head(kIndexedMusicHead);
  ASSERT_TRUE(table_alone.ok());
  EXPECT_EQ(table_alone->tree, TreeId{7});

  IndexedTable widest = music();
  Index index;
  index.name = std::string(255, 'i');
  index.tree = TreeId{1};
  index.projection = ProjectionType::kInclude;
  for (char c = 'a'; c < 'e'; ++c) {
    index.partition_key.push_back({std::string(255, c), ValueType::kString});
    index.sort_key.push_back({std::string(255, static_cast<char>(c + 4)), ValueType::kNumber});
  }
  index.projected.push_back(std::string(65'535, 'p'));
  widest.indexes = {index};
  const Result<IndexedTable> widest_back = decode_indexed_head(encode_head(widest));
  ASSERT_TRUE(widest_back.ok());
  EXPECT_EQ(widest_back->indexes, widest.indexes);
  EXPECT_FALSE(widest_back->collections);
}

TEST(CatalogEntry, ReportsCorruptionForEveryTruncationOfIndexes) {
  const std::size_t whole_indexes[] = {kMusicHead.size(), kMusicHead.size() + 4,
                                       kIndexedMusicHead.size() - 21};
  for (std::size_t size = kMusicHead.size(); size < kIndexedMusicHead.size(); ++size) {
    const bool is_whole = std::ranges::find(whole_indexes, size) != std::end(whole_indexes);
    EXPECT_EQ(decode_indexed_head(std::string_view(kIndexedMusicHead).substr(0, size)).ok(), is_whole)
        << "at size " << size;
  }
}

TEST(CatalogEntry, ReportsCorruptionForBadCodesOfIndexes) {
  struct Row {
    const char* why;
    std::size_t at;
    char byte;
  };
  const std::size_t index = kMusicHead.size() + 4;
  for (const Row& row :
       {Row{"kind", index + 4, 2}, Row{"state", index + 5, 2}, Row{"projection", index + 6, 3},
        Row{"no partition key", index + 10, 0}, Row{"five partition keys", index + 10, 5},
        Row{"five sort keys", index + 11, 5}, Row{"type", index + 12, 'M'}}) {
    std::string bytes = kIndexedMusicHead;
    bytes[row.at] = row.byte;
    EXPECT_FALSE(decode_indexed_head(bytes).ok()) << row.why;
  }
}

TEST(CatalogEntry, EncodesTheFrozenBuild) {
  EXPECT_EQ(build_key(TreeId{10}), "b\x00\x00\x00\x0a"sv);
  const std::string value = encode_build({TreeId{10}, EpochMillis{258}, "Music", "i"});
  EXPECT_EQ(support::to_hex(value), "00 00 00 00 00 00 01 02 00 05 4d 75 73 69 63 69");
  const Result<IndexBuild> back = decode_build(build_key(TreeId{10}), value);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->index, TreeId{10});
  EXPECT_EQ(back->due, EpochMillis{258});
  EXPECT_EQ(back->table, "Music");
  EXPECT_EQ(back->position, "i");
  for (std::size_t size = 0; size < value.size() - 1; ++size) {
    EXPECT_FALSE(decode_build(build_key(TreeId{10}), value.substr(0, size)).ok()) << "at size " << size;
  }
  EXPECT_FALSE(decode_build("b\x00\x00\x0a"sv, value).ok());
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
