// ipc/wire/json_text.h
//
// A JSON string: quotes around UTF-8 text, in which only the quote, the backslash and control characters are
// escaped.
//
// Threads  pure appends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace larder::wire {

// How many bytes from the start need no escape.
std::size_t plain_prefix(std::string_view text);

void append_json_string(std::string_view text, std::string& to);

}  // namespace larder::wire
