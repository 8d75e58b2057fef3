// ipc/api/return_parameters.h
//
// ReturnValues and ReturnValuesOnConditionCheckFailure of the single-item writes.
// Source   texts as observed; pinned by tests/unit/ipc/api/put_item_test.cc.
#pragma once

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/operation/return_values.h"

namespace larder::api {

operation::ReturnValues decode_return_values(const wire::Node& request);  // NONE when not given

// Of PutItem and DeleteItem, which know only the item as it was.
// kValidation "ReturnValues can only be ALL_OLD or NONE".
Result<operation::ReturnValues> decode_return_values_of_old(const wire::Node& request);

operation::ReturnOnConditionFailure decode_return_on_failure(
    const wire::Node& request);  // NONE when not given

}  // namespace larder::api
