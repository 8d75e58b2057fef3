// storage/expression/lexer.h
//
// Cuts the text of an expression into tokens. Any white space, or none, may stand between two tokens.
//
// Shape    kName         [A-Za-z] [A-Za-z0-9_]*      attribute name, function name or keyword: the parser
// knows which
//          kNameRef      # [A-Za-z0-9_]+
//          kValueRef     : [A-Za-z0-9_]+
//          kInteger      [0-9]+
//          kPunctuation  = <> < <= > >= ( ) [ ] , . + -
//          kUnknown      any other character (one whole UTF-8 character); never legal
//          kEnd          the end of the text, for ever; its text is "<EOF>"
// Limits   none of its own; the text is at most limits::kExpressionBytesMax.
// Lifetime tokens borrow the text.
// Source   the service's refusals, e.g. `Syntax error; token: "_", near: "_id"`: a bare name begins with a
// letter.
#pragma once

#include <cstdint>
#include <string_view>

namespace larder::expression {

enum class TokenKind : std::uint8_t { kName, kNameRef, kValueRef, kInteger, kPunctuation, kUnknown, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  std::size_t begin = 0;  // where it stands in the expression
  std::size_t end = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  Token next();

 private:
  Token take(TokenKind kind, std::size_t size);
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_placeholder_character(char c);  // letters, digits and _

}  // namespace larder::expression
