// Checks that a layered tree behaves as std::map<std::string, std::string>, in exact byte order, across
// reopen. Method: random puts, erases, prefix erasures and cursor walks, in transactions of a few dozen
// steps, against a map as the model; keys are made to hit what the layering depends on: lengths around every
// boundary (510, 511, 512, 511 + 503, ...), shared prefixes of those lengths, bytes 00 and FF. Now and then
// the database is closed and opened again, and the whole tree is compared both ways. The seed is printed;
// LARDER_SEED repeats a run, LARDER_ROUNDS makes it longer.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "storage/engine/environment.h"
#include "storage/engine/writer.h"
#include "tests/support/seed.h"

namespace larder::engine {
namespace {

using Model = std::map<std::string, std::string>;

constexpr std::size_t kBoundaries[] = {1,    2,    7,    8,    9,    502,  503,  504,  509,  510,
                                       511,  512,  513,  1013, 1014, 1015, 1016, 1017, 1022, 1024,
                                       1516, 1517, 1518, 1519, 2019, 2020, 2021, 2100};

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

class LayeredTrees : public testing::Test {
 protected:
  LayeredTrees() {
    std::string name = std::filesystem::temp_directory_path() / "larder-trees-XXXXXX";
    directory_ = mkdtemp(name.data());
    open();
  }
  ~LayeredTrees() override {
    close();
    std::filesystem::remove_all(directory_);
  }

  void open() {
    EnvironmentOptions options;
    options.directory = directory_;
    options.durability = Durability::kNone;
    auto opened = Environment::open(options);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    environment_ = std::move(*opened);
    writer_ = std::make_unique<Writer>(*environment_, WriterOptions{});
  }
  void close() {
    writer_.reset();
    environment_.reset();
  }

  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

  char random_byte() {
    constexpr char bytes[] = {'\x00', '\x00', '\xFF', '\xFF', 'a', 'b', '\x01', '\xFE'};
    return bytes[below(sizeof bytes)];
  }

  std::size_t random_length() {
    return below(4) == 0 ? 1 + below(2100) : kBoundaries[below(std::size(kBoundaries))];
  }

  // A few families of long shared prefixes, cut or extended by random bytes: so that layers get more than one
  // entry, and keys differ just before, at and after a boundary.
  std::string random_key() {
    static constexpr char kFamilies[] = {'\x00', '\xFF', 'p', 'q'};
    const std::size_t length = random_length();
    std::string key(length, kFamilies[below(sizeof kFamilies)]);
    const std::size_t changes = below(3);
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t tail = std::min<std::size_t>(length, 1 + below(4));
      key[length - 1 - below(tail)] = random_byte();
    }
    if (below(6) == 0) key[kBoundaries[below(std::size(kBoundaries))] % length] = random_byte();
    return key;
  }

  // Often a key that exists, or a near neighbour of one.
  std::string likely_key(const Model& model) {
    if (model.empty() || below(3) == 0) return random_key();
    auto at = model.lower_bound(random_key());
    if (at == model.end()) at = model.begin();
    std::string key = at->first;
    switch (below(4)) {
      case 0:
        return key + random_byte();
      case 1:
        key.pop_back();
        return key;
      default:
        return key;
    }
  }

