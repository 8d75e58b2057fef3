// Checks which texts of conditions and projections are refused, with what words and in which order, and what
// is checked of the placeholder maps. Method: one row per rule that fails it and passes all rules before it;
// the rows of OrdersFaults break two rules.
#include <gtest/gtest.h>

#include <string>

#include "request.h"
#include "storage/expression/expression_errors.h"
#include "storage/expression/reserved_words.h"

namespace larder::expression {
namespace {

using test::Request;

struct Row {
  std::string text;
  std::string_view placeholders;
  std::string message;  // behind "Invalid ConditionExpression: "; empty: accepted
};

std::string condition_refusal(std::string_view text, std::string_view placeholders,
                              Place place = Place::kConditionExpression) {
  const Request request(placeholders);
  Binder binder = request.binder();
  const auto condition = parse_condition(text, place, binder);
  return condition.ok() ? "" : condition.error().message;
}

std::string projection_refusal(std::string_view text, std::string_view placeholders) {
  const Request request(placeholders);
  Binder binder = request.binder();
  const auto projection = parse_projection(text, binder);
  return projection.ok() ? "" : projection.error().message;
}

void check_conditions(std::span<const Row> rows) {
  for (const Row& row : rows) {
    const std::string want = row.message.empty() ? "" : "Invalid ConditionExpression: " + row.message;
    EXPECT_EQ(condition_refusal(row.text, row.placeholders), want) << row.text;
  }
}

std::string repeat(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(ConditionError, Syntax) {
  const Row rows[] = {
      {"", "{}", "The expression can not be empty;"},
      {"a b", "{}", R"_(Syntax error; token: "b", near: "a b")_"},
      {"x = y a b c", "{}", R"_(Syntax error; token: "a", near: "y a b")_"},
      {"a  =\t= :v", "{}", "Syntax error; token: \"=\", near: \"=\t= :v\""},
      {"a =", "{}", R"_(Syntax error; token: "<EOF>", near: "=")_"},
      {"a", "{}", R"_(Syntax error; token: "<EOF>", near: "a")_"},
      {":v", "{}", R"_(Syntax error; token: "<EOF>", near: ":v")_"},
      {"= a", "{}", R"_(Syntax error; token: "=", near: "= a")_"},
      {"a = :v AND", "{}", R"_(Syntax error; token: "<EOF>", near: "AND")_"},
      {"AND a = :v", "{}", R"_(Syntax error; token: "AND", near: "AND a")_"},
      {"a AND b = c", "{}", R"_(Syntax error; token: "AND", near: "a AND b")_"},
      {"NOT a", "{}", R"_(Syntax error; token: "<EOF>", near: "a")_"},
      {"NOT", "{}", R"_(Syntax error; token: "<EOF>", near: "NOT")_"},
      {"(a = b", "{}", R"_(Syntax error; token: "<EOF>", near: "b")_"},
      {"a = b)", "{}", R"_(Syntax error; token: ")", near: "b)")_"},
      {"()", "{}", R"_(Syntax error; token: ")", near: "()")_"},
      {"a = b = c", "{}", R"_(Syntax error; token: "=", near: "b = c")_"},
      {"(a = b) = c", "{}", R"_(Syntax error; token: "=", near: ") = c")_"},
      {"a == b", "{}", R"_(Syntax error; token: "=", near: "== b")_"},
      {"a != b", "{}", R"_(Syntax error; token: "!", near: "a !=")_"},
      {"a-b = c", "{}", R"_(Syntax error; token: "-", near: "a-b")_"},
      {"_a = b", "{}", R"_(Syntax error; token: "_", near: "_a")_"},
      {"1a = b", "{}", R"_(Syntax error; token: "1", near: "1a")_"},
      {"a = 5", "{}", R"_(Syntax error; token: "5", near: "= 5")_"},
      {"a = \"x\"", "{}", R"_(Syntax error; token: """, near: "= "x")_"},
      {"\xc3\xa9 = a", "{}", "Syntax error; token: \"\xc3\xa9\", near: \"\xc3\xa9 =\""},
      {"# = a", "{}", R"_(Syntax error; token: "#", near: "# =")_"},
      {"a = :", "{}", R"_(Syntax error; token: ":", near: "= :")_"},
      {"a. = b", "{}", R"_(Syntax error; token: "=", near: ". = b")_"},
      {"a.:v = b", "{}", R"_(Syntax error; token: ":v", near: ".:v =")_"},
      {"a.1 = b", "{}", R"_(Syntax error; token: "1", near: ".1 =")_"},
      {"a[] = b", "{}", R"_(Syntax error; token: "]", near: "[] =")_"},
      {"a[-1] = b", "{}", R"_(Syntax error; token: "-", near: "[-1")_"},
      {"a[1 = b", "{}", R"_(Syntax error; token: "=", near: "1 = b")_"},
      {"[1] = b", "{}", R"_(Syntax error; token: "[", near: "[1")_"},
      {":v.a = b", "{}", R"_(Syntax error; token: ".", near: ":v.a")_"},
      {"a BETWEEN b", "{}", R"_(Syntax error; token: "<EOF>", near: "b")_"},
      {"a BETWEEN b OR c", "{}", R"_(Syntax error; token: "OR", near: "b OR c")_"},
      {"a NOT BETWEEN b AND c", "{}", R"_(Syntax error; token: "NOT", near: "a NOT BETWEEN")_"},
      {"a IN b", "{}", R"_(Syntax error; token: "b", near: "IN b")_"},
      {"a IN ()", "{}", R"_(Syntax error; token: ")", near: "()")_"},
      {"a IN (b,)", "{}", R"_(Syntax error; token: ")", near: ",)")_"},
      {"size()", "{}", R"_(Syntax error; token: ")", near: "()")_"},
      {"a = (b = c)", "{}", R"_(Syntax error; token: "<EOF>", near: ")")_"},
  };
  check_conditions(rows);
}

