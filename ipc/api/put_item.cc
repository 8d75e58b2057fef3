// PutItem. Errors before the run, in the order checked:
//   parameters that may not stand together, ExpressionAttributeNames and ...Values (expression_parameters.h)
//   the first attribute value of Item that breaks a rule
//   ReturnValues other than NONE and ALL_OLD
//   Expected and ConditionalOperator, or ConditionExpression; unused names and values
#include "storage/operation/put_item.h"

#include <array>

#include "ipc/api/item_write_call.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::array kExpressions{names::kConditionExpression};
constexpr std::array kNonExpressions{names::kExpected, names::kConditionalOperator};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

class PutItemCall final : public ItemWriteCall<operation::PutItemRequest, operation::put_item> {
 public:
  using ItemWriteCall::ItemWriteCall;

  Result<void> decode(const wire::Node& request) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(request, kForms));
    LARDER_TRY(request_.item, decode_item(*request.find(names::kItem)));
    LARDER_TRY(request_.return_values, decode_return_values_of_old(request));

    return decode_rest(request, parameters);
  }

  std::size_t bytes_hint() const override { return request_.item.bytes().size(); }
};

}  // namespace

Result<Call> prepare_put_item(const Context& context, const wire::Body& body) {
  return prepare_write<PutItemCall>(context, body);
}

}  // namespace larder::api
