// GetItem. Errors before the run, in the order checked:
//   parameters that may not stand together, ExpressionAttributeNames   (expression_parameters.h)
//   the first attribute value of Key that breaks a rule
//   AttributesToGet or ProjectionExpression; unused names
#include "storage/operation/get_item.h"

#include <array>

#include "ipc/api/consumed_capacity.h"
#include "ipc/api/expression_parameters.h"
#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/projected_item.h"
#include "ipc/api/request_expressions.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::array kExpressions{names::kProjectionExpression};
constexpr std::array kNonExpressions{names::kAttributesToGet};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

class GetItemCall final : public ReadCall {
 public:
  explicit GetItemCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(request, kForms));
    LARDER_TRY(request_.key, decode_item(*request.find(names::kKey)));
    LARDER_TRY(projection_, decode_projection(request, parameters));
    LARDER_TRY_DO(parameters.check_all_used());

    request_.table_name = text(request, names::kTableName);
    request_.consistent_read = optional_boolean(request, names::kConsistentRead).value_or(false);
    capacity_detail_ = decode_capacity_detail(request);
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& /*one item*/) override {
    LARDER_TRY(const operation::GetItemResponse response, operation::get_item(settings_, txn, request_));
    reply.begin_structure();
    if (response.item) {
      reply.member(names::kItem);
      ProjectedItemWriter(projection_).write(*response.item, reply);
    }
    write_consumed_capacity(capacity_detail_, request_.table_name,
                            operation::ConsumedUnits(response.read_units), reply);
    reply.end_structure();
    return Progress::kDone;
  }

 private:
  const operation::Settings settings_;
  expression::Projection projection_;
  operation::GetItemRequest request_;
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
};

}  // namespace

Result<Call> prepare_get_item(const Context& context, const wire::Body& body) {
  return prepare_read<GetItemCall>(context, body);
}

}  // namespace larder::api