TEST(ConditionError, Limits) {
  const std::string padding(4096 - 5, ' ');
  const Row rows[] = {
      {"a = b" + padding, "{}", ""},
      {"a = b " + padding, "{}",
       "Expression size has exceeded the maximum allowed size; expression size: 4097"},
      {"a=b" + repeat(" OR a=b", 149), "{}", ""},
      {"a=b" + repeat(" OR a=b", 150), "{}",
       "The expression contains too many operators; operator count: 301"},
      {repeat("NOT ", 299) + "a=b", "{}", ""},
      {repeat("NOT ", 300) + "a=b", "{}", "The expression contains too many operators; operator count: 301"},
      {"a IN (" + repeat("b,", 99) + "b)", "{}", ""},
      {"a IN (" + repeat("b,", 100) + "b)", "{}",
       "The IN operator is provided with too many operands; number of operands: 101"},
      {"a" + repeat(".a", 31) + " = b", "{}", ""},
      {"a" + repeat(".a", 32) + " = b", "{}",
       "The document path has too many nesting elements; nesting levels: 33"},
      {"a[2147483647] = b", "{}", ""},
      {"a[2147483648] = b", "{}", "List index is not within the allowable range; index: [2147483648]"},
      {"a[99999999999999999999999] = b", "{}",
       "List index is not within the allowable range; index: [99999999999999999999999]"},
  };
  check_conditions(rows);
}

// What would exhaust the stack of a parser that follows the text wherever it leads.
TEST(ConditionError, BoundsDepth) {
  for (const std::string_view part : {"(", "NOT ", "NOT(", "size(", "a=(", "a IN (", "(a=b OR "}) {
    const int times = static_cast<int>(4096 / part.size());
    EXPECT_NE(condition_refusal(repeat(part, times), "{}"), "") << part;
  }
  EXPECT_EQ(condition_refusal(repeat("(", 2046) + "a=b" + repeat(")", 2046), "{}"),
            "Invalid ConditionExpression: The expression has redundant parentheses;");
  EXPECT_EQ(condition_refusal(repeat("(", 2) + "a=b" + repeat(" OR a=b)", 2), "{}"), "");
  EXPECT_EQ(condition_refusal(repeat("NOT(", 299) + "a=b" + repeat(")", 299), "{}"), "");
}

TEST(ConditionError, Names) {
  const Row rows[] = {
      {"name = :v", "{\":v\": 1}", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"NaMe = :v", "{\":v\": 1}", "Attribute name is a reserved keyword; reserved keyword: NaMe"},
      {"a.items = :v", "{\":v\": 1}", "Attribute name is a reserved keyword; reserved keyword: items"},
      {"set = :v", "{\":v\": 1}", "Attribute name is a reserved keyword; reserved keyword: set"},
      {"names1 = :v", "{\":v\": 1}", ""},
      {"#x = :v", "{\":v\": 1}",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"a = :v", "{}",
       "An expression attribute value used in expression is not defined; attribute value: :v"},
  };
  check_conditions(rows);
}

