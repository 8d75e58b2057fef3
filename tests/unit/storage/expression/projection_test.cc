// Checks what projections keep of items.
// Method: one row per rule, item and projected item in the tests' notation.
#include <gtest/gtest.h>

#include <string>

#include "request.h"

namespace larder::expression {
namespace {

using test::notation_of;
using test::Request;
using test::value_bytes;

constexpr std::string_view kItem =
    R"({a: 1, b: {c: 2, d: {e: 3, f: 4}}, l: [10, 11, {x: 1, y: 2}, [20, 21]], name: "n", "p.q": 5, s: <1>})";

struct Row {
  std::string_view projection;
  std::string_view placeholders;
  std::string_view shown;
  std::string_view why;
};

std::string show(const Projection& projection, std::string_view item) {
  std::string shown = "x";  // append leaves what is there
  projection.append(ItemView(value_bytes(item)), shown);
  EXPECT_TRUE(check_value(std::string_view(shown).substr(1)).ok());
  return notation_of(ValueView(std::string_view(shown).substr(1)));
}

TEST(Projection, KeepsWhatItsPathsName) {
  const Row rows[] = {
      {"a", "{}", "{a: 1}", "an attribute"},
      {"nowhere", "{}", "{}", "one that is not there"},
      {"s, a", "{}", "{a: 1, s: <1>}", "two, in the item's order"},
      {"#n", R"({"#n": "name"})", "{name: \"n\"}", "a reserved word"},
      {"#pq", R"({"#pq": "p.q"})", "{\"p.q\": 5}", "a name with a dot"},
      {"b.c", "{}", "{b: {c: 2}}", "a member"},
      {"b.d.e, b.c", "{}", "{b: {c: 2, d: {e: 3}}}", "members on two levels"},
      {"b.z, a", "{}", "{a: 1}", "no empty map stays for a member that is not there"},
      {"b.d.z", "{}", "{}", "on no level"},
      {"a.z", "{}", "{}", "a member of a number"},
      {"l[1]", "{}", "{l: [11]}", "an element"},
      {"l[3], l[0]", "{}", "{l: [10, [20, 21]]}", "elements close up, in the list's order"},
      {"l[9]", "{}", "{}", "past the end"},
      {"l[2].y", "{}", "{l: [{y: 2}]}", "a member of an element"},
      {"l[2].z, l[0]", "{}", "{l: [10]}", "an element without the member is left out"},
      {"l[3][1]", "{}", "{l: [[21]]}", "an element of an element"},
      {"s[0]", "{}", "{}", "sets have no elements"},
      {"b[0]", "{}", "{}", "nor do maps"},
      {"l.x", "{}", "{}", "lists have no members"},
  };
  for (const Row& row : rows) {
    const Request request(row.placeholders);
    Binder binder = request.binder();
    const auto projection = parse_projection(row.projection, binder);
    ASSERT_TRUE(projection.ok()) << row.projection << ": " << projection.error().message;
    EXPECT_TRUE(binder.check_all_used().ok());
    EXPECT_EQ(show(*projection, kItem), notation_of(ValueView(value_bytes(row.shown))))
        << row.projection << ": " << row.why;
  }
}

TEST(Projection, ShowsEverythingWhenEmpty) {
  EXPECT_TRUE(Projection().empty());
  EXPECT_EQ(show(Projection(), "{a: 1}"), "{a: 1}");
  EXPECT_EQ(Projection().top_level_only(), nullptr);
}

TEST(Projection, TellsWhetherOnlyWholeAttributesAreNamed) {
  const Request request("{}");
  Binder binder = request.binder();
  const auto whole = parse_projection("b, a", binder);
  const auto nested = parse_projection("b, a.c, a.d", binder);
  ASSERT_TRUE(whole.ok() && nested.ok());
  ASSERT_NE(whole->top_level_only(), nullptr);
  EXPECT_EQ(*whole->top_level_only(), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(nested->top_level_only(), nullptr);
  EXPECT_EQ(nested->top_level_names(), (std::vector<std::string_view>{"a", "b"}));
}

// Sixteen paths announce a header of three bytes; fifteen members need one of one byte.
TEST(Projection, CountsRightWhereTheHeaderChangesItsLength) {
  std::string item = "{";
  std::string text;
  for (int i = 0; i < 15; ++i) {
    const std::string name = "a" + std::to_string(i);
    item += name + ": " + std::to_string(i) + ", ";
    text += (text.empty() ? "" : ", ") + name;
  }
  item += "z: 1}";
  const Request request("{}");
  Binder binder = request.binder();
  text += ", nowhere";
  const auto all = parse_projection(text, binder);
  ASSERT_TRUE(all.ok());
  const std::string bytes = value_bytes(item);
  std::string shown;
  all->append(ItemView(bytes), shown);
  EXPECT_EQ(ItemView(shown).count(), 15U);
  EXPECT_TRUE(check_value(shown).ok());
}

TEST(Projection, FromAttributesToGetTakesNamesWhole) {
  const std::vector<std::string_view> names = {"p.q", "name"};
  const auto projection = projection_from_legacy(names);
  ASSERT_TRUE(projection.ok());
  EXPECT_EQ(show(*projection, kItem), "{name: \"n\", p.q: 5}");
  EXPECT_TRUE(projection_from_legacy({})->empty());
  const std::vector<std::string_view> twice = {"a", "b", "a"};
  const auto refused = projection_from_legacy(twice);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "One or more parameter values were invalid: Duplicate value in attribute name: a");
}

}  // namespace
}  // namespace larder::expression
