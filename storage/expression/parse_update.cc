//     update  = section { section }                       each kind at most once, in any order
//     section = SET path "=" value { "," path "=" value } | REMOVE path { "," path }
//             | ADD path :value { "," path :value } | DELETE path :value { "," path :value }
//     value   = operand [ ( "+" | "-" ) operand ] | "(" value ")"
//     operand = path | :value | if_not_exists "(" path "," operand ")" | list_append "(" operand "," operand
//     ")"
//             | "(" operand ")"
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "storage/expression/expression_errors.h"
#include "storage/expression/function_table.h"
#include "storage/expression/parser.h"
#include "storage/expression/update_plan.h"

namespace larder::expression {
namespace {

struct SectionRow {
  ActionKind kind;
  std::string_view keyword;
};
constexpr auto kSections = std::to_array<SectionRow>({
    {ActionKind::kSet, "SET"},
    {ActionKind::kRemove, "REMOVE"},
    {ActionKind::kAdd, "ADD"},
    {ActionKind::kDelete, "DELETE"},
});
static_assert([] {
  for (std::size_t i = 0; i < kSections.size(); ++i) {
    if (kSections[i].kind != static_cast<ActionKind>(i)) return false;
  }
  return true;
}());

bool is_set(ValueType type) {
  return type == ValueType::kStringSet || type == ValueType::kNumberSet || type == ValueType::kBinarySet;
}

// The type of a right-hand side as far as it is known before any item is read.
std::optional<ValueType> static_type(const UpdateOperand& operand) {
  switch (operand.term) {
    case UpdateTerm::kValue:
      return operand.defined ? std::optional(operand.value.type()) : std::nullopt;
    case UpdateTerm::kListAppend:
      return ValueType::kList;
    case UpdateTerm::kPlus:
    case UpdateTerm::kMinus:
      return ValueType::kNumber;
    case UpdateTerm::kPath:
    case UpdateTerm::kIfNotExists:
      return std::nullopt;
  }
  return std::nullopt;
}

struct Term {
  bool parenthesised = false;
  UpdateOperand operand;
};

class UpdateParser {
 public:
  UpdateParser(std::string_view text, Binder& binder) : parser_(text, Place::kUpdateExpression, binder) {}

  Result<std::vector<UpdateAction>> parse() {
    LARDER_TRY_DO(parser_.check_text());
    do {
      LARDER_TRY_DO(parse_section());
    } while (parser_.token().kind != TokenKind::kEnd);
    LARDER_TRY_DO(parser_.finish());
    return std::move(actions_);
  }

 private:
  Result<void> parse_section();
  Result<UpdateAction> parse_action(ActionKind kind);
  Result<Term> parse_value();
  Result<Term> parse_operand();
  Result<UpdateOperand> parse_function();
  Result<UpdateOperand> parse_literal();
  UpdateOperand function_operand(std::string_view name, std::vector<UpdateOperand> arguments);
  void check_type(std::string_view operation, ValueType wanted, const UpdateOperand& operand);
  void check_action_literal(ActionKind kind, const UpdateOperand& operand);

