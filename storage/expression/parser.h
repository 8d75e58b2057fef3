// storage/expression/parser.h
//
// What the parsers of all kinds of expression share: the token under the eye, document paths, placeholders,
// and the order in which faults are reported.
//
// Errors   a syntax error ends the parse at once. Every other fault is noted and the parse goes on, since the
//          service reports by kind, not by position: `finish` returns the first fault of the lowest rank.
// Limits   depth of parentheses and nested functions: kDepthMax, so that 4,096 bytes cannot exhaust a stack.
// More
//          levels than that are redundant or exceed the limit of operators.
// Lifetime borrows the text and the binder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "storage/expression/expression.h"
#include "storage/expression/function_table.h"
#include "storage/expression/lexer.h"
#include "storage/model/limits.h"

namespace larder::expression {

// In the service's order.
enum class Fault : std::uint8_t {
  kParentheses,
  kUnknownFunction,
  kFunctionPlace,
  kSectionRepeated,
  kReservedWord,
  kUndefinedName,
  kUndefinedValue,
  kPath,
  kOperandCount,
  kOperandPath,
  kOperandType,
  kSameOperands,
  kBetweenBounds,
  kOperatorCount,
};
inline constexpr std::size_t kFaultKinds = static_cast<std::size_t>(Fault::kOperatorCount) + 1;

inline constexpr int kDepthMax = limits::kExpressionOperatorsMax + 2;

class Parser {
 public:
  Parser(std::string_view text, Place place, Binder& binder);

  Place place() const { return place_; }

  // Size and emptiness; call before anything else.
  Result<void> check_text() const;

  const Token& token() const { return token_; }
  bool at_punctuation(std::string_view text) const;
  bool at_keyword(std::string_view upper) const;  // in any case
  bool at_function() const;                       // a name followed by "("
  void advance();
  bool take_punctuation(std::string_view text);  // moves on when it is there
  bool take_keyword(std::string_view upper);
  Result<void> expect_punctuation(std::string_view text);
  Result<void> expect_keyword(std::string_view upper);
  Result<void> expect_end();
  Error syntax_error() const;  // at the present token

  Result<Path> parse_path();
  // The value behind the present kValueRef, and moves on. Undefined ones are noted and stand as NULL, so that
  // the parse can go on; `defined` tells.
  struct Value {
    ValueView view;
    bool defined;
  };
  Value take_value();

  void note(Fault fault, Error error);
  void count_operator() { ++operators_; }
  Result<void> finish();  // the fault to report, if any

  // True when one more level fits. Each call that returned true is paired with `leave`.
  bool enter() { return ++depth_ <= kDepthMax; }
  void leave() { --depth_; }

 private:
  bool is_keyword_of_place(std::string_view word) const;
  Result<std::string_view> parse_name();
  Result<std::int64_t> parse_index();

  std::string_view text_;
  Place place_;
  Binder& binder_;
  Lexer lexer_;
  Token previous_, token_, following_;
  int depth_ = 0;
  int operators_ = 0;
  std::array<std::optional<Error>, kFaultKinds> faults_;
};

bool equals_ignoring_case(std::string_view text, std::string_view upper);

}  // namespace larder::expression
