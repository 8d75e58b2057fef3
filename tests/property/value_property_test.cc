// Checks values on random trees: tree -> bytes -> tree, views against the tree, size against a walk of the tree,
// and damage against check_value.
// Method: random trees of all ten types; the expectations are computed from the tree with the standard library alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "storage/model/attribute_value.h"
#include "storage/model/item_size.h"
#include "storage/model/value_view.h"
#include "tests/support/seed.h"

namespace larder {
namespace {

constexpr int kTrees = 3'000;

class Trees {
 public:
  explicit Trees(std::uint64_t seed) : random_(seed) {}

  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

  // Lengths around every change of header.
  std::size_t length() {
    static constexpr int kLengths[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257, 1000};
    return static_cast<std::size_t>(pick(0, 3) == 0 ? kLengths[pick(0, std::size(kLengths) - 1)]
                                                    : pick(0, 12));
  }

  std::string raw() {
    std::string bytes(length(), '\0');
    for (char& byte : bytes) byte = static_cast<char>(pick(0, 255));
    return bytes;
  }

  std::string text() {
    static constexpr std::string_view kCharacters[] = {
        "a", "B", "0", "\n", "\"", "é", "€", "😀", std::string_view("\0", 1)};
    std::string characters;
    for (std::size_t left = length(); left > 0; --left)
      characters += kCharacters[pick(0, std::size(kCharacters) - 1)];
    return characters;
  }

  Number number() {
    if (pick(0, 1) == 0)
      return Number::from_int(std::uniform_int_distribution<std::int64_t>()(random_) >> pick(0, 63));
    const std::string text = (pick(0, 1) == 0 ? "-" : "") + std::to_string(pick(0, 999'999)) + "." +
                             std::to_string(pick(0, 99'999)) + "e" + std::to_string(pick(-100, 100));
    return *parse_number(text);
  }

  AttributeValue value(int depth) {
    switch (pick(0, depth == 0 ? 7 : 9)) {
      case 0:
        return StringValue{text()};
      case 1:
        return number();
      case 2:
        return BinaryValue{raw()};
      case 3:
        return pick(0, 1) == 0;
      case 4:
        return NullValue{};
      case 5: {
        std::set<std::string> members{text()};
        for (int i = pick(0, 20); i > 0; --i) members.insert(text());
        return StringSetValue{{members.begin(), members.end()}};
      }
      case 6: {
        std::set<Number> members{number()};
        for (int i = pick(0, 20); i > 0; --i) members.insert(number());
        return NumberSetValue{{members.begin(), members.end()}};
      }
      case 7: {
        std::set<std::string> members{raw()};
        for (int i = pick(0, 20); i > 0; --i) members.insert(raw());
        return BinarySetValue{{members.begin(), members.end()}};
      }
      case 8: {
        ListValue list;
        for (int i = pick(0, 20); i > 0; --i) list.elements.push_back(value(depth - 1));
        return list;
      }
      default:
        return map(depth - 1);
    }
  }

  MapValue map(int depth) {
    MapValue made;
    for (int i = pick(0, 20); i > 0; --i) made.members.insert_or_assign(text(), value(depth));
    return made;
  }

 private:
  std::mt19937_64 random_;
};

std::string encoded(const AttributeValue& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

// The service's rules on the tree; numbers by their plain text.
std::size_t size_of(const AttributeValue& value);

std::size_t size_of(const Number& number) {
  std::string text = to_plain(number);
  const std::size_t sign = text[0] == '-' ? 1 : 0;
  text.erase(0, sign);
  const std::size_t first = text.find_first_not_of("0.");
  if (first == std::string::npos) return 1;
  const std::size_t last = text.find_last_not_of("0.");
  const std::size_t point = std::min(text.find('.'), text.size());
  std::size_t integer = 0, fraction = 0;
  for (std::size_t at = first; at <= last; ++at) {
    if (at < point) ++integer;
    if (at > point) ++fraction;
  }
  return 1 + (integer + 1) / 2 + (fraction + 1) / 2 + sign;
}

struct Sizer {
  std::size_t operator()(const StringValue& value) const { return value.text.size(); }
  std::size_t operator()(const Number& value) const { return size_of(value); }
  std::size_t operator()(const BinaryValue& value) const { return value.raw.size(); }
  std::size_t operator()(bool) const { return 1; }
  std::size_t operator()(const NullValue&) const { return 1; }
  std::size_t operator()(const MapValue& value) const {
    std::size_t size = 3;
    for (const auto& [name, member] : value.members) size += 1 + name.size() + size_of(member);
    return size;
  }
  std::size_t operator()(const ListValue& value) const {
    std::size_t size = 3;
    for (const AttributeValue& element : value.elements) size += 1 + size_of(element);
    return size;
  }
  std::size_t operator()(const StringSetValue& value) const { return raw_size(value.members); }
  std::size_t operator()(const NumberSetValue& value) const {
    std::size_t size = 0;
    for (const Number& member : value.members) size += size_of(member);
    return size;
  }
  std::size_t operator()(const BinarySetValue& value) const { return raw_size(value.members); }

  static std::size_t raw_size(const std::vector<std::string>& members) {
    std::size_t size = 0;
    for (const std::string& member : members) size += member.size();
    return size;
  }
};

std::size_t size_of(const AttributeValue& value) {
  return std::visit(Sizer{}, static_cast<const AttributeValueBase&>(value));
}

TEST(ValueProperty, TreesComeBackFromTheirBytes) {
  Trees trees(support::test_seed());
  for (int i = 0; i < kTrees; ++i) {
    const AttributeValue tree = trees.value(4);
    const std::string bytes = encoded(tree);
    const Result<void> checked = check_value(bytes);
    ASSERT_TRUE(checked.ok()) << checked.error().message;
    ASSERT_EQ(encoded(to_tree(ValueView(bytes))), bytes);
    ASSERT_EQ(value_size(ValueView(bytes)), size_of(tree));
  }
}

TEST(ValueProperty, ItemsAreFoundMemberByMember) {
  Trees trees(support::test_seed());
  for (int i = 0; i < kTrees / 10; ++i) {
    const MapValue tree = trees.map(3);
    const std::string bytes = encoded(tree);
    const ItemView item(bytes);
    ASSERT_EQ(item.count(), tree.members.size());
    ASSERT_EQ(item_size(item), size_of(tree) - 3 - tree.members.size());
    auto want = tree.members.begin();
    for (const MemberView member : item.members()) {
      ASSERT_EQ(member.name, want->first);
      ASSERT_EQ(member.value.bytes(), encoded(want->second));
      ASSERT_EQ(item.find(member.name)->bytes(), member.value.bytes());
      ++want;
    }
    for (int tries = 0; tries < 20; ++tries) {
      const std::string name = trees.text();
      ASSERT_EQ(item.find(name).has_value(), tree.members.contains(name));
    }
  }
}

TEST(ValueProperty, DamageIsRefusedOrIsAnotherCanonicalValue) {
  Trees trees(support::test_seed());
  int refused = 0;
  for (int i = 0; i < kTrees; ++i) {
    std::string bytes = encoded(trees.value(3));
    const auto at = static_cast<std::size_t>(trees.pick(0, static_cast<int>(bytes.size()) - 1));
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << trees.pick(0, 7)));
    if (trees.pick(0, 3) == 0) bytes.erase(at, 1);
    if (!check_value(bytes).ok()) {
      ++refused;
      continue;
    }
    ASSERT_EQ(encoded(to_tree(ValueView(bytes))), bytes);
  }
  EXPECT_GT(refused, kTrees / 10);
}

}  // namespace
}  // namespace larder
