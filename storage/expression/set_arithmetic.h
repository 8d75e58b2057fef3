// storage/expression/set_arithmetic.h
//
// Union and difference of two sets of one type, by one walk over both: their members are sorted.
#pragma once

#include <string>

#include "storage/model/value_view.h"

namespace larder::expression {

void append_union(ValueView a, ValueView b, std::string& to);

// a without the members of b. False, and nothing appended, when no member is left.
bool append_difference(ValueView a, ValueView b, std::string& to);

}  // namespace larder::expression
