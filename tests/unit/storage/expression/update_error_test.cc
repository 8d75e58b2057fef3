// Checks which texts of updates are refused before any item is read, with what words and in which order.
// Method: one row per rule that fails it and passes all rules before it.
#include <gtest/gtest.h>

#include <string>

#include "request.h"

namespace larder::expression {
namespace {

using test::Request;

struct Row {
  std::string text;
  std::string_view placeholders;
  std::string message;  // behind "Invalid UpdateExpression: "; empty: accepted
};

std::string refusal(std::string_view text, std::string_view placeholders) {
  const Request request(placeholders);
  Binder binder = request.binder();
  const auto update = parse_update(text, binder);
  return update.ok() ? "" : update.error().message;
}

void check(std::span<const Row> rows) {
  for (const Row& row : rows) {
    const std::string want = row.message.empty() ? "" : "Invalid UpdateExpression: " + row.message;
    EXPECT_EQ(refusal(row.text, row.placeholders), want) << row.text;
  }
}

std::string repeat(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(UpdateError, Syntax) {
  const Row rows[] = {
      {"", "{}", "The expression can not be empty;"},
      {"a = b", "{}", R"_(Syntax error; token: "a", near: "a =")_"},
      {"SET", "{}", R"_(Syntax error; token: "<EOF>", near: "SET")_"},
      {"SET a", "{}", R"_(Syntax error; token: "<EOF>", near: "a")_"},
      {"SET a =", "{}", R"_(Syntax error; token: "<EOF>", near: "=")_"},
      {"SET a = b,", "{}", R"_(Syntax error; token: "<EOF>", near: ",")_"},
      {"SET a = b c", "{}", R"_(Syntax error; token: "c", near: "b c")_"},
      {"SET a = b + c + d", "{}", R"_(Syntax error; token: "+", near: "c + d")_"},
      {"SET a += b", "{}", R"_(Syntax error; token: "+", near: "a +=")_"},
      {"SET a = b * c", "{}", R"_(Syntax error; token: "*", near: "b * c")_"},
      {"SET a = (b", "{}", R"_(Syntax error; token: "<EOF>", near: "b")_"},
      {"SET :v = a", "{}", R"_(Syntax error; token: ":v", near: "SET :v =")_"},
      {"SET set = a", "{}", R"_(Syntax error; token: "set", near: "SET set =")_"},
      {"SET a = if_not_exists()", "{}", R"_(Syntax error; token: ")", near: "()")_"},
      {"REMOVE", "{}", R"_(Syntax error; token: "<EOF>", near: "REMOVE")_"},
      {"REMOVE a = b", "{}", R"_(Syntax error; token: "=", near: "a = b")_"},
      {"ADD a", "{}", R"_(Syntax error; token: "<EOF>", near: "a")_"},
      {"ADD a b", "{}", R"_(Syntax error; token: "b", near: "a b")_"},
      {"ADD a = :v", "{}", R"_(Syntax error; token: "=", near: "a = :v")_"},
      {"DELETE a", "{}", R"_(Syntax error; token: "<EOF>", near: "a")_"},
      {"SET a = b, REMOVE c", "{}", R"_(Syntax error; token: "REMOVE", near: ", REMOVE c")_"},
      {"SET foo-bar = a", "{}", R"_(Syntax error; token: "-", near: "foo-bar")_"},
      {"SET a = b AND c = d", "{}", R"_(Syntax error; token: "AND", near: "b AND c")_"},
  };
  check(rows);
}

TEST(UpdateError, SectionsAndNames) {
  const Row rows[] = {
      {"SET a = b SET c = d", "{}", R"(The "SET" section can only be used once in an update expression;)"},
      {"remove a Remove b", "{}", R"(The "REMOVE" section can only be used once in an update expression;)"},
      {"ADD a :v ADD b :v", "{\":v\": 1}",
       R"(The "ADD" section can only be used once in an update expression;)"},
      {"DELETE a :v DELETE b :v", "{\":v\": <1>}",
       R"(The "DELETE" section can only be used once in an update expression;)"},
      {"SET name = a", "{}", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"SET a = name", "{}", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"SET and = a", "{}", "Attribute name is a reserved keyword; reserved keyword: and"},
      {"SET #x = a", "{}",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"SET a = :v", "{}",
       "An expression attribute value used in expression is not defined; attribute value: :v"},
      {"ADD a :v", "{}",
       "An expression attribute value used in expression is not defined; attribute value: :v"},
  };
  check(rows);
}

TEST(UpdateError, FunctionsAndTypes) {
  const std::string wrong_type = "Incorrect operand type for operator or function; operator or function: ";
  const std::string wrong_action = "Incorrect operand type for operator or function; operator: ";
  const Row rows[] = {
      {"SET a = foo(b)", "{}", "Invalid function name; function: foo"},
      {"SET a = List_append(b, c)", "{}", "Invalid function name; function: List_append"},
      {"SET a = size(b)", "{}", "The function is not allowed in an update expression; function: size"},
      {"SET a = attribute_exists(b)", "{}",
       "The function is not allowed in an update expression; function: attribute_exists"},
      {"SET a = list_append(b)", "{}",
       "Incorrect number of operands for operator or function; operator or function: list_append, number of "
       "operands: "
       "1"},
      {"SET a = if_not_exists(a, b, c)", "{}",
       "Incorrect number of operands for operator or function; operator or function: if_not_exists, number "
       "of "
       "operands: 3"},
      {"SET a = if_not_exists(:v, a)", "{\":v\": 1}",
       "Operator or function requires a document path; operator or function: if_not_exists"},
      {"SET a = list_append(a, :v)", "{\":v\": 1}", wrong_type + "list_append, operand type: N"},
      {"SET a = list_append(:v, a)", R"({":v": "x"})", wrong_type + "list_append, operand type: S"},
      {"SET a = a + :v", R"({":v": "x"})", wrong_type + "+, operand type: S"},
      {"SET a = :v - a", "{\":v\": [1]}", wrong_type + "-, operand type: L"},
      {"SET a = a + list_append(a, b)", "{}", wrong_type + "+, operand type: L"},
      {"ADD a :v", R"({":v": "x"})",
       wrong_action + "ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND"},
      {"ADD a :v", "{\":v\": [1]}",
       wrong_action + "ADD, operand type: LIST, typeSet: ALLOWED_FOR_ADD_OPERAND"},
      {"DELETE a :v", "{\":v\": 1}",
       wrong_action + "DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND"},
      {"SET a = ((b))", "{}", "The expression has redundant parentheses;"},
      {"SET a = (b) + (c)", "{}", ""},
  };
  check(rows);
}

TEST(UpdateError, Paths) {
  const std::string overlap =
      "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ";
  const Row rows[] = {
      {"SET a = :v, a = :v", "{\":v\": 1}", overlap + "[a], path two: [a]"},
      {"SET a = :v REMOVE a.b", "{\":v\": 1}", overlap + "[a], path two: [a, b]"},
      {"SET a.b = :v ADD a :v", "{\":v\": 1}", overlap + "[a, b], path two: [a]"},
      {"SET a[1] = :v, #a[1] = :v", R"({":v": 1, "#a": "a"})", overlap + "[a, [1]], path two: [a, [1]]"},
      {"SET a.b = :v, a[1] = :v", "{\":v\": 1}",
       "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: "
       "[a, b], "
       "path two: [a, [1]]"},
      {"SET a.b = :v, a.c = a.b", "{\":v\": 1}", ""},
  };
  check(rows);
}

TEST(UpdateError, Limits) {
  const std::string many = "SET a0=a+b" + [] {
    std::string text;
    for (int i = 1; i < 300; ++i) text += ",a" + std::to_string(i) + "=a+b";
    return text;
  }();
  const Row rows[] = {
      {many, "{}", ""},
      {many + ",b0=a+b", "{}", "The expression contains too many operators; operator count: 301"},
      {"SET a = b" + std::string(4087, ' '), "{}", ""},
      {"SET a = b" + std::string(4088, ' '), "{}",
       "Expression size has exceeded the maximum allowed size; expression size: 4097"},
      {"SET a = b" + repeat(".b", 32), "{}",
       "The document path has too many nesting elements; nesting levels: 33"},
  };
  check(rows);
  for (const std::string_view part : {"(", "list_append(", "if_not_exists(a,", "list_append(a,("}) {
    const std::string text = "SET a=" + repeat(part, static_cast<int>(4090 / part.size()));
    EXPECT_NE(refusal(text, "{}"), "") << part;
  }
}

}  // namespace
}  // namespace larder::expression
