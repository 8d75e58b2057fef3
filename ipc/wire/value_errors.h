// ipc/wire/value_errors.h
//
// The rules of attribute values that a reader checks, whatever the format: one named function per text of the
// service, all kValidation. They become nodes of kInvalidValue.
//
// Source   texts observed on the service by others; spaces and spelling are the service's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/base/error.h"
#include "storage/model/value_view.h"

namespace larder::wire {

Error empty_value_error();               // {} or null: no datatype
Error several_types_error();             // {"S": ..., "N": ...}
Error false_null_error();                // {"NULL": false}
Error empty_number_error();              // {"N": ""}
Error empty_set_error(ValueType set);    // {"SS": []}
Error null_member_error(ValueType set);  // {"SS": [null]}
Error duplicate_member_error(ValueType set, const std::vector<std::string_view>& members);  // wire texts
Error empty_name_error();     // an attribute without a name, at any level
Error name_too_long_error();  // longer than limits::kAttributeNameBytesMax
Error too_deep_error();       // more than limits::kNestingDepthMax lists and maps

}  // namespace larder::wire
