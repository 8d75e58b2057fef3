#include "storage/engine/transaction.h"

#include <string>
#include <utility>

#include "storage/base/bytes.h"
#include "storage/engine/cursor.h"
#include "storage/engine/internals.h"
#include "storage/engine/layers.h"
#include "storage/engine/lmdb_error.h"
#include "storage/engine/meta_keys.h"
#include "storage/engine/stored_value.h"

namespace larder::engine {
namespace {

// A read transaction goes back to the pool, a write transaction that was not committed is aborted.
void end(std::unique_ptr<TransactionState> state) {
  if (!state || state->writing) return;
  mdb_txn_reset(state->txn);
  state->env.readers.give_back(std::move(state));
}

}  // namespace

int TransactionState::begin_read() {
  const int code = mdb_txn_begin(env.env, nullptr, MDB_RDONLY, &txn);
  if (code == MDB_SUCCESS) env.read_handles.fetch_add(1, std::memory_order_relaxed);
  return code;
}

int TransactionState::begin_write() {
  writing = true;
  return mdb_txn_begin(env.env, nullptr, 0, &txn);
}

TransactionState::~TransactionState() {
  if (txn == nullptr) return;
  for (const std::vector<MDB_cursor*>& cursors : idle_cursors) {
    for (MDB_cursor* cursor : cursors) mdb_cursor_close(cursor);
  }
  mdb_txn_abort(txn);
  if (!writing) env.read_handles.fetch_sub(1, std::memory_order_relaxed);
}

Result<MDB_cursor*> TransactionState::take_cursor(Tree tree) {
  std::vector<MDB_cursor*>& idle = idle_cursors[tree_index(tree)];
  MDB_cursor* cursor = nullptr;
  int code = MDB_SUCCESS;
  if (idle.empty()) {
    code = mdb_cursor_open(txn, env.dbi(tree), &cursor);
  } else {
    cursor = idle.back();
    code = mdb_cursor_renew(txn, cursor);
    if (code == MDB_SUCCESS) idle.pop_back();
  }
  if (code != MDB_SUCCESS) return lmdb_error(code, "opening a cursor");
  return cursor;
}

void TransactionState::return_cursor(Tree tree, MDB_cursor* cursor) {
  if (writing) {
    mdb_cursor_close(cursor);
  } else {
    idle_cursors[tree_index(tree)].push_back(cursor);
  }
}

Transaction::Transaction(std::unique_ptr<TransactionState> state) : state_(std::move(state)) {}
Transaction::Transaction(Transaction&&) noexcept = default;
Transaction& Transaction::operator=(Transaction&& other) noexcept {
  end(std::exchange(state_, std::move(other.state_)));
  return *this;
}
Transaction::~Transaction() {
  end(std::move(state_));
}

Result<std::optional<std::string_view>> Transaction::get(Tree tree, std::string_view key) const {
  return layered_get(*state_, tree, key);
}

Cursor Transaction::cursor(Tree tree) const {
  return Cursor(std::make_unique<CursorState>(*state_, tree));
}
Result<TreeCount> Transaction::count(TreeId tree) const {
  return current_count(*state_, tree);
}
std::uint64_t Transaction::snapshot() const {
  return mdb_txn_id(state_->txn);
}
const HashSecret& Transaction::hash_secret() const {
  return state_->env.secret;
}

Result<void> WriteTransaction::put(Tree tree, std::string_view key,
                                   std::initializer_list<std::string_view> parts) {
  return layered_put(*state_, tree, key, parts);
}

Result<bool> WriteTransaction::erase(Tree tree, std::string_view key) {
  return layered_erase(*state_, tree, key);
}

Result<std::size_t> WriteTransaction::erase_prefix(Tree tree, std::string_view prefix,
                                                   std::size_t entries_max) {
  Cursor place = cursor(tree);
  std::size_t erased = 0;
  std::string key;
  LARDER_TRY(bool found, place.seek(prefix));
  while (found && erased < entries_max && place.key().starts_with(prefix)) {
    key = place.key();
    LARDER_TRY_DO(layered_erase(*state_, tree, key));
    ++erased;
    LARDER_TRY(found, place.next());
  }
  return erased;
}

Result<TreeId> WriteTransaction::allocate_tree() {
  LARDER_TRY(const std::optional<std::string_view> stored, get(Tree::kMeta, kNextTreeKey));
  if (!stored || stored->size() != sizeof(std::uint32_t)) {
    return corruption(Tree::kMeta, kNextTreeKey, "the counter of trees is missing");
  }
  const TreeId tree{load_big_endian<std::uint32_t>(stored->data())};
  if (tree.value == UINT32_MAX) return make_error(ErrorCode::kLimitExceeded, "Every tree id has been used.");
  char next[sizeof tree.value];
  store_big_endian(tree.value + 1, next);
  LARDER_TRY_DO(put(Tree::kMeta, kNextTreeKey, {{next, sizeof next}}));
  return tree;
}

void WriteTransaction::add_count(TreeId tree, TreeCount delta) {
  TreeCount& sum = state_->counts[tree];
  sum.items += delta.items;
  sum.bytes += delta.bytes;
  ++state_->changes;
}

Result<void> WriteTransaction::drop_count(TreeId tree) {
  return drop_stored_count(*state_, tree);
}
bool WriteTransaction::growth_refused() const {
  return state_->env.space.short_of_space();
}

}  // namespace larder::engine
