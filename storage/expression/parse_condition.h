// storage/expression/parse_condition.h
//
// The parse behind parse_condition and parse_key_condition: a text to its tree, with every check that needs
// neither an item nor a key schema.
//
//     condition  = and { OR and }
//     and        = not { AND not }
//     not        = { NOT } comparison
//     comparison = operand ( = | <> | < | <= | > | >= ) operand
//                | operand BETWEEN operand AND operand
//                | operand IN "(" operand { "," operand } ")"
//                | function | "(" condition ")"
//     operand    = path | :value | size "(" operand ")" | "(" operand ")"
//
// Errors   as expression.h says.
#pragma once

#include <string_view>

#include "storage/expression/condition_tree.h"

namespace larder::expression {

Result<ConditionNode> parse_condition_tree(std::string_view text, Place place, Binder& binder);

}  // namespace larder::expression
