// tests/unit/storage/expression/notation.h
//
// Values in tests, written as a reader would: {a: 1, b: "text", c: [true, null, 2.5], d: <"x", "y">, e:
// b"raw"}.
// <...> is a set, of the type of its members; b"..." is binary; \x is the character x inside quotes. Member
// names are bare or quoted. A notation that cannot be read aborts the test.
#pragma once

#include <string>
#include <string_view>

#include "storage/model/value_view.h"

namespace larder::expression::test {

std::string value_bytes(std::string_view notation);  // canonical
std::string notation_of(ValueView value);            // for messages

}  // namespace larder::expression::test
