// storage/expression/key_condition.h
//
// From tests on single attributes to what a Query reads: the one check against a key, for
// KeyConditionExpression and for KeyConditions alike.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "storage/expression/expression.h"

namespace larder::expression {

struct KeyTest {
  std::string_view attribute;
  SortOperator comparison = SortOperator::kEqual;  // never kNone
  ValueView low;
  std::optional<ValueView> high;  // kBetween only
};

Result<KeyCondition> key_condition_from_tests(std::span<const KeyTest> tests, const KeyAttributes& key);

}  // namespace larder::expression
