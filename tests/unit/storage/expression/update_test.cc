// Checks what update expressions make of items.
// Method: one row per rule, item before and item after in the tests' notation, or the text of the refusal
// that is found only while the update runs. Every result is also checked to be canonical.
#include <gtest/gtest.h>

#include <string>

#include "request.h"
#include "storage/expression/expression_errors.h"

namespace larder::expression {
namespace {

using test::notation_of;
using test::Request;
using test::value_bytes;

constexpr std::string_view kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kType = "An operand in the update expression has an incorrect data type";
constexpr std::string_view kPath =
    "The document path provided in the update expression is invalid for update";

struct Row {
  std::string_view update;
  std::string_view placeholders;
  std::string_view before;
  std::string_view after;  // an item, or a text of refusal
  std::string_view why;
};

// The item after, in the notation, or the error's text.
std::string outcome(const Row& row) {
  const Request request(row.placeholders);
  Binder binder = request.binder();
  const Result<Update> update = parse_update(row.update, binder);
  EXPECT_TRUE(update.ok()) << row.update << ": " << (update.ok() ? "" : update.error().message);
  if (!update.ok()) return update.error().message;
  EXPECT_TRUE(binder.check_all_used().ok()) << row.update;
  const std::string before = value_bytes(row.before);
  const Result<std::string> after = update->apply(ItemView(before));
  if (!after.ok()) return after.error().message;
  EXPECT_TRUE(check_value(*after).ok()) << row.update;
  return notation_of(ValueView(*after));
}

void check(std::span<const Row> rows) {
  for (const Row& row : rows) {
    const std::string want =
        row.after.starts_with('{') ? notation_of(ValueView(value_bytes(row.after))) : std::string(row.after);
    EXPECT_EQ(outcome(row), want) << row.update << ": " << row.why;
  }
}

TEST(Update, Sets) {
  const Row rows[] = {
      {"SET a = :v", R"({":v": 1})", "{}", "{a: 1}", "a new attribute"},
      {"SET a = :v", R"({":v": 1})", "{a: \"x\"}", "{a: 1}", "replaced, whatever its type"},
      {"set a=:v", R"({":v": 1})", "{a: 0}", "{a: 1}", "keyword in small letters, no white space"},
      {"SET b = :v", R"({":v": 1})", "{a: 1, c: 3}", "{a: 1, b: 1, c: 3}", "between others"},
      {"SET a = :v, c = :w", R"({":v": 1, ":w": 2})", "{b: 0}", "{a: 1, b: 0, c: 2}", "several"},
      {"SET a = b", "{}", "{b: [1]}", "{a: [1], b: [1]}", "a copy of another attribute"},
      {"SET a = b, b = a", "{}", "{a: 1, b: 2}", "{a: 2, b: 1}", "right-hand sides read the item as it was"},
      {"SET a = b REMOVE b", "{}", "{b: 2}", "{a: 2}", "even what the same update removes"},
      {"SET a = b.c[1]", "{}", "{b: {c: [1, 2]}}", "{a: 2, b: {c: [1, 2]}}", "a nested operand"},
      {"SET a = nowhere", "{}", "{}", kMissing, "a missing operand"},
      {"SET a = b.c", "{}", "{b: 1}", kMissing, "a path into a scalar is a missing operand"},
      {"SET a.b = :v", R"({":v": 1})", "{a: {c: 2}}", "{a: {b: 1, c: 2}}", "a member of a map"},
      {"SET a.b = :v, a.c = :v", R"({":v": 1})", "{a: {}}", "{a: {b: 1, c: 1}}", "two members"},
      {"SET a.b.c = :v", R"({":v": 1})", "{a: {b: {}}}", "{a: {b: {c: 1}}}", "deeper"},
      {"SET a.b = :v", R"({":v": 1})", "{}", kPath, "no parent"},
      {"SET a.b.c = :v", R"({":v": 1})", "{a: {}}", kPath, "no parent within a map"},
      {"SET a.b = :v", R"({":v": 1})", "{a: 5}", kPath, "a parent that is no map"},
      {"SET a.b = :v", R"({":v": 1})", "{a: [5]}", kPath, "a parent that is a list"},
      {"SET a[0] = :v", R"({":v": 1})", "{a: {}}", kPath, "an element of a map"},
      {"SET a[0] = :v", R"({":v": 1})", "{}", kPath, "an element of nothing"},
      {"SET a[1] = :v", R"({":v": 9})", "{a: [1, 2, 3]}", "{a: [1, 9, 3]}", "an element"},
      {"SET a[9] = :v", R"({":v": 9})", "{a: [1]}", "{a: [1, 9]}", "an index past the end appends"},
      {"SET a[9] = :x, a[7] = :y", R"({":x": "x", ":y": "y"})", "{a: [1]}", "{a: [1, \"y\", \"x\"]}",
       "several append in the order of their indexes"},
      {"SET a[9].b = :v", R"({":v": 9})", "{a: [1]}", kPath, "inside an element that is not there"},
      {"SET a[0].b = :v", R"({":v": 9})", "{a: [{}]}", "{a: [{b: 9}]}", "inside one that is"},
      {"SET a[0][1] = :v", R"({":v": 9})", "{a: [[1, 2]]}", "{a: [[1, 9]]}", "a list in a list"},
      {"SET #a.#b = :v", R"({"#a": "name", "#b": "b.c", ":v": 9})", "{name: {}}", "{name: {\"b.c\": 9}}",
       "placeholders are whole names"},
  };
  check(rows);
}

TEST(Update, Computes) {
  const Row rows[] = {
      {"SET n = n + :v", R"({":v": 1})", "{n: 41}", "{n: 42}", "plus"},
      {"SET n = n - :v", R"({":v": 1.5})", "{n: 1}", "{n: -0.5}", "minus"},
      {"SET n = :v - n", R"({":v": 1})", "{n: 3}", "{n: -2}", "a literal first"},
      {"SET n = a+a", "{}", "{a: 3}", "{a: 3, n: 6}", "two paths, no white space"},
      {"SET n = (n + :v)", R"({":v": 1})", "{n: 1}", "{n: 2}", "in parentheses"},
      {"SET n = n + :v", R"({":v": 1})", "{}", kMissing, "a missing operand"},
      {"SET n = n + :v", R"({":v": 1})", "{n: \"1\"}", kType, "a string is no number"},
      {"SET n = n + :v", R"({":v": 9e125})", "{n: 9e125}",
       "Number overflow. Attempting to store a number with magnitude larger than supported range",
       "overflow"},
      {"SET n = n + :v", R"({":v": 1})", "{n: 1e40}",
       "Attempting to store more than 38 significant digits in a Number", "more than 38 digits"},
      {"SET n = if_not_exists(n, :z) + :v", R"({":v": 1, ":z": 0})", "{}", "{n: 1}",
       "a counter's first step"},
      {"SET n = if_not_exists(n, :z) + :v", R"({":v": 1, ":z": 0})", "{n: 5}", "{n: 6}", "and a later one"},
      {"SET n = if_not_exists(a.b, :z)", R"({":z": 0})", "{a: {b: 7}}", "{a: {b: 7}, n: 7}",
       "of a nested path"},
      {"SET n = if_not_exists(a, b)", "{}", "{b: 7}", "{b: 7, n: 7}", "a path as default"},
      {"SET n = if_not_exists(a, b)", "{}", "{}", kMissing, "a default that is missing"},
      {"SET n = if_not_exists(a, if_not_exists(b, :z))", R"({":z": 0})", "{}", "{n: 0}", "nested"},
      {"SET l = list_append(l, :v)", R"({":v": [3]})", "{l: [1, 2]}", "{l: [1, 2, 3]}", "behind"},
      {"SET l = list_append(:v, l)", R"({":v": [3]})", "{l: [1, 2]}", "{l: [3, 1, 2]}", "before"},
      {"SET l = list_append(l, l)", "{}", "{l: [1]}", "{l: [1, 1]}", "to itself"},
      {"SET l = list_append(if_not_exists(l, :e), :v)", R"({":e": [], ":v": [3]})", "{}", "{l: [3]}",
       "to a list that may be missing"},
      {"SET l = list_append(list_append(:v, l), :v)", R"({":v": [0]})", "{l: [1]}", "{l: [0, 1, 0]}",
       "nested"},
      {"SET l = list_append(l, :v)", R"({":v": [3]})", "{}", kMissing, "to a missing list"},
      {"SET l = list_append(l, :v)", R"({":v": [3]})", "{l: 1}", kType, "to a number"},
      {"SET l = list_append(l, a)", "{}", "{l: [1], a: <1>}", kType, "a set is no list"},
      {"SET m.l = list_append(m.l, :v)", R"({":v": [2]})", "{m: {l: [1]}}", "{m: {l: [1, 2]}}",
       "a nested list"},
  };
  check(rows);
}

TEST(Update, Removes) {
  const Row rows[] = {
      {"REMOVE a", "{}", "{a: 1, b: 2}", "{b: 2}", "an attribute"},
      {"REMOVE a, c", "{}", "{a: 1, b: 2, c: 3}", "{b: 2}", "two"},
      {"REMOVE a", "{}", "{b: 2}", "{b: 2}", "one that is not there"},
      {"REMOVE a.b", "{}", "{a: {b: 1, c: 2}}", "{a: {c: 2}}", "a member"},
      {"REMOVE a.b", "{}", "{a: {b: 1}}", "{a: {}}", "the last member leaves an empty map"},
      {"REMOVE a.z", "{}", "{a: {b: 1}}", "{a: {b: 1}}", "a member that is not there"},
      {"REMOVE a.b", "{}", "{}", kPath, "of a map that is not there"},
      {"REMOVE a.b", "{}", "{a: 1}", kPath, "of a number"},
      {"REMOVE a[0]", "{}", "{a: [1, 2, 3]}", "{a: [2, 3]}", "an element; those behind it move up"},
      {"REMOVE a[0], a[1]", "{}", "{a: [1, 2, 3]}", "{a: [3]}", "indexes count in the list as it was"},
      {"REMOVE a[1], a[0]", "{}", "{a: [1, 2, 3]}", "{a: [3]}", "in whatever order"},
      {"REMOVE a[7]", "{}", "{a: [1]}", "{a: [1]}", "an element that is not there"},
      {"SET a[7] = :v REMOVE a[1]", R"({":v": 9})", "{a: [1]}", "{a: [1, 9]}",
       "an element that is only appended now is not meant"},
      {"REMOVE a[0], a[1].b", "{}", "{a: [1, {b: 2}]}", "{a: [{}]}", "inside an element that moves up"},
      {"SET a[1] = :v REMOVE a[0]", R"({":v": 9})", "{a: [1, 2]}", "{a: [9]}",
       "with a SET of another element"},
      {"REMOVE a[0]", "{}", "{a: <1>}", kPath, "sets have no elements"},
  };
  check(rows);
}

TEST(Update, AddsAndDeletes) {
  const Row rows[] = {
      {"ADD n :v", R"({":v": 2})", "{}", "{n: 2}", "ADD creates a number"},
      {"ADD n :v", R"({":v": 2})", "{n: 3}", "{n: 5}", "or adds to it"},
      {"ADD n :v", R"({":v": -5})", "{n: 3}", "{n: -2}", "a negative one"},
      {"ADD n :v", R"({":v": 2})", "{n: \"3\"}", kType, "to a string"},
      {"ADD n :v", R"({":v": 2})", "{n: <3>}", kType, "a number to a set"},
      {"ADD s :v", R"({":v": <"b", "a">})", "{}", "{s: <\"a\", \"b\">}", "ADD creates a set"},
      {"ADD s :v", R"({":v": <"b", "a">})", "{s: <\"b\", \"c\">}", "{s: <\"a\", \"b\", \"c\">}", "a union"},
      {"ADD s :v", R"({":v": <1.0, 10>})", "{s: <1, 9>}", "{s: <1, 9, 10>}", "of numbers, by value"},
      {"ADD s :v", R"({":v": <b"x">})", "{s: <b\"y\">}", "{s: <b\"x\", b\"y\">}", "of binaries"},
      {"ADD s :v", R"({":v": <1>})", "{s: <\"1\">}", kType, "of another type"},
      {"ADD m.n :v", R"({":v": 1})", "{m: {}}", "{m: {n: 1}}", "nested"},
      {"ADD m.n :v", R"({":v": 1})", "{}", kPath, "nested, without its parent"},
      {"ADD l[9] :v", R"({":v": 1})", "{l: []}", "{l: [1]}", "past the end of a list"},
      {"ADD n :v", R"({":v": 9e125})", "{n: 9e125}",
       "Number overflow. Attempting to store a number with magnitude larger than supported range",
       "overflow"},
      {"DELETE s :v", R"({":v": <"b">})", "{s: <\"a\", \"b\">}", "{s: <\"a\">}", "DELETE takes members out"},
      {"DELETE s :v", R"({":v": <"z">})", "{s: <\"a\">}", "{s: <\"a\">}", "those that are there"},
      {"DELETE s :v", R"({":v": <"a", "b">})", "{s: <\"a\", \"b\">, x: 1}", "{x: 1}",
       "the last member takes the attribute with it"},
      {"DELETE s :v", R"({":v": <1.00>})", "{s: <1, 2>}", "{s: <2>}", "numbers by value"},
      {"DELETE s :v", R"({":v": <"a">})", "{}", "{}", "from nothing"},
      {"DELETE s :v", R"({":v": <"1">})", "{s: <1>}", kType, "of another type"},
      {"DELETE s :v", R"({":v": <"1">})", "{s: [\"1\"]}", kType, "from a list"},
      {"DELETE l[0] :v REMOVE l[2]", R"({":v": <"a">})", "{l: [<\"a\">, 1, 2]}", "{l: [1]}",
       "an emptied set in a list closes up, and indexes count as it was"},
  };
  check(rows);
}

TEST(Update, TakesSectionsInAnyOrder) {
  const Row rows[] = {
      {"DELETE s :s ADD n :n REMOVE r SET a = :a", R"({":s": <"x">, ":n": 1, ":a": "a"})",
       "{s: <\"x\", \"y\">, r: 0, n: 1}", "{a: \"a\", n: 2, s: <\"y\">}", "all four"},
      {"remove r add n :n", R"({":n": 1})", "{r: 0}", "{n: 1}", "in small letters"},
  };
  check(rows);
}

// The table "Update Operations" of the seed document dynamodb-patterns-and-reference.md; LIST and COUNTER are
// reserved words and stand behind placeholders here.
TEST(Update, ServesTheSeedReference) {
  const Row rows[] = {
      {"SET attr = :value", R"({":value": 1})", "{}", "{attr: 1}", "SET"},
      {"REMOVE attr", "{}", "{attr: 1}", "{}", "REMOVE"},
      {"ADD attr :value", R"({":value": 1})", "{attr: 1}", "{attr: 2}", "ADD"},
      {"DELETE attr :value", R"({":value": <1>})", "{attr: <1, 2>}", "{attr: <2>}", "DELETE"},
      {"SET #l = list_append(#l, :item)", R"({"#l": "list", ":item": [1]})", "{list: []}", "{list: [1]}",
       "list append"},
      {"SET #c = #c + :inc", R"({"#c": "counter", ":inc": 1})", "{counter: 1}", "{counter: 2}", "increment"},
      {"SET attr = if_not_exists(attr, :default)", R"({":default": 1})", "{}", "{attr: 1}", "if not exists"},
      {"SET #name = :name, version = version + :inc", R"({"#name": "name", ":name": "n", ":inc": 1})",
       "{version: 1}", "{name: \"n\", version: 2}", "optimistic locking"},
  };
  check(rows);
}

std::string nested_lists(int levels) {
  return std::string(static_cast<std::size_t>(levels), '[') +
         std::string(static_cast<std::size_t>(levels), ']');
}

TEST(Update, RefusesResultsNestedTooDeep) {
  const std::string deepest = "{\":v\": " + nested_lists(32) + "}";
  const std::string one_less = "{\":v\": " + nested_lists(31) + "}";
  const std::string text = errors::nesting_exceeded().message;
  const std::string after = "{m: {a: " + nested_lists(31) + "}}";
  const Row rows[] = {
      {"SET m.a = :v", deepest, "{m: {}}", text, "a map around 32 levels"},
      {"SET m.a = :v", one_less, "{m: {}}", after, "a map around 31"},
  };
  check(rows);
}

TEST(Update, BoundsWhatAnUpdateCanMultiply) {
  const std::string item = "{a: [\"" + std::string(400'000, 'x') + "\"]}";
  std::string nested = "a";
  for (int i = 0; i < 200; ++i) nested = "list_append(a, " + nested + ")";
  std::string copies = "SET b = a";
  for (int i = 0; i < 300; ++i) copies += ", c" + std::to_string(i) + " = a";
  const std::string text = errors::item_too_large().message;
  const std::string update = "SET b = " + nested;
  const Row rows[] = {
      {update, "{}", item, text, "nested list_append"},
      {copies, "{}", item, text, "many copies"},
  };
  check(rows);
}

std::string fragments(std::string_view text, std::string_view placeholders, std::string_view item) {
  const Request request(placeholders);
  Binder binder = request.binder();
  const auto update = parse_update(text, binder);
  EXPECT_TRUE(update.ok()) << text;
  return update.ok() ? notation_of(ValueView(update->touched_fragments(ItemView(value_bytes(item))))) : "";
}

TEST(Update, ShowsJustTheTouchedFragments) {
  EXPECT_EQ(fragments("SET a.b = :v REMOVE c", R"({":v": 1})", "{a: {b: 1, x: 2}, c: 3, d: 4}"),
            "{a: {b: 1}, c: 3}");
  EXPECT_EQ(fragments("SET l[1] = :v", R"({":v": 1})", "{l: [0, 1, 2]}"), "{l: [1]}");
  EXPECT_EQ(fragments("REMOVE c", "{}", "{d: 4}"), "{}") << "nothing that exists";
}

TEST(Update, CopiesTheItemWhenEmpty) {
  const std::string item = value_bytes("{a: 1}");
  EXPECT_TRUE(Update().empty());
  EXPECT_EQ(*Update().apply(ItemView(item)), item);
  EXPECT_TRUE(Update().top_level_names().empty());
}

TEST(Update, ListsItsTopLevelNamesOnce) {
  const Request request(R"({":v": 1, "#x": "x.y"})");
  Binder binder = request.binder();
  const auto update = parse_update("SET c.a = :v, #x = d REMOVE c.b", binder);
  ASSERT_TRUE(update.ok());
  EXPECT_EQ(update->top_level_names(), (std::vector<std::string_view>{"c", "x.y"}));
}

}  // namespace
}  // namespace larder::expression
