// storage/operation/expire_tokens.h
//
// One bounded step of forgetting idempotency tokens older than ten minutes.
//
// Writes   at most `tokens_max` tokens go.
// Returns  true when more is left to do now.
// Threads  the writer.
#pragma once

#include <cstddef>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/settings.h"

namespace larder::operation {

Result<bool> expire_tokens(const Settings& settings, engine::WriteTransaction& txn, std::size_t tokens_max);

}  // namespace larder::operation
