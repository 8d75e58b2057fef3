#include "storage/operation/transact_write_items.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "storage/model/item_size.h"
#include "storage/model/limits.h"
#include "storage/operation/check_item.h"
#include "storage/operation/distinct_keys.h"
#include "storage/operation/idempotency_token.h"
#include "storage/table/catalog.h"
#include "storage/table/item.h"
#include "storage/table/primary_key.h"
#include "storage/write/apply.h"

namespace larder::operation {
namespace {

// One action on its way: its table and key are sound; what it makes of its item is known once it was evaluated.
struct Step {
  const TransactWriteAction& action;
  table::Table table;
  table::PrimaryKey key;
  std::optional<table::StoredItem> put;  // kPut
  UpdatedItem updated;                   // kUpdate

  std::optional<table::StoredItem> after() const {
    if (action.kind == TransactWriteKind::kPut) return put;
    if (!updated.bytes) return std::nullopt;
    return table::StoredItem{static_cast<std::uint32_t>(updated.size), ItemView(*updated.bytes)};
  }
};

Result<Step> make_step(const Settings& settings, const engine::Transaction& txn,
                       const TransactWriteAction& action) {
  LARDER_TRY(table::Table table, table::find(txn, action.table_name, settings.clock));
  if (action.kind == TransactWriteKind::kPut) {
    LARDER_TRY(const table::PrimaryKey key, table::key_of_item(table, txn.hash_secret(), action.item));
    LARDER_TRY(const table::StoredItem item, sized_item(action.item));
    return Step{action, std::move(table), key, item, {}};
  }
  LARDER_TRY(const table::PrimaryKey key, table::key_of_key(table, txn.hash_secret(), action.item));
  if (action.kind == TransactWriteKind::kUpdate)
    LARDER_TRY_DO(check_update_keys(action.update, table.key_schema));
  return Step{action, std::move(table), key, std::nullopt, {}};
}

Result<std::vector<Step>> make_steps(const Settings& settings, const engine::Transaction& txn,
                                     std::span<const TransactWriteAction> actions) {
  std::vector<Step> steps;
  std::vector<std::string> keys;
  steps.reserve(actions.size());
  for (const TransactWriteAction& action : actions) {
    LARDER_TRY(Step step, make_step(settings, txn, action));
    keys.emplace_back(step.key.bytes.view());
    steps.push_back(std::move(step));
  }
  if (!are_distinct(keys)) {
    return validation_error("Transaction request cannot include multiple operations on one item");
  }
  return steps;
}

// Evaluates one action on the item as it is before the whole transaction.
Result<void> evaluate(Step& step, const std::optional<table::StoredItem>& before) {
  LARDER_TRY_DO(check_condition(step.action.condition, before, step.action.return_on_failure));
  if (step.action.kind == TransactWriteKind::kUpdate) {
    LARDER_TRY(step.updated, updated_item(step.action.update, before, step.action.item));
  }
  return {};
}

// What a failed evaluation says of its action. Errors that are no client's doing stay errors of the whole request.
Result<CancellationReason> reason_of(Error error) {
  if (error.code == ErrorCode::kConditionalCheckFailed) {
    return CancellationReason{"ConditionalCheckFailed", std::move(error.message), std::move(error.item)};
  }
  if (error.code == ErrorCode::kValidation) {
    return CancellationReason{"ValidationError", std::move(error.message), {}};
  }
  return error;
}

Error cancelled(std::vector<CancellationReason> reasons) {
  std::string text = "Transaction cancelled, please refer cancellation reasons for specific reasons [";
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (i != 0) text += ", ";
    text += reasons[i].code;
  }
  text += ']';
  return {ErrorCode::kTransactionCanceled, std::move(text), {}, std::move(reasons)};
}

// All conditions and updates; then the sums. Nothing is written. The capacity is the response's.
Result<std::vector<TableCapacity>> check_steps(const engine::WriteTransaction& txn,
                                               std::vector<Step>& steps) {
  std::vector<CancellationReason> reasons;
  std::vector<TableCapacity> capacity;
  std::size_t bytes = 0;
  bool all_hold = true;
  bool grows = false;
  for (Step& step : steps) {
    LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, step.table, step.key));
    CancellationReason reason{"None", {}, {}};
    if (Result<void> outcome = evaluate(step, before); !outcome.ok()) {
      all_hold = false;
      LARDER_TRY(reason, reason_of(std::move(outcome).error()));
    }
    reasons.push_back(std::move(reason));
    const std::size_t size_after = size_of(step.after());
    grows = grows || size_after > size_of(before);
    bytes += size_after != 0 ? size_after : item_size(step.action.item);
    capacity_of(capacity, step.action.table_name).write_units +=
        write_units(size_of(before), size_after, /*transactional=*/true);
  }
  if (!all_hold) return cancelled(std::move(reasons));
  if (bytes > limits::kTransactionBytesMax) {
    return validation_error("The total size of the items in the transaction exceeds 4194304 bytes");
  }
  if (grows && txn.growth_refused()) return engine::storage_full();
  return capacity;
}

// The answer to a repeated token: nothing is written, the items are read. A table that is gone by now costs nothing.
Result<TransactWriteResponse> repeated(const Settings& settings, const engine::Transaction& txn,
                                       const TransactWriteRequest& request) {
  TransactWriteResponse response;
  for (const TransactWriteAction& action : request.actions) {
    Result<Step> step = make_step(settings, txn, action);
    if (!step.ok()) continue;
    LARDER_TRY(const std::optional<table::StoredItem> item, table::read_item(txn, step->table, step->key));
    capacity_of(response.capacity, action.table_name).read_units +=
        read_units(size_of(item), Consistency::kTransactional);
  }
  return response;
}

Result<void> write_step(engine::WriteTransaction& txn, const Step& step) {
  // Read again: the first write of the transaction ended the life of all that was read before.
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, step.table, step.key));
  return write::apply(txn, {step.table, step.key.bytes, before, step.after()});
}

}  // namespace

Result<TransactWriteResponse> transact_write_items(const Settings& settings, engine::WriteTransaction& txn,
                                                   const TransactWriteRequest& request) {
  const bool has_token = !request.client_request_token.empty();
  const EpochMillis now = settings.clock.now();
  if (has_token) {
    LARDER_TRY(const TokenUse use, check_token(txn, request.client_request_token, request.content_hash, now));
    if (use == TokenUse::kRepeated) return repeated(settings, txn, request);
  }
  LARDER_TRY(std::vector<Step> steps, make_steps(settings, txn, request.actions));
  TransactWriteResponse response;
  LARDER_TRY(response.capacity, check_steps(txn, steps));

  for (const Step& step : steps) {
    if (step.action.kind != TransactWriteKind::kConditionCheck) LARDER_TRY_DO(write_step(txn, step));
  }
  if (has_token) LARDER_TRY_DO(remember_token(txn, request.client_request_token, request.content_hash, now));
  return response;
}

}  // namespace larder::operation
