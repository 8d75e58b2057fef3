#include "storage/expression/parser.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "storage/expression/expression_errors.h"
#include "storage/expression/reserved_words.h"

namespace larder::expression {
namespace {

constexpr auto kConditionKeywords = std::to_array<std::string_view>({"AND", "BETWEEN", "IN", "NOT", "OR"});
constexpr auto kUpdateKeywords = std::to_array<std::string_view>({"ADD", "DELETE", "REMOVE", "SET"});

// Stands in for an undefined value until the fault is reported.
constexpr std::string_view kNullBytes = "\xc0";

constexpr std::int64_t kListIndexMax = std::numeric_limits<std::int32_t>::max();

}  // namespace

bool equals_ignoring_case(std::string_view text, std::string_view upper) {
  return std::ranges::equal(text, upper,
                            [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

Parser::Parser(std::string_view text, Place place, Binder& binder)
    : text_(text), place_(place), binder_(binder), lexer_(text) {
  token_ = lexer_.next();
  following_ = lexer_.next();
}

Result<void> Parser::check_text() const {
  if (text_.empty()) return errors::empty_expression(place_);
  if (text_.size() > limits::kExpressionBytesMax) return errors::expression_too_long(place_, text_.size());
  return {};
}

bool Parser::at_punctuation(std::string_view text) const {
  return token_.kind == TokenKind::kPunctuation && token_.text == text;
}

bool Parser::at_keyword(std::string_view upper) const {
  return token_.kind == TokenKind::kName && equals_ignoring_case(token_.text, upper);
}

bool Parser::at_function() const {
  return token_.kind == TokenKind::kName && following_.kind == TokenKind::kPunctuation &&
         following_.text == "(" && !is_keyword_of_place(token_.text);
}

void Parser::advance() {
  previous_ = token_;
  token_ = following_;
  following_ = lexer_.next();
}

bool Parser::take_punctuation(std::string_view text) {
  if (!at_punctuation(text)) return false;
  advance();
  return true;
}

bool Parser::take_keyword(std::string_view upper) {
  if (!at_keyword(upper)) return false;
  advance();
  return true;
}

Result<void> Parser::expect_punctuation(std::string_view text) {
  if (!take_punctuation(text)) return syntax_error();
  return {};
}

Result<void> Parser::expect_keyword(std::string_view upper) {
  if (!take_keyword(upper)) return syntax_error();
  return {};
}

Result<void> Parser::expect_end() {
  if (token_.kind != TokenKind::kEnd) return syntax_error();
  return {};
}

Error Parser::syntax_error() const {
  // From the token before to the token after, with the white space that the client wrote between them.
  const std::size_t begin = previous_.end > 0 ? previous_.begin : token_.begin;
  const std::size_t end = token_.kind == TokenKind::kEnd       ? std::max(previous_.end, begin)
                          : following_.kind == TokenKind::kEnd ? token_.end
                                                               : following_.end;
  return errors::syntax(place_, token_.text, text_.substr(begin, end - begin));
}

bool Parser::is_keyword_of_place(std::string_view word) const {
  const auto is_word = [&](std::string_view keyword) { return equals_ignoring_case(word, keyword); };
  switch (place_) {
    case Place::kConditionExpression:
    case Place::kFilterExpression:
    case Place::kKeyConditionExpression:
      return std::ranges::any_of(kConditionKeywords, is_word);
    case Place::kUpdateExpression:
      return std::ranges::any_of(kUpdateKeywords, is_word);
    case Place::kProjectionExpression:
      return false;
  }
  return false;
}

Result<std::string_view> Parser::parse_name() {
  std::string_view name = token_.text;
  if (token_.kind == TokenKind::kNameRef) {
    if (const std::string_view* defined = binder_.use_name(token_.text)) {
      name = *defined;
    } else {
      note(Fault::kUndefinedName, errors::undefined_name(place_, token_.text));
    }
  } else if (token_.kind == TokenKind::kName && !is_keyword_of_place(token_.text)) {
    if (is_reserved_word(name)) note(Fault::kReservedWord, errors::reserved_keyword(place_, name));
  } else {
    return syntax_error();
  }
  advance();
  return name;
}

Result<std::int64_t> Parser::parse_index() {
  if (token_.kind != TokenKind::kInteger) return syntax_error();
  std::int64_t index = 0;
  for (const char digit : token_.text) {
    index = index * 10 + (digit - '0');
    if (index > kListIndexMax) {
      note(Fault::kPath, errors::list_index_out_of_range(place_, token_.text));
      index = kListIndexMax;
      break;
    }
  }
  advance();
  LARDER_TRY_DO(expect_punctuation("]"));
  return index;
}

Result<Path> Parser::parse_path() {
  Path path;
  LARDER_TRY(const std::string_view first, parse_name());
  path.push_back({first, -1});
  while (true) {
    if (take_punctuation(".")) {
      LARDER_TRY(const std::string_view name, parse_name());
      path.push_back({name, -1});
    } else if (take_punctuation("[")) {
      LARDER_TRY(const std::int64_t index, parse_index());
      path.push_back({{}, index});
    } else {
      break;
    }
  }
  if (path.size() > static_cast<std::size_t>(limits::kNestingDepthMax)) {
    note(Fault::kPath, errors::path_too_deep(place_, path.size()));
  }
  return path;
}

Parser::Value Parser::take_value() {
  const Token token = token_;
  advance();
  if (const ValueView* value = binder_.use_value(token.text)) return {*value, true};
  note(Fault::kUndefinedValue, errors::undefined_value(place_, token.text));
  return {ValueView(kNullBytes), false};
}

void Parser::note(Fault fault, Error error) {
  std::optional<Error>& slot = faults_[static_cast<std::size_t>(fault)];
  if (!slot) slot = std::move(error);
}

Result<void> Parser::finish() {
  if (operators_ > limits::kExpressionOperatorsMax) {
    note(Fault::kOperatorCount, errors::too_many_operators(place_, static_cast<std::size_t>(operators_)));
  }
  for (std::optional<Error>& fault : faults_) {
    if (fault) return *std::move(fault);
  }
  return {};
}

}  // namespace larder::expression
