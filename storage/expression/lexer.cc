#include "storage/expression/lexer.h"

#include <algorithm>

namespace larder::expression {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

template <class Predicate>
std::size_t run_length(std::string_view text, Predicate belongs) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, belongs) - text.begin());
}

// The bytes of the UTF-8 character at the front, so that a message never shows half of one.
std::size_t character_length(std::string_view text) {
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  return 1 + run_length(text.substr(1), is_continuation);
}

}  // namespace

bool is_placeholder_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

Token Lexer::take(TokenKind kind, std::size_t size) {
  const Token token{kind, text_.substr(at_, size), at_, at_ + size};
  at_ += size;
  return token;
}

Token Lexer::next() {
  at_ += run_length(text_.substr(at_), is_space);
  const std::string_view rest = text_.substr(at_);
  if (rest.empty()) return {TokenKind::kEnd, "<EOF>", at_, at_};

  const char first = rest.front();
  if (is_letter(first)) return take(TokenKind::kName, run_length(rest, is_placeholder_character));
  if (is_digit(first)) return take(TokenKind::kInteger, run_length(rest, is_digit));
  if (first == '#' || first == ':') {
    const std::size_t size = 1 + run_length(rest.substr(1), is_placeholder_character);
    if (size == 1) return take(TokenKind::kUnknown, 1);
    return take(first == '#' ? TokenKind::kNameRef : TokenKind::kValueRef, size);
  }
  for (const std::string_view two : {"<>", "<=", ">="}) {
    if (rest.starts_with(two)) return take(TokenKind::kPunctuation, two.size());
  }
  if (std::string_view("=<>()[],.+-").find(first) != std::string_view::npos) {
    return take(TokenKind::kPunctuation, 1);
  }
  return take(TokenKind::kUnknown, character_length(rest));
}

}  // namespace larder::expression
