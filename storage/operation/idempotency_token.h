// storage/operation/idempotency_token.h
//
// The client request tokens of transactions: for ten minutes the same request again succeeds without effect. They
// are stored in the commit of their transaction, so that they survive a restart.
//
// Shape    Tree::kTokens: 't' token -> time:u64be hash:32      'e' time:u64be token -> nothing (in order of age)
//          storage/FORMAT.md, "Tokens".
// Errors   check_token: kIdempotentParameterMismatch, kCorruption.
// Threads  as the transaction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "storage/base/clock.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/operation/transact_write_items.h"

namespace larder::operation {

enum class TokenUse : std::uint8_t { kNew, kRepeated };

Result<TokenUse> check_token(const engine::Transaction& txn, std::string_view token,
                             const ContentHash& content, EpochMillis now);
Result<void> remember_token(engine::WriteTransaction& txn, std::string_view token, const ContentHash& content,
                            EpochMillis now);
// Forgets at most `tokens_max` tokens that are too old; true when more are left to forget.
Result<bool> forget_tokens(engine::WriteTransaction& txn, EpochMillis now, std::size_t tokens_max);

}  // namespace larder::operation
