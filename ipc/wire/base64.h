// ipc/wire/base64.h
//
// Base64 as JSON carries binary values: the standard alphabet, padding required, no line breaks.
//
// Errors   kSerialization with the service's text: a length that is no multiple of four, a character outside
// the
//          alphabet, bits set that no byte uses (so each text has one decoding and each value one text).
// Threads  pure appends; after an error `to` is as before.
// Source   RFC 4648, section 4.
#pragma once

#include <string>
#include <string_view>

#include "storage/base/result.h"

namespace larder::wire {

void append_base64(std::string_view raw, std::string& to);
Result<void> append_decoded_base64(std::string_view text, std::string& to);

}  // namespace larder::wire
