// ipc/api/item_write_call.h
//
// What PutItem, UpdateItem and DeleteItem have in common at the edge: the condition and what is to be returned, and the
// reply.
//
// Threads  as a WriteCall.
#pragma once

#include "ipc/api/consumed_capacity.h"
#include "ipc/api/expression_parameters.h"
#include "ipc/api/item_collection_metrics.h"
#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/request_expressions.h"
#include "ipc/api/return_parameters.h"
#include "ipc/wire/names.h"
#include "storage/operation/item_write.h"

namespace larder::api {

// `Request` is the operation's, with members table_name, condition and return_on_failure; `operate` runs it.
template <class Request, Result<operation::ItemWriteResponse> (*operate)(
                             const operation::Settings&, engine::WriteTransaction&, const Request&)>
class ItemWriteCall : public WriteCall {
 public:
  explicit ItemWriteCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> run(engine::WriteTransaction& txn) final {
    LARDER_TRY(response_, operate(settings_, txn, request_));
    return {};
  }

  void encode(wire::ReplyWriter& reply) final {
    reply.begin_structure();
    if (response_.attributes) {
      reply.member(wire::names::kAttributes);
      reply.item(ItemView(*response_.attributes));
    }
    write_consumed_capacity(capacity_detail_, request_.table_name, response_.write_units, reply);
    if (collection_metrics_) write_collection_metrics(response_.collection, reply);
    reply.end_structure();
  }

 protected:
  // What the operations decode last. Errors, in the order checked: Expected and ConditionalOperator, or
  // ConditionExpression; unused names and values.
  Result<void> decode_rest(const wire::Node& request, ExpressionParameters& parameters) {
    LARDER_TRY(condition_, decode_condition(request, parameters));
    LARDER_TRY_DO(parameters.check_all_used());
    request_.table_name = text(request, wire::names::kTableName);
    request_.condition = condition_.empty() ? nullptr : &condition_;
    request_.return_on_failure = decode_return_on_failure(request);
    capacity_detail_ = decode_capacity_detail(request);
    collection_metrics_ = decode_collection_metrics(request);
    return {};
  }

  Request request_;

 private:
  const operation::Settings settings_;
  expression::Condition condition_;
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  bool collection_metrics_ = false;
  operation::ItemWriteResponse response_;
};

}  // namespace larder::api