  std::mt19937_64 random_{support::test_seed()};
  std::string directory_;
  std::unique_ptr<Environment> environment_;
  std::unique_ptr<Writer> writer_;
};

void expect_at(const Cursor& cursor, bool found, Model::const_iterator expected, const Model& model) {
  ASSERT_EQ(found, expected != model.end());
  if (!found) return;
  ASSERT_EQ(cursor.key(), expected->first);
  const auto value = cursor.value();
  ASSERT_TRUE(value.ok()) << value.error().message;
  ASSERT_EQ(*value, expected->second);
}

void expect_same(const Transaction& txn, Tree tree, const Model& model) {
  Cursor cursor = txn.cursor(tree);
  auto found = cursor.seek("");
  for (auto at = model.begin(); at != model.end(); ++at, found = cursor.next()) {
    ASSERT_TRUE(found.ok()) << found.error().message;
    ASSERT_NO_FATAL_FAILURE(expect_at(cursor, *found, at, model));
  }
  ASSERT_TRUE(found.ok() && !*found);
  found = cursor.seek_before(std::string(3000, '\xFF'));
  for (auto at = model.rbegin(); at != model.rend(); ++at, found = cursor.previous()) {
    ASSERT_TRUE(found.ok()) << found.error().message;
    ASSERT_NO_FATAL_FAILURE(expect_at(cursor, *found, std::prev(at.base()), model));
  }
  ASSERT_TRUE(found.ok() && !*found);
}

// The last entry before `at`, as end() when there is none.
Model::const_iterator before(const Model& model, Model::const_iterator at) {
  return at == model.begin() ? model.end() : std::prev(at);
}

TEST_F(LayeredTrees, AgreeWithAMapAcrossReopen) {
  const std::uint64_t rounds = from_environment("LARDER_ROUNDS", 1'500);
  Model model;
  std::uint64_t steps = 0;

  const auto walk = [&](const Transaction& txn) {
    Cursor cursor = txn.cursor(Tree::kItems);
    const std::string key = likely_key(model);
    const bool forward = below(2) == 0;
    auto at = forward ? model.lower_bound(key) : before(model, model.lower_bound(key));
    auto found = forward ? cursor.seek(key) : cursor.seek_before(key);
    for (std::size_t moves = below(12);; --moves) {
      ASSERT_TRUE(found.ok()) << found.error().message;
      ASSERT_NO_FATAL_FAILURE(expect_at(cursor, *found, at, model));
      if (at == static_cast<const Model&>(model).end() || moves == 0) return;
      if (below(3) == 0) {
        at = before(model, at);
        found = cursor.previous();
      } else {
        ++at;
        found = cursor.next();
      }
    }
  };

  const auto change = [&](WriteTransaction& txn) {
    const std::size_t kind = below(40);
    if (kind == 0) {
      std::string prefix = likely_key(model);
      prefix.resize(std::min(prefix.size(), random_length()));
      const std::size_t most = 1 + below(30);
      std::size_t expected = 0;
      for (auto at = model.lower_bound(prefix);
           at != model.end() && at->first.starts_with(prefix) && expected < most; ++expected) {
        at = model.erase(at);
      }
      const auto erased = txn.erase_prefix(Tree::kItems, prefix, most);
      ASSERT_TRUE(erased.ok()) << erased.error().message;
      ASSERT_EQ(*erased, expected);
    } else if (kind < 16) {
      const std::string key = likely_key(model);
      const auto erased = txn.erase(Tree::kItems, key);
      ASSERT_TRUE(erased.ok()) << erased.error().message;
      ASSERT_EQ(*erased, model.erase(key) == 1);
    } else {
      std::string key = likely_key(model);
      if (key.empty()) key = "x";
      const std::string value(below(20) == 0 ? below(20'000) : below(60), random_byte());
      const std::string more = std::to_string(steps);
      ASSERT_TRUE(txn.put(Tree::kItems, key, {value, more}).ok());
      model[key] = value + more;
    }
  };

  for (std::uint64_t round = 0; round < rounds && !HasFatalFailure(); ++round) {
    const auto outcome = writer_->execute([&](WriteTransaction& txn) -> Result<void> {
      for (std::size_t left = below(60); left > 0 && !HasFatalFailure(); --left, ++steps) {
        change(txn);
        const std::string key = likely_key(model);
        const auto value = txn.get(Tree::kItems, key);
        const auto expected = model.find(key);
        EXPECT_TRUE(value.ok());
        EXPECT_EQ(value->has_value(), expected != model.end());
        if (value->has_value() && expected != model.end()) {
          EXPECT_EQ(**value, expected->second);
        }
        if (below(8) == 0) walk(txn);
      }
      return {};
    });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    if (below(10) == 0) {
      close();
      open();
    }
    auto txn = environment_->begin_read();
    ASSERT_TRUE(txn.ok());
    for (int i = 0; i < 20 && !HasFatalFailure(); ++i) walk(*txn);
    if (below(10) == 0) expect_same(*txn, Tree::kItems, model);
  }
  ASSERT_FALSE(HasFatalFailure());

  // With its last key every layer is gone as well.
  const auto outcome = writer_->execute([&](WriteTransaction& txn) -> Result<void> {
    LARDER_TRY(const std::size_t erased, txn.erase_prefix(Tree::kItems, "", model.size() + 1));
    EXPECT_EQ(erased, model.size());
    return {};
  });
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  auto txn = environment_->begin_read();
  ASSERT_TRUE(txn.ok());
  Cursor layers = txn->cursor(Tree::kLayers);
  const auto found = layers.seek("");
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(*found);
}

}  // namespace
}  // namespace larder::engine
