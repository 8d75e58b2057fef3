// Checks what conditions and filters say about items: every operator and function, on present, absent and
// ill-typed attributes. Method: one row per rule, with the expected truth and the reason; refusals of texts
// are in condition_error_test.cc.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "request.h"

namespace larder::expression {
namespace {

using test::Request;
using test::value_bytes;

// One item for all rows.
constexpr std::string_view kItem =
    R"({PK: "p", s: "hello", blank: "", n: 5, neg: -2.5, b: b"raw", t: true, f: false, z: null,)"
    R"( l: [1, "two", [3], <"x">], m: {a: 1, "b.c": 2, d: {e: "deep"}},)"
    R"( ss: <"x", "y">, ns: <1, 2.5>, bs: <b"p", b"q">, name: "reserved", n2: 5, big: 123456789012345678901234567890})";

struct Row {
  std::string_view condition;
  std::string_view placeholders;
  bool holds;
  std::string_view why;
};

bool holds(const Row& row, std::optional<std::string_view> item) {
  const Request request(row.placeholders);
  Binder binder = request.binder();
  const Result<Condition> condition = parse_condition(row.condition, Place::kConditionExpression, binder);
  EXPECT_TRUE(condition.ok()) << row.condition << ": " << (condition.ok() ? "" : condition.error().message);
  if (!condition.ok()) return false;
  EXPECT_TRUE(binder.check_all_used().ok()) << row.condition;
  std::optional<std::string> bytes;
  if (item) bytes = value_bytes(*item);
  const Result<bool> result = condition->holds(bytes ? std::optional(ItemView(*bytes)) : std::nullopt);
  EXPECT_TRUE(result.ok());
  return result.ok() && *result;
}

const Row kComparisons[] = {
    {"n = :v", R"({":v": 5.0})", true, "numbers are equal by value"},
    {"n = :v", R"({":v": "5"})", false, "values of different types are never equal"},
    {"n <> :v", R"({":v": "5"})", true, "values of different types are unequal"},
    {"n <> :v", R"({":v": 5})", false, "<> of equal values"},
    {"absent = :v", R"({":v": 5})", false, "= is false when a side is missing"},
    {"absent <> :v", R"({":v": 5})", true, "<> is true when a side is missing"},
    {":v <> absent", R"({":v": 5})", true, "<> is true when the other side is missing"},
    {"absent <> nowhere", "{}", true, "<> is true when both sides are missing"},
    {"absent = nowhere", "{}", false, "= is false when both sides are missing"},
    {"NOT absent = :v", R"({":v": 5})", true, "NOT turns a false for a missing side around"},
    {"n < :v", R"({":v": 5.0001})", true, "numbers order by value"},
    {"n < :v", R"({":v": 10})", true, "and not by digits"},
    {"n < :v", R"({":v": 5})", false, "< is strict"},
    {"n <= :v", R"({":v": 5})", true, "<= takes equals"},
    {"n >= :v", R"({":v": 5})", true, ">= takes equals"},
    {"n > :v", R"({":v": 5})", false, "> is strict"},
    {"neg < :v", R"({":v": -2})", true, "negative numbers order by value"},
    {"big > :v", R"({":v": 123456789012345678901234567889})", true, "all 38 digits count"},
    {"absent < :v", R"({":v": 5})", false, "< is false when a side is missing"},
    {"n < :v", R"({":v": "z"})", false, "values of different types are never ordered"},
    {"n >= :v", R"({":v": "z"})", false, "in neither direction"},
    {"s > :v", R"({":v": "Hello"})", true, "strings order by bytes: small letters come after capitals"},
    {"s < :v", R"({":v": "hello!"})", true, "a prefix comes first"},
    {"b < :v", R"({":v": b"raz"})", true, "binaries order by bytes"},
    {"b = :v", R"({":v": "raw"})", false, "a binary is no string"},
    {"t = :v", R"({":v": true})", true, "booleans are equal by value"},
    {"t <= f", "{}", false, "booleans have no order"},
    {"z = :v", R"({":v": null})", true, "NULL equals NULL"},
    {"ss = :v", R"({":v": <"y", "x">})", true, "sets are equal whatever the order"},
    {"ss = :v", R"({":v": <"x">})", false, "and only with the same members"},
    {"ns = :v", R"({":v": <2.50, 1>})", true, "members of number sets are equal by value"},
    {"l = :v", R"({":v": [1.0, "two", [3], <"x">]})", true, "lists are equal deeply"},
    {"l = :v", R"({":v": ["two", 1, [3], <"x">]})", false, "and in order"},
    {"m = :v", R"({":v": {d: {e: "deep"}, "b.c": 2, a: 1}})", true,
     "maps are equal deeply, whatever the order"},
    {"m <> :v", R"({":v": {a: 1}})", true, "maps with fewer members are unequal"},
    {"ss < bs", "{}", false, "sets have no order"},
    {"n = n2", "{}", true, "both sides may be paths"},
    {":a = :b", R"({":a": 1, ":b": 1})", true, "both sides may be literals"},
    {":v < n", R"({":v": 4})", true, "a literal may come first"},
};

const Row kPaths[] = {
    {"m.a = :v", R"({":v": 1})", true, "a member"},
    {"m.d.e = :v", R"({":v": "deep"})", true, "a member of a member"},
    {"l[1] = :v", R"({":v": "two"})", true, "an element"},
    {"l[2][0] = :v", R"({":v": 3})", true, "an element of an element"},
    {"l [ 1 ] = :v", R"({":v": "two"})", true, "white space inside a path"},
    {"attribute_exists(l[4])", "{}", false, "past the end of a list"},
    {"attribute_exists(s.a)", "{}", false, "a member of a string"},
    {"attribute_exists(m[0])", "{}", false, "an element of a map"},
    {"attribute_exists(l.a)", "{}", false, "a member of a list"},
    {"attribute_exists(ss[0])", "{}", false, "sets have no elements to point at"},
    {"m.#x = :v", R"({"#x": "b.c", ":v": 2})", true, "a placeholder is one name, whatever characters it has"},
    {"#0 = :v", R"({"#0": "n", ":v": 5})", true, "a placeholder may begin with a digit"},
    {"#_ = :_", R"({"#_": "n", ":_": 5})", true, "or be an underscore"},
    {"#n = :v", R"({"#n": "name", ":v": "reserved"})", true, "a placeholder may stand for a reserved word"},
};

const Row kOperators[] = {
    {"n BETWEEN :a AND :b", R"({":a": 5, ":b": 5})", true, "BETWEEN includes both bounds"},
    {"n between :a and :b", R"({":a": 4, ":b": 4.9})", false, "keywords in any case"},
    {"n BETWEEN :a AND :b", R"({":a": "1", ":b": "9"})", false, "BETWEEN of another type"},
    {":v BETWEEN neg AND n", R"({":v": 0})", true, "bounds may be paths"},
    {"n BETWEEN absent AND :b", R"({":b": 9})", false, "a missing bound"},
    {"n BETWEEN :a AND absent", R"({":a": 1})", false, "the other missing bound"},
    {"n IN (:a, :b)", R"({":a": 4, ":b": 5})", true, "IN"},
    {"n In(:a,:b)", R"({":a": 4, ":b": "5"})", false, "IN compares types too"},
    {"absent IN (:a)", R"({":a": 4})", false, "IN of a missing attribute"},
    {"n IN (absent, n2)", "{}", true, "a missing candidate is passed over"},
    {"l IN (:a)", R"({":a": [1, "two", [3], <"x">]})", true, "IN is deep equality"},
    {"NOT n = :v AND s = :w", R"({":v": 6, ":w": "hello"})", true, "NOT binds tighter than AND"},
    {"NOT (n = :v AND s = :w)", R"({":v": 6, ":w": "hello"})", true, "NOT of a parenthesis"},
    {"n = :v OR n = :v AND s = :w", R"({":v": 5, ":w": "x"})", true, "AND binds tighter than OR"},
    {"(n = :v OR n = :v) AND s = :w", R"({":v": 5, ":w": "x"})", false, "parentheses group"},
    {"NOT NOT n = :v", R"({":v": 5})", true, "two NOTs cancel"},
    {"not NOT Not n = :v", R"({":v": 5})", false, "three do not"},
    {"(n)=(:v)", R"({":v": 5})", true, "operands in parentheses, no white space"},
    {"\tn\n=\r\n:v ", R"({":v": 5})", true, "any white space"},
    {"n<:v", R"({":v": 6})", true, "no white space"},
    {"n<>:v", R"({":v": 6})", true, "<> is one token"},
};

const Row kFunctions[] = {
    {"attribute_exists(z)", "{}", true, "NULL is an existing attribute"},
    {"attribute_exists(absent)", "{}", false, "attribute_exists"},
    {"attribute_exists(m.d.e)", "{}", true, "of a nested path"},
    {"attribute_not_exists(absent)", "{}", true, "attribute_not_exists"},
    {"attribute_not_exists(z)", "{}", false, "not of a NULL"},
    {"attribute_type(s, :t)", R"({":t": "S"})", true, "type S"},
    {"attribute_type(n, :t)", R"({":t": "N"})", true, "type N"},
    {"attribute_type(b, :t)", R"({":t": "B"})", true, "type B"},
    {"attribute_type(t, :t)", R"({":t": "BOOL"})", true, "type BOOL"},
    {"attribute_type(z, :t)", R"({":t": "NULL"})", true, "type NULL"},
    {"attribute_type(m, :t)", R"({":t": "M"})", true, "type M"},
    {"attribute_type(l, :t)", R"({":t": "L"})", true, "type L"},
    {"attribute_type(ss, :t)", R"({":t": "SS"})", true, "type SS"},
    {"attribute_type(ns, :t)", R"({":t": "NS"})", true, "type NS"},
    {"attribute_type(bs, :t)", R"({":t": "BS"})", true, "type BS"},
    {"attribute_type(s, :t)", R"({":t": "N"})", false, "another type"},
    {"attribute_type(absent, :t)", R"({":t": "S"})", false, "a missing attribute has no type"},
    {"begins_with(s, :p)", R"({":p": "hel"})", true, "begins_with a string"},
    {"begins_with(s, :p)", R"({":p": ""})", true, "everything begins with nothing"},
    {"begins_with(s, :p)", R"({":p": "hello!"})", false, "a longer prefix"},
    {"begins_with(b, :p)", R"({":p": b"ra"})", true, "begins_with a binary"},
    {"begins_with(s, :p)", R"({":p": b"hel"})", false, "a binary is no prefix of a string"},
    {"begins_with(n, :p)", R"({":p": "5"})", false, "a number begins with nothing"},
    {"begins_with(absent, :p)", R"({":p": ""})", false, "nor does a missing attribute"},
    {"begins_with(s, absent)", "{}", false, "a missing prefix"},
    {"contains(s, :v)", R"({":v": "ell"})", true, "a substring"},
    {"contains(s, :v)", R"({":v": 1})", false, "a number in a string"},
    {"contains(b, :v)", R"({":v": b"aw"})", true, "a subsequence of bytes"},
    {"contains(ss, :v)", R"({":v": "x"})", true, "a member of a set"},
    {"contains(ss, :v)", R"({":v": "xx"})", false, "no substring of a member"},
    {"contains(ns, :v)", R"({":v": 2.50})", true, "a member by value"},
    {"contains(ns, :v)", R"({":v": "1"})", false, "a member of another type"},
    {"contains(bs, :v)", R"({":v": b"q"})", true, "a member of a binary set"},
    {"contains(l, :v)", R"({":v": "two"})", true, "an element of a list"},
    {"contains(l, :v)", R"({":v": [3]})", true, "an element that is a list"},
    {"contains(l, :v)", R"({":v": 3})", false, "not an element of an element"},
    {"contains(m, :v)", R"({":v": "a"})", false, "a map contains nothing"},
    {"contains(n, :v)", R"({":v": 5})", false, "nor does a number"},
    {"contains(:v, s)", R"({":v": ["hello"]})", true, "a literal container"},
    {"size(s) = :v", R"({":v": 5})", true, "the bytes of a string"},
    {"size(blank) = :v", R"({":v": 0})", true, "of an empty one"},
    {"size(b) = :v", R"({":v": 3})", true, "the bytes of a binary"},
    {"size(l) = :v", R"({":v": 4})", true, "the elements of a list"},
    {"size(m) > :v", R"({":v": 2})", true, "the members of a map"},
    {"size(ss) IN (:v)", R"({":v": 2})", true, "the members of a set"},
    {"size(ns) BETWEEN :v AND :w", R"({":v": 2, ":w": 3})", true, "a size between bounds"},
    {"size(n) = :v", R"({":v": 1})", false, "a number has no size"},
    {"size(t) <> :v", R"({":v": 1})", true, "so it is unequal to everything"},
    {"size(absent) = :v", R"({":v": 0})", false, "a missing attribute has none either"},
    {"size(l) < size(m) OR size(m) < size(l)", "{}", true, "sizes on both sides"},
    {"n = size(:v)", R"({":v": "12345"})", true, "the size of a literal"},
};

TEST(Condition, ComparesTyped) {
  for (const Row& row : kComparisons)
    EXPECT_EQ(holds(row, kItem), row.holds) << row.condition << ": " << row.why;
}

TEST(Condition, FollowsPaths) {
  for (const Row& row : kPaths) EXPECT_EQ(holds(row, kItem), row.holds) << row.condition << ": " << row.why;
}

TEST(Condition, CombinesAndRanges) {
  for (const Row& row : kOperators)
    EXPECT_EQ(holds(row, kItem), row.holds) << row.condition << ": " << row.why;
}

TEST(Condition, CallsFunctions) {
  for (const Row& row : kFunctions)
    EXPECT_EQ(holds(row, kItem), row.holds) << row.condition << ": " << row.why;
}

TEST(Condition, SeesAnAbsentItemAsOneWithoutAttributes) {
  const Row rows[] = {
      {"attribute_not_exists(PK)", "{}", true, "the guard of a first put"},
      {"attribute_exists(PK)", "{}", false, "the guard of an update"},
      {"n = :v", R"({":v": 5})", false, "nothing equals"},
      {"n <> :v", R"({":v": 5})", true, "everything is unequal"},
      {":v = :v2", R"({":v": 5, ":v2": 5})", true, "literals are there"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(holds(row, std::nullopt), row.holds) << row.condition << ": " << row.why;
}

// The tables "Comparison Operators" and "Functions" of the seed document dynamodb-patterns-and-reference.md,
// each form once on an item where it holds.
TEST(Condition, ServesTheSeedReference) {
  constexpr std::string_view kSeed = R"({attribute: 5, attr: "abc", tags: <"abc">})";
  const Row rows[] = {
      {"attribute = :value", R"({":value": 5})", false, "ATTRIBUTE is reserved"},
      {"#a = :value", R"({"#a": "attribute", ":value": 5})", true, "="},
      {"#a <> :value", R"({"#a": "attribute", ":value": 6})", true, "<>"},
      {"#a < :value", R"({"#a": "attribute", ":value": 6})", true, "<"},
      {"#a <= :value", R"({"#a": "attribute", ":value": 5})", true, "<="},
      {"#a > :value", R"({"#a": "attribute", ":value": 4})", true, ">"},
      {"#a >= :value", R"({"#a": "attribute", ":value": 5})", true, ">="},
      {"#a BETWEEN :low AND :high", R"({"#a": "attribute", ":low": 1, ":high": 9})", true, "BETWEEN"},
      {"#a IN (:v1, :v2, :v3)", R"({"#a": "attribute", ":v1": 1, ":v2": 5, ":v3": 9})", true, "IN"},
      {"attribute_exists(attr)", "{}", true, "attribute_exists"},
      {"attribute_not_exists(other_attr)", "{}", true, "attribute_not_exists"},
      {"attribute_type(attr, :type)", R"({":type": "S"})", true, "attribute_type"},
      {"begins_with(attr, :prefix)", R"({":prefix": "a"})", true, "begins_with"},
      {"contains(attr, :value)", R"({":value": "bc"})", true, "contains"},
      {"size(attr) > :size", R"({":size": 2})", true, "size"},
  };
  for (const Row& row : rows) {
    if (row.condition == "attribute = :value") {
      const Request request(row.placeholders);
      Binder binder = request.binder();
      const auto refused = parse_condition(row.condition, Place::kFilterExpression, binder);
      ASSERT_FALSE(refused.ok());
      EXPECT_EQ(
          refused.error().message,
          "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: attribute");
      continue;
    }
    EXPECT_EQ(holds(row, kSeed), row.holds) << row.condition << ": " << row.why;
  }
}

TEST(Condition, HoldsForEverythingWhenEmpty) {
  EXPECT_TRUE(Condition().empty());
  EXPECT_TRUE(*Condition().holds(std::nullopt));
  EXPECT_TRUE(Condition().top_level_names().empty());
}

TEST(Condition, ListsItsTopLevelNamesOnce) {
  const Request request(R"({":v": 1, "#x": "x.y"})");
  Binder binder = request.binder();
  const auto condition = parse_condition("a.b = :v OR (size(c) > :v AND NOT a[1] = d) OR contains(#x, :v)",
                                         Place::kFilterExpression, binder);
  ASSERT_TRUE(condition.ok());
  EXPECT_EQ(condition->top_level_names(), (std::vector<std::string_view>{"a", "c", "d", "x.y"}));
}

}  // namespace
}  // namespace larder::expression
