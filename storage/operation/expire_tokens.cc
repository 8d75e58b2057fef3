#include "storage/operation/expire_tokens.h"

#include "storage/operation/idempotency_token.h"

namespace larder::operation {

Result<bool> expire_tokens(const Settings& settings, engine::WriteTransaction& txn, std::size_t tokens_max) {
  return forget_tokens(txn, settings.clock.now(), tokens_max);
}

}  // namespace larder::operation