  Parser parser_;
  std::array<bool, kSections.size()> seen_{};
  std::vector<UpdateAction> actions_;
};

Result<void> UpdateParser::parse_section() {
  for (const SectionRow& section : kSections) {
    if (!parser_.take_keyword(section.keyword)) continue;
    bool& seen = seen_[static_cast<std::size_t>(section.kind)];
    if (seen) parser_.note(Fault::kSectionRepeated, errors::section_repeated(section.keyword));
    seen = true;
    do {
      LARDER_TRY(UpdateAction action, parse_action(section.kind));
      actions_.push_back(std::move(action));
    } while (parser_.take_punctuation(","));
    return {};
  }
  return parser_.syntax_error();
}

Result<UpdateAction> UpdateParser::parse_action(ActionKind kind) {
  UpdateAction action;
  action.kind = kind;
  LARDER_TRY(action.path, parser_.parse_path());
  switch (kind) {
    case ActionKind::kSet: {
      LARDER_TRY_DO(parser_.expect_punctuation("="));
      LARDER_TRY(Term value, parse_value());
      action.operand = std::move(value.operand);
      break;
    }
    case ActionKind::kRemove:
      break;
    case ActionKind::kAdd:
    case ActionKind::kDelete: {
      LARDER_TRY(action.operand, parse_literal());
      check_action_literal(kind, action.operand);
      break;
    }
  }
  return action;
}

Result<Term> UpdateParser::parse_value() {
  LARDER_TRY(Term left, parse_operand());
  const bool plus = parser_.at_punctuation("+");
  if (!plus && !parser_.at_punctuation("-")) return left;
  parser_.advance();
  parser_.count_operator();
  LARDER_TRY(Term right, parse_operand());
  const std::string_view name = plus ? "+" : "-";
  check_type(name, ValueType::kNumber, left.operand);
  check_type(name, ValueType::kNumber, right.operand);
  Term sum;
  sum.operand.term = plus ? UpdateTerm::kPlus : UpdateTerm::kMinus;
  sum.operand.arguments.push_back(std::move(left.operand));
  sum.operand.arguments.push_back(std::move(right.operand));
  return sum;
}

Result<Term> UpdateParser::parse_operand() {
  Term term;
  if (parser_.at_punctuation("(")) {
    if (!parser_.enter()) return errors::redundant_parentheses(parser_.place());
    parser_.advance();
    LARDER_TRY(term, parse_value());
    LARDER_TRY_DO(parser_.expect_punctuation(")"));
    parser_.leave();
    if (term.parenthesised) parser_.note(Fault::kParentheses, errors::redundant_parentheses(parser_.place()));
    term.parenthesised = true;
  } else if (parser_.at_function()) {
    LARDER_TRY(term.operand, parse_function());
  } else if (parser_.token().kind == TokenKind::kValueRef) {
    LARDER_TRY(term.operand, parse_literal());
  } else {
    term.operand.term = UpdateTerm::kPath;
    LARDER_TRY(term.operand.path, parser_.parse_path());
  }
  return term;
}

Result<UpdateOperand> UpdateParser::parse_literal() {
  if (parser_.token().kind != TokenKind::kValueRef) return parser_.syntax_error();
  const Parser::Value value = parser_.take_value();
  UpdateOperand operand;
  operand.value = value.view;
  operand.defined = value.defined;
  return operand;
}

Result<UpdateOperand> UpdateParser::parse_function() {
  const std::string_view name = parser_.token().text;
  if (!parser_.enter()) return errors::function_misused(parser_.place(), name);
  parser_.advance();
  LARDER_TRY_DO(parser_.expect_punctuation("("));
  parser_.count_operator();
  std::vector<UpdateOperand> arguments;
  do {
    LARDER_TRY(Term argument, parse_operand());
    arguments.push_back(std::move(argument.operand));
  } while (parser_.take_punctuation(","));
  LARDER_TRY_DO(parser_.expect_punctuation(")"));
  parser_.leave();
  return function_operand(name, std::move(arguments));
}

UpdateOperand UpdateParser::function_operand(std::string_view name, std::vector<UpdateOperand> arguments) {
  // What stands for a refused call, so that the parse can go on.
  UpdateOperand operand;
  operand.defined = false;

  const FunctionRow* row = find_function(name);
  if (row == nullptr) {
    parser_.note(Fault::kUnknownFunction, errors::unknown_function(parser_.place(), name));
    return operand;
  }
  if (row->place != FunctionPlace::kUpdate) {
    parser_.note(Fault::kFunctionPlace, errors::function_not_allowed_here(parser_.place(), name));
    return operand;
  }
  if (arguments.size() != row->operands) {
    parser_.note(Fault::kOperandCount, errors::operand_count(parser_.place(), name, arguments.size()));
    return operand;
  }
  if (row->first_operand == FirstOperand::kPath) {
    if (arguments[0].term != UpdateTerm::kPath) {
      parser_.note(Fault::kOperandPath, errors::path_required(parser_.place(), name));
      return operand;
    }
    operand.term = UpdateTerm::kIfNotExists;
    operand.path = std::move(arguments[0].path);
    operand.arguments.push_back(std::move(arguments[1]));
    return operand;
  }
  for (const UpdateOperand& argument : arguments) check_type(name, ValueType::kList, argument);
  operand.term = UpdateTerm::kListAppend;
  operand.arguments = std::move(arguments);
  return operand;
}

void UpdateParser::check_type(std::string_view operation, ValueType wanted, const UpdateOperand& operand) {
  const std::optional<ValueType> type = static_type(operand);
  if (!type || *type == wanted) return;
  parser_.note(Fault::kOperandType, errors::operand_type(parser_.place(), operation, type_name(*type)));
}

void UpdateParser::check_action_literal(ActionKind kind, const UpdateOperand& operand) {
  const std::optional<ValueType> type = static_type(operand);
  if (!type || is_set(*type) || (kind == ActionKind::kAdd && *type == ValueType::kNumber)) return;
  parser_.note(Fault::kOperandType,
               errors::action_operand_type(kSections[static_cast<std::size_t>(kind)].keyword, *type));
}

}  // namespace

Result<Update> make_update(std::vector<UpdateAction> actions, UpdateOrigin origin) {
  auto plan = std::make_unique<UpdatePlan>();
  plan->origin = origin;
  plan->actions = std::move(actions);
  std::vector<const Path*> paths;
  for (const UpdateAction& action : plan->actions) paths.push_back(&action.path);
  LARDER_TRY(plan->tree, build_path_tree(paths, Place::kUpdateExpression));
  return Update(std::move(plan));
}

Result<Update> parse_update(std::string_view text, Binder& binder) {
  LARDER_TRY(std::vector<UpdateAction> actions, UpdateParser(text, binder).parse());
  return make_update(std::move(actions), UpdateOrigin::kExpression);
}

}  // namespace larder::expression
