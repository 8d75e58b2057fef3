#include "storage/expression/parse_condition.h"

#include <memory>
#include <optional>
#include <utility>

#include "storage/expression/expression_errors.h"
#include "storage/expression/function_table.h"
#include "storage/expression/parser.h"
#include "storage/model/limits.h"

namespace larder::expression {
namespace {

constexpr auto kComparators = std::to_array<Test>(
    {Test::kEqual, Test::kNotEqual, Test::kLess, Test::kLessEqual, Test::kGreater, Test::kGreaterEqual});

bool is_scalar(ValueType type) {
  return type == ValueType::kString || type == ValueType::kNumber || type == ValueType::kBinary;
}

bool allows(LiteralTypes allowed, ValueType type) {
  switch (allowed) {
    case LiteralTypes::kAll:
      return true;
    case LiteralTypes::kStringOrBinary:
      return type == ValueType::kString || type == ValueType::kBinary;
    case LiteralTypes::kSized:
      return type != ValueType::kNumber && type != ValueType::kBool && type != ValueType::kNull;
    case LiteralTypes::kContainer:
      return allows(LiteralTypes::kSized, type) && type != ValueType::kMap;
    case LiteralTypes::kList:
      return type == ValueType::kList;
  }
  return false;
}

// What is known of an operand's type before any item is read.
std::optional<ValueType> static_type(const Operand& operand) {
  if (operand.is_size) return ValueType::kNumber;
  if (operand.is_path() || !operand.defined) return std::nullopt;
  return operand.value.type();
}

bool same_attribute(const Operand& a, const Operand& b) {
  return a.is_path() && b.is_path() && !a.is_size && !b.is_size && same_path(a.path, b.path);
}

// What a part of the text turned out to be. "(a) = :b" and "(a = :b)" begin alike, so the one parse serves
// both.
struct Term {
  bool is_operand = false;
  bool parenthesised = false;  // nothing but one pair of parentheses around something
  std::string_view function;   // a bare function call that is a condition
  Operand operand;
  ConditionNode node;
};

class ConditionParser {
 public:
  ConditionParser(std::string_view text, Place place, Binder& binder) : parser_(text, place, binder) {}

  Result<ConditionNode> parse() {
    LARDER_TRY_DO(parser_.check_text());
    LARDER_TRY(Term term, parse_or());
    LARDER_TRY_DO(parser_.expect_end());
    LARDER_TRY_DO(require_condition(term));
    LARDER_TRY_DO(parser_.finish());
    return std::move(term.node);
  }

 private:
  using Rule = Result<Term> (ConditionParser::*)();

  Result<Term> parse_or() { return parse_chain(Test::kOr, &ConditionParser::parse_and); }
  Result<Term> parse_and() { return parse_chain(Test::kAnd, &ConditionParser::parse_not); }
  Result<Term> parse_chain(Test test, Rule next);
  Result<Term> parse_not();
  Result<Term> parse_comparison();
  Result<Term> parse_primary();
  Result<Term> parse_function();
  Result<Operand> parse_operand();
  Result<void> parse_in_candidates(std::vector<Operand>& operands);
  std::optional<Test> comparison_here() const;

  Result<void> require_condition(const Term& term);
  Operand unknown_operand() const;
  void check_comparison(const ConditionNode& node);
  void check_between_bounds(const Operand& low, const Operand& high);
  void check_function(const FunctionRow& row, const std::vector<Operand>& operands);
  void check_literal(std::string_view operation, LiteralTypes allowed, const Operand& operand);
  void check_distinct(std::string_view operation, const std::vector<Operand>& operands);
  ValueType attribute_type_operand(const Operand& operand);

