// storage/model/utf8.h
//
// Whether bytes are well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
// Source   RFC 3629, section 4.
#pragma once

#include <string_view>

namespace larder {

bool valid_utf8(std::string_view text);

}  // namespace larder
