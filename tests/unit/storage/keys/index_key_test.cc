// Checks the bytes of index keys and that memcmp orders entries as the service does, whatever stands behind a part.
// Method: the frozen examples of storage/FORMAT.md; parts of random texts, compared pair by pair.

#include "storage/keys/index_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/support/hex.h"
#include "tests/support/seed.h"
#include "tests/unit/storage/keys/key_values.h"

namespace larder::keys {
namespace {

using support::to_hex;

std::string part_of(const std::string& value) {
  std::string part;
  append_index_part(ValueView(value), part);
  return part;
}

TEST(IndexKey, PartsHaveTheFrozenBytes) {
  using namespace std::string_literals;
  EXPECT_EQ(to_hex(part_of(string_value(""))), "00 01");
  EXPECT_EQ(to_hex(part_of(string_value("a"))), "61 00 01");
  EXPECT_EQ(to_hex(part_of(binary_value("\0"s))), "00 ff 00 01");
  EXPECT_EQ(to_hex(part_of(binary_value("a\0b"s))), "61 00 ff 62 00 01");
  EXPECT_EQ(to_hex(part_of(number_value("1"))), "03 82 0b 00");
}

TEST(IndexKey, ThePartitionOfOneAttributeHashesAsAnItemsDoes) {
  const std::string value = string_value("a");
  const std::vector<ValueView> one{ValueView(value)};
  const PartitionHash hash = hash_index_partition(counting_secret(), one);
  EXPECT_EQ(hash, hash_partition_key(counting_secret(), ValueView(value)));
  std::string prefix;
  append_index_prefix(TreeId{9}, hash, prefix);
  EXPECT_EQ(to_hex(prefix), "00 00 00 09 e3 3b 87 f0 e5 c0 3a 49 f9 6b a1 55 fc 58 47 ce");
}

TEST(IndexKey, SeveralAttributesAreHashedEndToEnd) {
  const auto hash_of = [](const std::vector<std::string>& values) {
    std::vector<ValueView> views;
    for (const std::string& value : values) views.emplace_back(value);
    const PartitionHash hash = hash_index_partition(counting_secret(), views);
    return std::string(reinterpret_cast<const char*>(hash.data()), hash.size());
  };
  EXPECT_EQ(to_hex(hash_of({string_value("a"), number_value("1")})),
            "71 bc 07 e5 5c ca e8 1f cc 45 8f ff 8d ac f0 f4");
  // Where one value ends and the next begins counts, and so does their order.
  EXPECT_NE(hash_of({string_value("a"), string_value("bc")}),
            hash_of({string_value("ab"), string_value("c")}));
  EXPECT_NE(hash_of({string_value("a"), string_value("b")}), hash_of({string_value("b"), string_value("a")}));
}

TEST(IndexKey, PartsOrderAsTheirTextsWhateverFollows) {
  std::mt19937_64 random(support::test_seed());
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) {
    std::string text;
    // Few different bytes, the escaping ones among them, so that texts share beginnings.
    for (std::size_t left = random() % 5; left > 0; --left) text += std::string("\0\1a\xff", 4)[random() % 4];
    texts.push_back(text);
  }
  const std::vector<std::string> tails{"", std::string("\0\0", 2), "\xff\xff"};
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      for (const std::string& tail : tails) {
        const std::string of_a = part_of(binary_value(a)) + tail;
        const std::string of_b = part_of(binary_value(b)) + tails[0];
        if (a != b) {
          ASSERT_EQ(of_a < of_b, a < b) << to_hex(a) << " | " << to_hex(b);
        }
      }
      std::string prefix;
      append_index_part_prefix(ValueView(binary_value(a)), prefix);
      ASSERT_EQ(part_of(binary_value(b)).starts_with(prefix), b.starts_with(a))
          << to_hex(a) << " | " << to_hex(b);
    }
  }
}

}  // namespace
}  // namespace larder::keys
