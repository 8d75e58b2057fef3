// ipc/api/legacy_parameters.h
//
// The parameters from before expressions, put in the terms of storage/expression's legacy functions:
// Expected, QueryFilter, ScanFilter, KeyConditions, AttributeUpdates, AttributesToGet, ConditionalOperator.
//
// Errors   kValidation: the first attribute name (empty, too long) or value that breaks a rule; then what each
//          function says;
//          operand counts and types are storage/expression's.
// Lifetime borrows from the request.
// Source   observed texts and order; pinned by tests/unit/ipc/api/legacy_parameters_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/expression/expression.h"

namespace larder::api {

// QueryFilter, ScanFilter, KeyConditions: a map from attribute to {ComparisonOperator, AttributeValueList}.
Result<std::vector<expression::LegacyCondition>> decode_conditions(const wire::Node& map);

// Expected: the same, or {Value, Exists} per attribute. The combinations are checked per attribute, in order:
//   Exists with ComparisonOperator; an operator without operands; AttributeValueList with Value or without an
//   operator; Exists false with Value, Exists true without.
Result<std::vector<expression::LegacyCondition>> decode_expected(const wire::Node& map);

// ConditionalOperator, which goes with `conditions` (Expected or a filter; null when not given) of at least
// two entries; AND when not given.
Result<expression::LegacyConnective> decode_connective(const wire::Node& request,
                                                       const wire::Node* conditions);

// The Condition of the map parameter `name` of the request and ConditionalOperator; empty without the map.
Result<expression::Condition> decode_legacy_filter(const wire::Node& request, std::string_view name);
Result<expression::Condition> decode_legacy_expected(const wire::Node& request);

// AttributeUpdates; an empty Update without it.
Result<expression::Update> decode_attribute_updates(const wire::Node& request);

// AttributesToGet; an empty Projection without it.
Result<expression::Projection> decode_attributes_to_get(const wire::Node& request);

}  // namespace larder::api
