// DeleteItem. Errors before the run, in the order checked: as PutItem's (put_item.cc), with Key for Item.
#include "storage/operation/delete_item.h"

#include <array>

#include "ipc/api/consumed_capacity.h"
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

constexpr std::array kExpressions{names::kConditionExpression};
constexpr std::array kNonExpressions{names::kExpected, names::kConditionalOperator};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

class DeleteItemCall final : public WriteCall {
 public:
  explicit DeleteItemCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(request, kForms));
    LARDER_TRY(request_.key, decode_item(*request.find(names::kKey)));
    LARDER_TRY(request_.return_values, decode_return_values_of_old(request));
    LARDER_TRY(condition_, decode_condition(request, parameters));
    LARDER_TRY_DO(parameters.check_all_used());

    request_.table_name = text(request, names::kTableName);
    request_.condition = condition_.empty() ? nullptr : &condition_;
    request_.return_on_failure = decode_return_on_failure(request);
    capacity_detail_ = decode_capacity_detail(request);
    collection_metrics_ = decode_collection_metrics(request);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    LARDER_TRY(response_, operation::delete_item(settings_, txn, request_));
    return {};
  }

  void encode(wire::ReplyWriter& reply) override {
    reply.begin_structure();
    if (response_.attributes) {
      reply.member(names::kAttributes);
      reply.item(ItemView(*response_.attributes));
    }
    write_consumed_capacity(capacity_detail_, request_.table_name, response_.write_units, reply);
    if (collection_metrics_) write_collection_metrics(response_.collection, reply);
    reply.end_structure();
  }

 private:
  const operation::Settings settings_;
  expression::Condition condition_;
  operation::DeleteItemRequest request_;
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  bool collection_metrics_ = false;
  operation::DeleteItemResponse response_;
};

}  // namespace

Result<Call> prepare_delete_item(const Context& context, const wire::Body& body) {
  return prepare_write<DeleteItemCall>(context, body);
}

}  // namespace larder::api
