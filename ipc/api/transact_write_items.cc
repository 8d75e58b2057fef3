// TransactWriteItems. Errors before the run:
//   an element with none or several of ConditionCheck, Put, Delete, Update
//   then per action, in order:
//     ExpressionAttributeNames and ...Values   (expression_parameters.h)
//     the values of its Key or Item
//     UpdateExpression, ConditionExpression; unused names and values
#include "storage/operation/transact_write_items.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ipc/api/consumed_capacity.h"
#include "ipc/api/content_hash.h"
#include "ipc/api/expression_parameters.h"
#include "ipc/api/item_collection_metrics.h"
#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/request_expressions.h"
#include "ipc/api/return_parameters.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;
using operation::TransactWriteAction;
using operation::TransactWriteKind;

constexpr std::array kConditionOnly{names::kConditionExpression};
constexpr std::array kUpdateAndCondition{names::kUpdateExpression, names::kConditionExpression};

struct ActionRow {
  std::string_view member;  // of a TransactWriteItem
  TransactWriteKind kind;
  std::string_view item;  // where its item or key is
  ParameterForms forms;
};

constexpr auto kActions = std::to_array<ActionRow>({
    {names::kConditionCheck, TransactWriteKind::kConditionCheck, names::kKey, {kConditionOnly, {}}},
    {names::kPut, TransactWriteKind::kPut, names::kItem, {kConditionOnly, {}}},
    {names::kDelete, TransactWriteKind::kDelete, names::kKey, {kConditionOnly, {}}},
    {names::kUpdate, TransactWriteKind::kUpdate, names::kKey, {kUpdateAndCondition, {}}},
});

const ActionRow& row_of(const wire::Member& action) {
  return *std::ranges::find(kActions, action.name, &ActionRow::member);
}

class TransactWriteItemsCall final : public WriteCall {
 public:
  explicit TransactWriteItemsCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    const wire::Node& transact_items = *request.find(names::kTransactItems);
    LARDER_TRY_DO(check_actions(transact_items));
    for (const wire::Node& element : transact_items.elements)
      LARDER_TRY_DO(decode_action(element.members.front()));

    request_.actions = actions_;
    request_.client_request_token = text(request, names::kClientRequestToken);
    // How the outcome is reported is not part of what a token stands for.
    if (!request_.client_request_token.empty()) request_.content_hash = content_hash(transact_items);
    capacity_detail_ = decode_capacity_detail(request);
    collection_metrics_ = decode_collection_metrics(request);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    LARDER_TRY(response_, operation::transact_write_items(settings_, txn, request_));
    return {};
  }

  void encode(wire::ReplyWriter& reply) override {
    reply.begin_structure();
    write_transaction_capacity(capacity_detail_, response_.capacity, reply);
    if (collection_metrics_) write_collection_metrics(response_.collections, reply);
    reply.end_structure();
  }

  std::size_t bytes_hint() const override { return item_bytes_; }

 private:
  Result<void> check_actions(const wire::Node& transact_items) {
    for (const wire::Node& element : transact_items.elements) {
      if (element.members.size() != 1) {
        return validation_error("TransactItems can only contain one of Check, Put, Update or Delete");
      }
      const wire::Member& action = element.members.front();
      item_bytes_ += action.node.find(row_of(action).item)->text.size();
    }
    actions_.reserve(transact_items.elements.size());
    conditions_.reserve(transact_items.elements.size());
    updates_.reserve(transact_items.elements.size());
    return {};
  }

  Result<void> decode_action(const wire::Member& member) {
    const ActionRow& row = row_of(member);
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(member.node, row.forms));
    TransactWriteAction action;
    action.kind = row.kind;
    action.table_name = text(member.node, names::kTableName);
    LARDER_TRY(action.item, decode_item(*member.node.find(row.item)));
    if (row.kind == TransactWriteKind::kUpdate) {
      LARDER_TRY(expression::Update update, decode_update(member.node, parameters));
      action.update = &updates_.emplace_back(std::move(update));
    }
    LARDER_TRY(expression::Condition condition, decode_condition(member.node, parameters));
    LARDER_TRY_DO(parameters.check_all_used());
    if (!condition.empty()) action.condition = &conditions_.emplace_back(std::move(condition));
    action.return_on_failure = decode_return_on_failure(member.node);
    actions_.push_back(action);
    return {};
  }

  const operation::Settings settings_;
  std::vector<expression::Condition> conditions_;  // neither grows past its room: actions_ points into them
  std::vector<expression::Update> updates_;
  std::vector<TransactWriteAction> actions_;
  operation::TransactWriteRequest request_;
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  bool collection_metrics_ = false;
  std::size_t item_bytes_ = 0;
  operation::TransactWriteResponse response_;
};

}  // namespace

Result<Call> prepare_transact_write_items(const Context& context, const wire::Body& body) {
  return prepare_write<TransactWriteItemsCall>(context, body);
}

}  // namespace larder::api
