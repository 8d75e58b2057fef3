// storage/expression/function_table.h
//
// The functions of expressions: name, number of operands, where each may stand. The parsers check all of it
// once, before any item is read; an evaluator sees only arguments that passed. Names are case-sensitive.
//
// Order    by name.
// Source   AWS Developer Guide, "Condition and filter expressions, operators, and functions" and "Update
// expressions".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace larder::expression {

enum class Function : std::uint8_t {
  kAttributeExists,
  kAttributeNotExists,
  kAttributeType,
  kBeginsWith,
  kContains,
  kIfNotExists,
  kListAppend,
  kSize,
};

enum class FunctionPlace : std::uint8_t {
  kCondition,         // is a whole condition: true or false
  kConditionOperand,  // is an operand of a condition: a value
  kUpdate,            // is an operand on the right-hand side of SET
};

enum class FirstOperand : std::uint8_t { kPath, kAny };

// Which literal types a function takes in either operand; what an attribute holds is only known later, and
// then a wrong type makes the condition false.
enum class LiteralTypes : std::uint8_t { kAll, kStringOrBinary, kSized, kContainer, kList };

struct FunctionRow {
  Function function;
  std::string_view name;
  std::uint8_t operands;
  FunctionPlace place;
  FirstOperand first_operand;
  LiteralTypes first_literal;
  LiteralTypes second_literal;
};

inline constexpr auto kFunctions = std::to_array<FunctionRow>({
    {Function::kAttributeExists, "attribute_exists", 1, FunctionPlace::kCondition, FirstOperand::kPath,
     LiteralTypes::kAll, LiteralTypes::kAll},
    {Function::kAttributeNotExists, "attribute_not_exists", 1, FunctionPlace::kCondition, FirstOperand::kPath,
     LiteralTypes::kAll, LiteralTypes::kAll},
    {Function::kAttributeType, "attribute_type", 2, FunctionPlace::kCondition, FirstOperand::kPath,
     LiteralTypes::kAll, LiteralTypes::kAll},
    {Function::kBeginsWith, "begins_with", 2, FunctionPlace::kCondition, FirstOperand::kAny,
     LiteralTypes::kStringOrBinary, LiteralTypes::kStringOrBinary},
    {Function::kContains, "contains", 2, FunctionPlace::kCondition, FirstOperand::kAny,
     LiteralTypes::kContainer, LiteralTypes::kAll},
    {Function::kIfNotExists, "if_not_exists", 2, FunctionPlace::kUpdate, FirstOperand::kPath,
     LiteralTypes::kAll, LiteralTypes::kAll},
    {Function::kListAppend, "list_append", 2, FunctionPlace::kUpdate, FirstOperand::kAny, LiteralTypes::kList,
     LiteralTypes::kList},
    {Function::kSize, "size", 1, FunctionPlace::kConditionOperand, FirstOperand::kAny, LiteralTypes::kSized,
     LiteralTypes::kAll},
});

static_assert(std::ranges::is_sorted(kFunctions, {}, &FunctionRow::name));
static_assert([] {
  for (std::size_t i = 0; i < kFunctions.size(); ++i) {
    if (kFunctions[i].function != static_cast<Function>(i)) return false;
  }
  return true;
}());

constexpr const FunctionRow& function_row(Function function) {
  return kFunctions[static_cast<std::size_t>(function)];
}

// Null when there is no such function.
constexpr const FunctionRow* find_function(std::string_view name) {
  const auto row = std::ranges::lower_bound(kFunctions, name, {}, &FunctionRow::name);
  return row != kFunctions.end() && row->name == name ? &*row : nullptr;
}

}  // namespace larder::expression
