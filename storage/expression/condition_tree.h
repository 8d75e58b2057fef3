// storage/expression/condition_tree.h
//
// A parsed condition: what parse_condition.cc and legacy_condition.cc build, evaluate.cc runs and
// key_condition.cc translates.
//
// Shape    kAnd, kOr: `children`, at least two. All others: `operands`, as many as kTests says.
//          kBetween: value, low, high. kIn: value, then at least one candidate. kAttributeType: `type`.
// Limits   depth at most kDepthMax (parser.h): recursion over it is safe.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "storage/expression/expression.h"

namespace larder::expression {

enum class Test : std::uint8_t {
  kAnd,
  kOr,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kBetween,
  kIn,
  kAttributeExists,
  kAttributeNotExists,
  kAttributeType,
  kBeginsWith,
  kContains,
};

// How messages name it.
inline constexpr auto kTestNames = std::to_array<std::string_view>({
    "AND",
    "OR",
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "BETWEEN",
    "IN",
    "attribute_exists",
    "attribute_not_exists",
    "attribute_type",
    "begins_with",
    "contains",
});
static_assert(kTestNames.size() == static_cast<std::size_t>(Test::kContains) + 1);

constexpr std::string_view test_name(Test test) {
  return kTestNames[static_cast<std::size_t>(test)];
}

struct Operand {
  Path path;                // empty when it is a literal
  ValueView value{"\xc0"};  // the literal
  bool is_size = false;     // size(...) of the path or literal
  bool defined = true;      // false: an undefined literal, whose type is not known

  bool is_path() const { return !path.empty(); }
};

struct ConditionNode {
  Test test = Test::kAnd;
  std::uint16_t negations = 0;  // NOTs before it; pairs cancel
  ValueType type = ValueType::kNull;
  std::vector<Operand> operands;
  std::vector<ConditionNode> children;

  bool negated() const { return negations % 2 != 0; }
};

}  // namespace larder::expression
