// ipc/api/echo.h
//
// Writes a part of the request back into the reply, as the request gave it: UnprocessedKeys.
#pragma once

#include "ipc/wire/body.h"
#include "ipc/wire/reply_writer.h"

namespace larder::api {

// Not for nodes that hold an invalid attribute value: such a request has failed before.
void write_echo(const wire::Node& node, wire::ReplyWriter& reply);

}  // namespace larder::api
