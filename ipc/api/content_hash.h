// ipc/api/content_hash.h
//
// What makes two requests the same for an idempotency token: SHA-256 over the decoded content, so that
// neither the format nor white space, nor the order of members, nor the spelling of a number counts.
//
// Shape    each node as its kind, then its length or count, then its content; members of structures and
//          maps in ascending order of their names. Hashes are stored for ten minutes: a change of the shape
//          makes tokens in flight mismatch, no more.
// Threads  pure function.
#pragma once

#include "ipc/wire/body.h"
#include "storage/operation/transact_write_items.h"

namespace larder::api {

operation::ContentHash content_hash(const wire::Node& content);

}  // namespace larder::api
