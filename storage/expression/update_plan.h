// storage/expression/update_plan.h
//
// A parsed update: what parse_update.cc and legacy_update.cc build and update_apply.cc runs.
//
// Shape    `actions` in the order of the text; `tree` holds their paths, leaf i being action i. No two paths
// overlap,
//          so the order in which actions run cannot matter: each reads only the item as it was.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "storage/expression/path_tree.h"

namespace larder::expression {

enum class ActionKind : std::uint8_t { kSet, kRemove, kAdd, kDelete };

// A right-hand side: a path, a literal, or an operation on further ones.
enum class UpdateTerm : std::uint8_t { kPath, kValue, kIfNotExists, kListAppend, kPlus, kMinus };

struct UpdateOperand {
  UpdateTerm term = UpdateTerm::kValue;
  Path path;                             // kPath, kIfNotExists
  ValueView value{"\xc0"};               // kValue
  bool defined = true;                   // kValue: false while parsing, when the placeholder is unknown
  std::vector<UpdateOperand> arguments;  // kIfNotExists one, kListAppend, kPlus and kMinus two
};

struct UpdateAction {
  ActionKind kind = ActionKind::kSet;
  Path path;
  UpdateOperand operand;  // not of kRemove; a literal for kAdd and kDelete
};

// AttributeUpdates differs from UpdateExpression in a few answers (AWS, "Legacy conditional parameters").
enum class UpdateOrigin : std::uint8_t { kExpression, kLegacy };

struct UpdatePlan {
  UpdateOrigin origin = UpdateOrigin::kExpression;
  std::vector<UpdateAction> actions;
  PathTreeNode tree;
};

// Joins the actions' paths into the tree. Errors: overlapping and conflicting paths.
Result<Update> make_update(std::vector<UpdateAction> actions, UpdateOrigin origin);

}  // namespace larder::expression
