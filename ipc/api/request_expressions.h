// ipc/api/request_expressions.h
//
// The condition, filter, projection and update of a request, whichever form it gave them in: an expression or
// the parameters from before expressions. Empty when it gave neither.
//
// Errors   kValidation, those of storage/expression and of legacy_parameters.h. That the two forms are
//          not mixed was checked by ExpressionParameters::decode.
// Lifetime what is returned borrows from the request.
#pragma once

#include <string_view>

#include "ipc/api/expression_parameters.h"
#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/expression/expression.h"

namespace larder::api {

// ConditionExpression, or Expected with ConditionalOperator.
Result<expression::Condition> decode_condition(const wire::Node& request, ExpressionParameters& parameters);

// FilterExpression, or `legacy_filter` (QueryFilter, ScanFilter) with ConditionalOperator.
Result<expression::Condition> decode_filter(const wire::Node& request, std::string_view legacy_filter,
                                            ExpressionParameters& parameters);

// ProjectionExpression, or AttributesToGet.
Result<expression::Projection> decode_projection(const wire::Node& request, ExpressionParameters& parameters);

// UpdateExpression, or AttributeUpdates.
Result<expression::Update> decode_update(const wire::Node& request, ExpressionParameters& parameters);

}  // namespace larder::api
