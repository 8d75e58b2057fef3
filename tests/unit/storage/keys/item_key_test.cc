// Checks the bytes of item keys, that equal keys hash alike and different types apart, and that Scan's
// segments cover the hash space without overlap. Method: the frozen example of storage/FORMAT.md, whose hash
// was made by an independent SipHash; small comparisons.

#include "storage/keys/item_key.h"

#include <gtest/gtest.h>

#include <cstring>

#include "storage/base/bytes.h"
#include "tests/support/hex.h"
#include "tests/unit/storage/keys/key_values.h"

namespace larder::keys {
namespace {

using support::to_hex;

std::string key_of(TreeId tree, const std::string& partition_key,
                   const std::optional<std::string>& sort_key) {
  KeyBuffer key;
  append_item_key(tree, counting_secret(), ValueView(partition_key),
                  sort_key ? std::optional(ValueView(*sort_key)) : std::nullopt, key);
  return std::string(key.view());
}

TEST(ItemKey, HasTheFrozenBytes) {
  EXPECT_EQ(to_hex(key_of({7}, string_value("a"), number_value("1"))),
            "00 00 00 07 e3 3b 87 f0 e5 c0 3a 49 f9 6b a1 55 fc 58 47 ce 03 82 0b 00");
  EXPECT_EQ(to_hex(key_of({7}, number_value("1"), std::nullopt)),
            "00 00 00 07 00 59 ad 1b bf bc b2 4e de 19 a8 a2 8f 3e cd ec");
}

TEST(ItemKey, EndsInTheSortKey) {
  const std::string prefix = key_of({1}, string_value("p"), std::nullopt);
  EXPECT_EQ(prefix.size(), kItemPrefixBytes);
  EXPECT_EQ(key_of({1}, string_value("p"), string_value("sort")), prefix + "sort");
  EXPECT_EQ(key_of({1}, string_value("p"), binary_value(std::string("\0\xff", 2))),
            prefix + std::string("\0\xff", 2));
  const std::string longest(limits::kSortKeyBytesMax, 's');
  EXPECT_EQ(key_of({1}, string_value("p"), string_value(longest)).size(), kItemKeyBytesMax);
}

TEST(ItemKey, IsBuiltFromParts) {
  const std::string partition_key = string_value("p"), sort_key = string_value("s");
  KeyBuffer key;
  append_item_prefix({9}, hash_partition_key(counting_secret(), ValueView(partition_key)), key);
  EXPECT_EQ(key.view(), key_of({9}, partition_key, std::nullopt));
  append_sort_key(ValueView(sort_key), key);
  EXPECT_EQ(key.view(), key_of({9}, partition_key, sort_key));
  key.truncate(kTreeIdBytes);
  KeyBuffer tree;
  append_tree({9}, tree);
  EXPECT_EQ(key.view(), tree.view());
}

TEST(ItemKey, HashesByValueTypeAndSecret) {
  const auto hash = [](const std::string& value) {
    return hash_partition_key(counting_secret(), ValueView(value));
  };
  EXPECT_EQ(hash(number_value("1")), hash(number_value("1.0")));
  EXPECT_NE(hash(string_value("1")), hash(number_value("1")));
  EXPECT_NE(hash(string_value("x")), hash(binary_value("x")));
  HashSecret other = counting_secret();
  other[15] ^= 1;
  const std::string value = string_value("x");
  EXPECT_NE(hash_partition_key(other, ValueView(value)), hash(value));
}

TEST(ItemKeyDeathTest, NeverOutgrowsItsBuffer) {
  KeyBuffer key;
  const std::string too_long(2 * kItemKeyBytesMax, 's');
  EXPECT_DEATH(key.append(too_long), "assertion failed");
}

std::uint64_t first_eight(const PartitionHash& hash) {
  return load_big_endian<std::uint64_t>(reinterpret_cast<const char*>(hash.data()));
}

TEST(ScanSegments, AscendFromZeroInEqualSteps) {
  for (const std::uint32_t total : {1U, 2U, 3U, 7U, 1'000U, 1'000'000U}) {
    EXPECT_EQ(segment_start(0, total), PartitionHash{});
    std::uint64_t last = 0;
    const std::uint64_t step = UINT64_MAX / total;
    for (std::uint32_t segment = 1; segment < total; ++segment) {
      const PartitionHash start = segment_start(segment, total);
      const std::uint64_t first = first_eight(start);
      ASSERT_GT(first, last);
      ASSERT_LE(first - last - step, 1U) << "segments differ by at most one in size";
      for (std::size_t i = 8; i < start.size(); ++i) ASSERT_EQ(start[i], 0);
      last = first;
    }
    EXPECT_LE(UINT64_MAX - last - step + 1, 1U + 1U) << "the last segment reaches the end";
  }
}

TEST(ScanSegments, SplitInHalves) {
  PartitionHash half{};
  half[0] = 0x80;
  EXPECT_EQ(segment_start(1, 2), half);
  EXPECT_EQ(segment_start(500'000, 1'000'000), half);
}

}  // namespace
}  // namespace larder::keys