TEST(ConditionError, Functions) {
  const Row rows[] = {
      {"foo(a)", "{}", "Invalid function name; function: foo"},
      {"Size(a) = b", "{}", "Invalid function name; function: Size"},
      {"list_append(a, b)", "{}",
       "The function is not allowed in a condition expression; function: list_append"},
      {"a = if_not_exists(a, b)", "{}",
       "The function is not allowed in a condition expression; function: if_not_exists"},
      {"size(a)", "{}", "The function is not allowed to be used this way in an expression; function: size"},
      {"a = b AND size(a)", "{}",
       "The function is not allowed to be used this way in an expression; function: size"},
      {"size(size(a)) = b", "{}",
       "The function is not allowed to be used this way in an expression; function: size"},
      {"attribute_exists(a) = b", "{}",
       "The function is not allowed to be used this way in an expression; function: attribute_exists"},
      {"a = contains(a, b)", "{}",
       "The function is not allowed to be used this way in an expression; function: contains"},
      {"begins_with(a)", "{}",
       "Incorrect number of operands for operator or function; operator or function: begins_with, number of "
       "operands: "
       "1"},
      {"attribute_exists(a, b)", "{}",
       "Incorrect number of operands for operator or function; operator or function: attribute_exists, "
       "number of "
       "operands: 2"},
      {"size(a, b) = c", "{}",
       "Incorrect number of operands for operator or function; operator or function: size, number of "
       "operands: 2"},
      {"attribute_exists(:v)", R"({":v": "a"})",
       "Operator or function requires a document path; operator or function: attribute_exists"},
      {"attribute_not_exists(size(a))", "{}",
       "Operator or function requires a document path; operator or function: attribute_not_exists"},
      {"attribute_type(:v, :v)", R"({":v": "S"})",
       "Operator or function requires a document path; operator or function: attribute_type"},
  };
  check_conditions(rows);
}

std::string wrong_type(std::string_view operation, std::string_view type) {
  return "Incorrect operand type for operator or function; operator or function: " + std::string(operation) +
         ", operand type: " + std::string(type);
}

