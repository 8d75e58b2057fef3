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
#include "storage/write/plan.h"

namespace larder::operation {
namespace {

// One action on its way: its table and key are sound; what it makes of its item is known once it was evaluated.
struct Step {
  const TransactWriteAction& action;
  table::IndexedTable table;
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
  LARDER_TRY(table::IndexedTable table, table::find_for_write(txn, action.table_name, settings.clock));
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
  if (step.action.kind == TransactWriteKind::kPut)
    return check_index_keys_of_put(step.table, step.action.item);
  if (step.action.kind != TransactWriteKind::kUpdate) return {};
  LARDER_TRY(step.updated, updated_item(step.action.update, before, step.action.item));
  if (!step.updated.bytes) return {};
  return check_index_keys_of_update(step.table, before, ItemView(*step.updated.bytes));
}

// What a failed evaluation says of its action. Errors that are no client's doing stay errors of the whole request.
Result<CancellationReason> reason_of(Error error) {
  if (error.code == ErrorCode::kConditionalCheckFailed) {
    return CancellationReason{"ConditionalCheckFailed", std::move(error.message), std::move(error.item)};
  }
  if (error.code == ErrorCode::kValidation) {
    return CancellationReason{"ValidationError", std::move(error.message), {}};
  }
  if (error.code == ErrorCode::kItemCollectionSizeLimitExceeded) {
    return CancellationReason{"ItemCollectionSizeLimitExceeded", std::move(error.message), {}};
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

// What a transaction will do, once every check has passed.
struct CheckedSteps {
  std::vector<write::Plan> plans;  // a step that only checks has one that changes nothing
  std::vector<TableCapacity> capacity;
};

// What an action makes of its item. Evaluates all of it, so that its reason is known.
Result<write::Plan> plan_step(const engine::WriteTransaction& txn, Step& step,
                              std::optional<Error>* failure) {
  LARDER_TRY(const std::optional<table::StoredItem> before, table::read_item(txn, step.table, step.key));
  Result<void> outcome = evaluate(step, before);
  const bool writes = outcome.ok() && step.action.kind != TransactWriteKind::kConditionCheck;
  write::Plan plan =
      write::plan(txn.hash_secret(), {step.table, step.key.bytes, before, writes ? step.after() : before});
  if (!outcome.ok()) *failure = std::move(outcome).error();
  return plan;
}

// All conditions and updates; then the sums. Nothing is written.
Result<CheckedSteps> check_steps(const Settings& settings, const engine::WriteTransaction& txn,
                                 std::vector<Step>& steps) {
  CheckedSteps checked;
  checked.plans.reserve(steps.size());
  std::vector<CancellationReason> reasons;
  std::size_t bytes = 0;
  bool all_hold = true;
  bool grows = false;
  for (Step& step : steps) {
    CancellationReason reason{"None", {}, {}};
    std::optional<Error> failure;
    LARDER_TRY(write::Plan plan, plan_step(txn, step, &failure));
    if (failure) {
      all_hold = false;
      LARDER_TRY(reason, reason_of(*std::move(failure)));
    }
    reasons.push_back(std::move(reason));
    const std::size_t size_after = size_of(step.after());
    grows = grows || plan.grows();
    bytes += size_after != 0 ? size_after : item_size(step.action.item);
    capacity_of(checked.capacity, step.action.table_name)
        .write.add(write_units(plan, /*transactional=*/true));
    checked.plans.push_back(std::move(plan));
  }
  LARDER_TRY(const std::vector<std::size_t> beyond, plans_beyond_limit(settings, txn, checked.plans));
  for (const std::size_t step : beyond) {
    all_hold = false;
    LARDER_TRY(reasons[step], reason_of(collection_too_large()));
  }
  if (!all_hold) return cancelled(std::move(reasons));
  if (bytes > limits::kTransactionBytesMax) {
    return validation_error("The total size of the items in the transaction exceeds 4194304 bytes");
  }
  if (grows && txn.growth_refused()) return engine::storage_full();
  return checked;
}

// The answer to a repeated token: nothing is written, the items are read. A table that is gone by now costs nothing.
Result<TransactWriteResponse> repeated(const Settings& settings, const engine::Transaction& txn,
                                       const TransactWriteRequest& request) {
  TransactWriteResponse response;
  for (const TransactWriteAction& action : request.actions) {
    Result<Step> step = make_step(settings, txn, action);
    if (!step.ok()) continue;
    LARDER_TRY(const std::optional<table::StoredItem> item, table::read_item(txn, step->table, step->key));
    capacity_of(response.capacity, action.table_name).read.table +=
        read_units(size_of(item), Consistency::kTransactional);
  }
  return response;
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
  LARDER_TRY(CheckedSteps checked, check_steps(settings, txn, steps));
  TransactWriteResponse response;
  response.capacity = std::move(checked.capacity);

  for (const write::Plan& plan : checked.plans) LARDER_TRY_DO(write::apply(txn, plan));
  for (const Step& step : steps) {
    if (step.action.kind == TransactWriteKind::kConditionCheck) continue;
    LARDER_TRY(std::optional<ItemCollection> collection, item_collection(txn, step.table, step.key));
    if (collection) add_collection(response.collections, step.action.table_name, *std::move(collection));
  }
  if (has_token) LARDER_TRY_DO(remember_token(txn, request.client_request_token, request.content_hash, now));
  return response;
}

}  // namespace larder::operation
