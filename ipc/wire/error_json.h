// ipc/wire/error_json.h
//
// The body of an error reply: {"__type": "...", "message": "..."}.
//
// Shape    SerializationException, UnknownOperationException, AccessDeniedException and the errors of
//          transactions spell it "Message"; an empty message is left out. ConditionalCheckFailedException may carry "Item", TransactionCanceledException carries
//          "CancellationReasons", one {"Code", "Message", "Item"} per action, absent members left out.
#pragma once

#include <string>

#include "storage/base/error.h"

namespace larder::wire {

void append_error_json(const Error& error, std::string& to);

}  // namespace larder::wire