TEST(ConditionError, OperandTypes) {
  const std::string bounds_reversed =
      "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound "
      "operand: "
      "AttributeValue: ";
  const Row rows[] = {
      {"begins_with(a, :v)", "{\":v\": 1}", wrong_type("begins_with", "N")},
      {"begins_with(:v, a)", "{\":v\": [1]}", wrong_type("begins_with", "L")},
      {"begins_with(a, size(b))", "{}", wrong_type("begins_with", "N")},
      {"size(:v) = a", "{\":v\": 1}", wrong_type("size", "N")},
      {"size(:v) = a", "{\":v\": true}", wrong_type("size", "BOOL")},
      {"contains(:v, a)", "{\":v\": 1}", wrong_type("contains", "N")},
      {"contains(:v, a)", "{\":v\": {}}", wrong_type("contains", "M")},
      {"attribute_type(a, :v)", "{\":v\": 1}", wrong_type("attribute_type", "N")},
      {"attribute_type(a, :v)", R"({":v": "X"})",
       "Invalid attribute type name found; type: X, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},
      {"a < :v", "{\":v\": true}", wrong_type("<", "BOOL")},
      {"a <= :v", "{\":v\": null}", wrong_type("<=", "NULL")},
      {":v > a", "{\":v\": {}}", wrong_type(">", "M")},
      {"a >= :v", "{\":v\": <1>}", wrong_type(">=", "NS")},
      {"a BETWEEN :v AND b", "{\":v\": []}", wrong_type("BETWEEN", "L")},
      {"a = :v", "{\":v\": []}", ""},
      {"a <> :v", "{\":v\": true}", ""},
      {"a IN (:v)", "{\":v\": true}", ""},
      {"a = a", "{}",
       "The first operand must be distinct from the remaining operands for this operator or function; "
       "operator: =, "
       "first operand: [a]"},
      {"a.b[2].c < a.b[2].c", "{}",
       "The first operand must be distinct from the remaining operands for this operator or function; "
       "operator: <, "
       "first operand: [a, b, [2], c]"},
      {"a IN (b, a)", "{}",
       "The first operand must be distinct from the remaining operands for this operator or function; "
       "operator: IN, "
       "first operand: [a]"},
      {"contains(a, a)", "{}",
       "The first operand must be distinct from the remaining operands for this operator or function; "
       "operator: "
       "contains, first operand: [a]"},
      {"#a = a", R"({"#a": "a"})",
       "The first operand must be distinct from the remaining operands for this operator or function; "
       "operator: =, "
       "first operand: [a]"},
      {"size(a) = a", "{}", ""},
      {"a BETWEEN :h AND :l", R"({":h": "b", ":l": "a"})",
       bounds_reversed + "{S:b}, upper bound operand: AttributeValue: {S:a}"},
      {"a BETWEEN :h AND :l", R"({":h": 10, ":l": 9.50})",
       bounds_reversed + "{N:10}, upper bound operand: AttributeValue: {N:9.5}"},
      {"a BETWEEN :h AND :l", R"({":h": b"ab", ":l": b"aaaa"})",
       bounds_reversed + "{B:YWI=}, upper bound operand: AttributeValue: {B:YWFhYQ==}"},
      {"a BETWEEN :h AND :l", R"({":h": "b", ":l": 1})",
       "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: "
       "AttributeValue: {S:b}, upper bound operand: AttributeValue: {N:1}"},
      {"((a = b))", "{}", "The expression has redundant parentheses;"},
      {"((a)) = b", "{}", "The expression has redundant parentheses;"},
      {"(a = b) OR ((c = d))", "{}", "The expression has redundant parentheses;"},
      {"((a = b) OR (c = d))", "{}", ""},
      {"(NOT (a = b))", "{}", ""},
  };
  check_conditions(rows);
}

TEST(ConditionError, OrdersFaults) {
  const Row rows[] = {
      {"name = = b", "{}", R"_(Syntax error; token: "=", near: "= = b")_"},
      {"name = b AND ((a = b))", "{}", "The expression has redundant parentheses;"},
      {"name = b AND foo(a)", "{}", "Invalid function name; function: foo"},
      {"#x = b AND name = c", "{}", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"a = :v AND #x = b", "{}",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"begins_with(a) AND a = :v", "{}",
       "An expression attribute value used in expression is not defined; attribute value: :v"},
      {"a < :v AND begins_with(a)", "{\":v\": true}",
       "Incorrect number of operands for operator or function; operator or function: begins_with, number of "
       "operands: "
       "1"},
      {"a = a AND b < :v", "{\":v\": true}", wrong_type("<", "BOOL")},
      {"#y = b AND #x = b", "{}",
       "An expression attribute name used in the document path is not defined; attribute name: #y"},
  };
  check_conditions(rows);
}

TEST(ConditionError, NamesTheParameter) {
  EXPECT_EQ(condition_refusal("", "{}", Place::kFilterExpression),
            "Invalid FilterExpression: The expression can not be empty;");
  EXPECT_EQ(condition_refusal("", "{}", Place::kKeyConditionExpression),
            "Invalid KeyConditionExpression: The expression can not be empty;");
  EXPECT_EQ(projection_refusal("", "{}"), "Invalid ProjectionExpression: The expression can not be empty;");
}

TEST(ProjectionError, Refuses) {
  const std::string overlap =
      "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ";
  const Row rows[] = {
      {"a,", "{}", R"_(Syntax error; token: "<EOF>", near: ",")_"},
      {"a b", "{}", R"_(Syntax error; token: "b", near: "a b")_"},
      {"size(a)", "{}", R"_(Syntax error; token: "(", near: "size(a")_"},
      {"app-name", "{}", R"_(Syntax error; token: "-", near: "app-name")_"},
      {"a, :v", "{}", R"_(Syntax error; token: ":v", near: ", :v")_"},
      {"and", "{}", "Attribute name is a reserved keyword; reserved keyword: and"},
      {"a, name", "{}", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"#x", "{}",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"a, a", "{}", overlap + "[a], path two: [a]"},
      {"a, a.b", "{}", overlap + "[a], path two: [a, b]"},
      {"a.b[1], a", "{}", overlap + "[a, b, [1]], path two: [a]"},
      {"a.b, a[1]", "{}",
       "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: "
       "[a, b], "
       "path two: [a, [1]]"},
      {"a[1].x, a[1].y, a[2]", "{}", ""},
  };
  for (const Row& row : rows) {
    const std::string want = row.message.empty() ? "" : "Invalid ProjectionExpression: " + row.message;
    EXPECT_EQ(projection_refusal(row.text, row.placeholders), want) << row.text;
  }
}

TEST(ReservedWords, AreFoundInAnyCaseAndOnlyWhole) {
  for (const std::string_view word : kReservedWords) EXPECT_TRUE(is_reserved_word(word)) << word;
  EXPECT_TRUE(is_reserved_word("abort"));
  EXPECT_TRUE(is_reserved_word("zOnE"));
  EXPECT_FALSE(is_reserved_word("aborts"));
  EXPECT_FALSE(is_reserved_word("abor"));
  EXPECT_FALSE(is_reserved_word(""));
  EXPECT_FALSE(is_reserved_word(std::string(1000, 'a')));
}

std::string definitions_refusal(std::string_view placeholders, std::span<const NameSubstitution> names = {}) {
  const Request request(placeholders);
  const Binder binder = names.empty() ? request.binder() : Binder(names, {});
  const auto result = binder.check_definitions();
  return result.ok() ? "" : result.error().message;
}

TEST(Binder, ChecksDefinitions) {
  EXPECT_EQ(definitions_refusal(R"({"#a": "x", "#0_b": "y", ":v": 1, ":0": 2})"), "");
  EXPECT_EQ(definitions_refusal(R"({"v": 1})"),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"v\"");
  EXPECT_EQ(definitions_refusal(R"({":": 1})"),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \":\"");
  EXPECT_EQ(definitions_refusal(R"({"#a-b": "x"})"),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a-b\"");
  const NameSubstitution bare[] = {{"n", "name"}};
  EXPECT_EQ(definitions_refusal("{}", bare),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"n\"");
  const std::string longest = "#" + std::string(254, 'a');
  const std::string too_long = "#" + std::string(255, 'a');
  const NameSubstitution fits[] = {{longest, "name"}};
  const NameSubstitution does_not_fit[] = {{too_long, "name"}};
  EXPECT_EQ(definitions_refusal("{}", fits), "");
  EXPECT_EQ(definitions_refusal("{}", does_not_fit),
            errors::placeholder_too_long("ExpressionAttributeNames", 256).message);
  EXPECT_EQ(definitions_refusal(R"({"#a": ""})"), errors::substitution_empty_name("#a").message);
  const std::string name(65'536, 'n');
  const NameSubstitution long_name[] = {{"#a", name}};
  EXPECT_EQ(definitions_refusal("{}", long_name), errors::substitution_name_too_long("#a").message);
  const std::string value = R"({":v": ")" + std::string(std::size_t{2} * 1024 * 1024, 'x') + "\"}";
  EXPECT_EQ(definitions_refusal(value), errors::substitutions_too_large().message);
}

TEST(Binder, ReportsWhatStayedUnused) {
  const Request request(R"({"#a": "x", "#b": "y", "#c": "z", ":v": 1, ":w": 2})");
  Binder binder = request.binder();
  ASSERT_TRUE(parse_projection("#b", binder).ok());
  EXPECT_EQ(binder.check_all_used().error().message,
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");
  ASSERT_TRUE(parse_condition("#a = :w OR #c = :w", Place::kConditionExpression, binder).ok());
  EXPECT_EQ(binder.check_all_used().error().message,
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
  ASSERT_TRUE(parse_update("SET #a = :v", binder).ok());
  EXPECT_TRUE(binder.check_all_used().ok());
}

// Beyond a few rows the binder searches in order instead of one by one.
TEST(Binder, FindsEachOfManyRows) {
  std::vector<std::string> placeholders;
  for (int i = 0; i < 200; ++i) placeholders.push_back("#n" + std::to_string(i * 7919 % 200));
  std::vector<NameSubstitution> names;
  for (const std::string& placeholder : placeholders) names.push_back({placeholder, placeholder});
  Binder binder(names, {});
  for (const std::string& placeholder : placeholders) {
    const std::string_view* name = binder.use_name(placeholder);
    ASSERT_NE(name, nullptr);
    EXPECT_EQ(*name, placeholder);
  }
  EXPECT_EQ(binder.use_name("#n"), nullptr);
  EXPECT_EQ(binder.use_name("#z"), nullptr);
  EXPECT_EQ(binder.use_value(":v"), nullptr);
  EXPECT_TRUE(binder.check_all_used().ok());
}

}  // namespace
}  // namespace larder::expression
