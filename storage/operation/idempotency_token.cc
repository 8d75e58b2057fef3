#include "storage/operation/idempotency_token.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "storage/base/bytes.h"
#include "storage/model/limits.h"

namespace larder::operation {
namespace {

using engine::Tree;

constexpr char kByToken = 't';  // stored
constexpr char kByAge = 'e';    // stored
constexpr std::size_t kTimeBytes = 8;

std::string token_key(std::string_view token) {
  std::string key(1, kByToken);
  key += token;
  return key;
}

std::string age_key(EpochMillis time, std::string_view token) {
  std::string key(1, kByAge);
  append_big_endian(static_cast<std::uint64_t>(time.value), key);
  key += token;
  return key;
}

struct StoredToken {
  EpochMillis time;
  ContentHash content;
};

Result<std::optional<StoredToken>> find_token(const engine::Transaction& txn, std::string_view token) {
  LARDER_TRY(const std::optional<std::string_view> bytes, txn.get(Tree::kTokens, token_key(token)));
  if (!bytes) return std::optional<StoredToken>();
  StoredToken stored;
  if (bytes->size() != kTimeBytes + stored.content.size()) {
    return make_error(ErrorCode::kCorruption, "A stored idempotency token is damaged");
  }
  stored.time.value = static_cast<std::int64_t>(load_big_endian<std::uint64_t>(bytes->data()));
  std::memcpy(stored.content.data(), bytes->data() + kTimeBytes, stored.content.size());
  return std::optional<StoredToken>(stored);
}

bool is_old(EpochMillis time, EpochMillis now) {
  return now.value - time.value >= limits::kTokenLifetimeMillis;
}

}  // namespace

Result<TokenUse> check_token(const engine::Transaction& txn, std::string_view token,
                             const ContentHash& content, EpochMillis now) {
  LARDER_TRY(const std::optional<StoredToken> stored, find_token(txn, token));
  if (!stored || is_old(stored->time, now)) return TokenUse::kNew;
  if (stored->content == content) return TokenUse::kRepeated;
  return make_error(ErrorCode::kIdempotentParameterMismatch,
                    "The client request token was used before, with other parameters");
}

Result<void> remember_token(engine::WriteTransaction& txn, std::string_view token, const ContentHash& content,
                            EpochMillis now) {
  LARDER_TRY(const std::optional<StoredToken> old, find_token(txn, token));
  if (old) LARDER_TRY_DO(txn.erase(Tree::kTokens, age_key(old->time, token)));
  std::string value;
  append_big_endian(static_cast<std::uint64_t>(now.value), value);
  value.append(content.begin(), content.end());
  LARDER_TRY_DO(txn.put(Tree::kTokens, token_key(token), {value}));
  return txn.put(Tree::kTokens, age_key(now, token), {std::string_view()});
}

Result<bool> forget_tokens(engine::WriteTransaction& txn, EpochMillis now, std::size_t tokens_max) {
  // Collected first: an erase ends the life of what a cursor shows.
  std::vector<std::string> old;
  bool more = false;
  {
    engine::Cursor cursor = txn.cursor(Tree::kTokens);
    LARDER_TRY(bool found, cursor.seek(std::string_view(&kByAge, 1)));
    while (found && cursor.key().size() > 1 + kTimeBytes && cursor.key().front() == kByAge) {
      const auto time = static_cast<std::int64_t>(load_big_endian<std::uint64_t>(cursor.key().data() + 1));
      if (!is_old(EpochMillis{time}, now)) break;
      more = old.size() == tokens_max;
      if (more) break;
      old.emplace_back(cursor.key());
      LARDER_TRY(found, cursor.next());
    }
  }
  for (const std::string& key : old) {
    LARDER_TRY_DO(txn.erase(Tree::kTokens, token_key(std::string_view(key).substr(1 + kTimeBytes))));
    LARDER_TRY_DO(txn.erase(Tree::kTokens, key));
  }
  return more;
}

}  // namespace larder::operation