  Parser parser_;
};

Result<Term> ConditionParser::parse_chain(Test test, Rule next) {
  LARDER_TRY(Term first, (this->*next)());
  if (!parser_.at_keyword(test_name(test))) return first;
  LARDER_TRY_DO(require_condition(first));
  Term chain;
  chain.node.test = test;
  chain.node.children.push_back(std::move(first.node));
  while (parser_.take_keyword(test_name(test))) {
    parser_.count_operator();
    LARDER_TRY(Term term, (this->*next)());
    LARDER_TRY_DO(require_condition(term));
    chain.node.children.push_back(std::move(term.node));
  }
  return chain;
}

Result<Term> ConditionParser::parse_not() {
  std::uint16_t negations = 0;
  while (parser_.take_keyword("NOT")) {
    parser_.count_operator();
    ++negations;
  }
  LARDER_TRY(Term term, parse_comparison());
  if (negations > 0) {
    LARDER_TRY_DO(require_condition(term));
    term.node.negations = static_cast<std::uint16_t>(term.node.negations + negations);
    term.parenthesised = false;
  }
  return term;
}

std::optional<Test> ConditionParser::comparison_here() const {
  for (const Test test : kComparators) {
    if (parser_.at_punctuation(test_name(test))) return test;
  }
  if (parser_.at_keyword("BETWEEN")) return Test::kBetween;
  if (parser_.at_keyword("IN")) return Test::kIn;
  return std::nullopt;
}

Result<Term> ConditionParser::parse_comparison() {
  LARDER_TRY(Term left, parse_primary());
  const std::optional<Test> test = comparison_here();
  if (!test) return left;
  if (!left.is_operand) {
    if (left.function.empty()) return parser_.syntax_error();
    parser_.note(Fault::kFunctionPlace, errors::function_misused(parser_.place(), left.function));
    left.operand = unknown_operand();
  }
  parser_.advance();
  parser_.count_operator();

  Term term;
  term.node.test = *test;
  std::vector<Operand>& operands = term.node.operands;
  operands.push_back(std::move(left.operand));
  if (*test == Test::kIn) {
    LARDER_TRY_DO(parse_in_candidates(operands));
  } else {
    LARDER_TRY(Operand right, parse_operand());
    operands.push_back(std::move(right));
    if (*test == Test::kBetween) {
      LARDER_TRY_DO(parser_.expect_keyword("AND"));
      LARDER_TRY(Operand high, parse_operand());
      operands.push_back(std::move(high));
    }
  }
  check_comparison(term.node);
  return term;
}

Result<void> ConditionParser::parse_in_candidates(std::vector<Operand>& operands) {
  LARDER_TRY_DO(parser_.expect_punctuation("("));
  do {
    LARDER_TRY(Operand candidate, parse_operand());
    operands.push_back(std::move(candidate));
  } while (parser_.take_punctuation(","));
  return parser_.expect_punctuation(")");
}

Result<Term> ConditionParser::parse_primary() {
  if (parser_.at_punctuation("(")) {
    if (!parser_.enter()) return errors::redundant_parentheses(parser_.place());
    parser_.advance();
    LARDER_TRY(Term term, parse_or());
    LARDER_TRY_DO(parser_.expect_punctuation(")"));
    parser_.leave();
    if (term.parenthesised) parser_.note(Fault::kParentheses, errors::redundant_parentheses(parser_.place()));
    term.parenthesised = true;
    term.function = {};
    return term;
  }
  if (parser_.at_function()) return parse_function();

  Term term;
  term.is_operand = true;
  if (parser_.token().kind == TokenKind::kValueRef) {
    const Parser::Value value = parser_.take_value();
    term.operand.value = value.view;
    term.operand.defined = value.defined;
  } else {
    LARDER_TRY(term.operand.path, parser_.parse_path());
  }
  return term;
}

Result<Operand> ConditionParser::parse_operand() {
  LARDER_TRY(Term term, parse_primary());
  if (term.is_operand) return std::move(term.operand);
  if (term.function.empty()) return parser_.syntax_error();
  parser_.note(Fault::kFunctionPlace, errors::function_misused(parser_.place(), term.function));
  return unknown_operand();
}

Result<Term> ConditionParser::parse_function() {
  const std::string_view name = parser_.token().text;
  if (!parser_.enter()) return errors::function_misused(parser_.place(), name);
  parser_.advance();
  LARDER_TRY_DO(parser_.expect_punctuation("("));
  parser_.count_operator();
  Term term;
  do {
    LARDER_TRY(Operand operand, parse_operand());
    term.node.operands.push_back(std::move(operand));
  } while (parser_.take_punctuation(","));
  LARDER_TRY_DO(parser_.expect_punctuation(")"));
  parser_.leave();

  term.function = name;
  const FunctionRow* row = find_function(name);
  if (row == nullptr) {
    parser_.note(Fault::kUnknownFunction, errors::unknown_function(parser_.place(), name));
    return term;
  }
  if (row->place == FunctionPlace::kUpdate) {
    parser_.note(Fault::kFunctionPlace, errors::function_not_allowed_here(parser_.place(), name));
    return term;
  }
  check_function(*row, term.node.operands);
  switch (row->function) {
    case Function::kSize:
      term.is_operand = true;
      term.operand = std::move(term.node.operands.front());
      if (term.operand.is_size) {
        parser_.note(Fault::kFunctionPlace, errors::function_misused(parser_.place(), name));
      }
      term.operand.is_size = true;
      term.node.operands.clear();
      break;
    case Function::kAttributeType:
      term.node.test = Test::kAttributeType;
      term.node.type = attribute_type_operand(term.node.operands.back());
      break;
    case Function::kAttributeExists:
      term.node.test = Test::kAttributeExists;
      break;
    case Function::kAttributeNotExists:
      term.node.test = Test::kAttributeNotExists;
      break;
    case Function::kBeginsWith:
      term.node.test = Test::kBeginsWith;
      break;
    case Function::kContains:
      term.node.test = Test::kContains;
      break;
    case Function::kIfNotExists:
    case Function::kListAppend:
      break;  // refused above by their place
  }
  return term;
}

Result<void> ConditionParser::require_condition(const Term& term) {
  if (!term.is_operand) return {};
  if (!term.operand.is_size) return parser_.syntax_error();
  parser_.note(Fault::kFunctionPlace,
               errors::function_misused(parser_.place(), function_row(Function::kSize).name));
  return {};
}

Operand ConditionParser::unknown_operand() const {
  Operand operand;
  operand.defined = false;
  return operand;
}

void ConditionParser::check_comparison(const ConditionNode& node) {
  const std::string_view name = test_name(node.test);
  const bool ordered = node.test != Test::kEqual && node.test != Test::kNotEqual && node.test != Test::kIn;
  if (ordered) {
    for (const Operand& operand : node.operands) {
      const std::optional<ValueType> type = static_type(operand);
      if (type && !is_scalar(*type)) {
        parser_.note(Fault::kOperandType, errors::operand_type(parser_.place(), name, type_name(*type)));
      }
    }
  }
  check_distinct(name, node.operands);
  if (node.test == Test::kBetween) check_between_bounds(node.operands[1], node.operands[2]);
  if (node.test == Test::kIn && node.operands.size() - 1 > static_cast<std::size_t>(limits::kInOperandsMax)) {
    parser_.note(Fault::kOperandCount,
                 errors::too_many_in_operands(parser_.place(), node.operands.size() - 1));
  }
}

void ConditionParser::check_between_bounds(const Operand& low, const Operand& high) {
  const std::optional<ValueType> low_type = static_type(low);
  const std::optional<ValueType> high_type = static_type(high);
  if (!low_type || !high_type || low.is_size || high.is_size) return;
  if (!is_scalar(*low_type) || !is_scalar(*high_type)) return;  // noted as a wrong operand type
  const auto order = compare_scalars(low.value, high.value);
  if (!order) {
    parser_.note(Fault::kBetweenBounds, errors::between_types_differ(parser_.place(), low.value, high.value));
  } else if (*order > 0) {
    parser_.note(Fault::kBetweenBounds,
                 errors::between_bounds_reversed(parser_.place(), low.value, high.value));
  }
}

void ConditionParser::check_function(const FunctionRow& row, const std::vector<Operand>& operands) {
  if (operands.size() != row.operands) {
    parser_.note(Fault::kOperandCount, errors::operand_count(parser_.place(), row.name, operands.size()));
    return;
  }
  const Operand& first = operands.front();
  if (row.first_operand == FirstOperand::kPath && (!first.is_path() || first.is_size)) {
    parser_.note(Fault::kOperandPath, errors::path_required(parser_.place(), row.name));
  }
  check_literal(row.name, row.first_literal, first);
  if (operands.size() == 2) {
    check_literal(row.name, row.second_literal, operands.back());
    check_distinct(row.name, operands);
  }
}

void ConditionParser::check_literal(std::string_view operation, LiteralTypes allowed,
                                    const Operand& operand) {
  const std::optional<ValueType> type = static_type(operand);
  if (!type || allows(allowed, *type)) return;
  parser_.note(Fault::kOperandType, errors::operand_type(parser_.place(), operation, type_name(*type)));
}

void ConditionParser::check_distinct(std::string_view operation, const std::vector<Operand>& operands) {
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (!same_attribute(operands.front(), operands[i])) continue;
    parser_.note(Fault::kSameOperands,
                 errors::same_operands(parser_.place(), operation, operands.front().path));
  }
}

ValueType ConditionParser::attribute_type_operand(const Operand& operand) {
  const std::string_view name = function_row(Function::kAttributeType).name;
  if (operand.is_path() || operand.is_size) {
    // The type must be known now: an attribute that names a type is refused.
    parser_.note(Fault::kOperandType,
                 errors::operand_type(parser_.place(), name, "{NS,SS,L,BS,N,M,B,BOOL,NULL}"));
    return ValueType::kNull;
  }
  if (!operand.defined) return ValueType::kNull;
  if (operand.value.type() != ValueType::kString) {
    parser_.note(Fault::kOperandType,
                 errors::operand_type(parser_.place(), name, type_name(operand.value.type())));
    return ValueType::kNull;
  }
  for (int i = 0; i <= static_cast<int>(ValueType::kBinarySet); ++i) {
    const auto type = static_cast<ValueType>(i);
    if (type_name(type) == operand.value.text()) return type;
  }
  parser_.note(Fault::kOperandType, errors::attribute_type_name(parser_.place(), operand.value.text()));
  return ValueType::kNull;
}

}  // namespace

Result<ConditionNode> parse_condition_tree(std::string_view text, Place place, Binder& binder) {
  return ConditionParser(text, place, binder).parse();
}

Result<Condition> parse_condition(std::string_view text, Place place, Binder& binder) {
  LARDER_TRY(ConditionNode root, parse_condition_tree(text, place, binder));
  return Condition(std::make_unique<const ConditionNode>(std::move(root)));
}

}  // namespace larder::expression
