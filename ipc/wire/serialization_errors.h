// ipc/wire/serialization_errors.h
//
// What the service says when a request is not JSON of the right types: one named function per text, all
// kSerialization.
//
// Source   texts observed on the service by others; where no observation is known, the nearest one is used
//          (COMPATIBILITY.md, "Errors").
#pragma once

#include <string>
#include <string_view>

#include "ipc/wire/shape.h"
#include "storage/base/error.h"

namespace larder::wire {

// A JSON value as the service's parser names it.
enum class Token : std::uint8_t { kString, kInteger, kDecimal, kTrue, kFalse, kNull, kList, kStructure };

Error not_json_error();         // without a message, as the service answers
Error root_error(Token found);  // a body that is no object
Error wrong_type_error(const Shape& wanted, Token found);
Error wrong_type_error(ValueType wanted, Token found);  // inside an attribute value: {"S": 1}
Error wrong_member_error(ValueType set, Token found);   // inside a set: {"SS": [1]}

Error base64_length_error(std::string_view text);
Error base64_character_error(std::string_view text, char character);
Error base64_last_character_error(std::string_view text);

}  // namespace larder::wire
