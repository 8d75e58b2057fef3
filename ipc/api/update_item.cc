// UpdateItem. Errors before the run, in the order checked:
//   parameters that may not stand together, ExpressionAttributeNames and ...Values (expression_parameters.h)
//   the first attribute value of Key that breaks a rule
//   AttributeUpdates or UpdateExpression; Expected and ConditionalOperator, or ConditionExpression
//   unused names and values
#include "storage/operation/update_item.h"

#include <array>

#include "ipc/api/item_write_call.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::array kExpressions{names::kUpdateExpression, names::kConditionExpression};
constexpr std::array kNonExpressions{names::kAttributeUpdates, names::kExpected, names::kConditionalOperator};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

class UpdateItemCall final : public ItemWriteCall<operation::UpdateItemRequest, operation::update_item> {
 public:
  using ItemWriteCall::ItemWriteCall;

  Result<void> decode(const wire::Node& request) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(request, kForms));
    LARDER_TRY(request_.key, decode_item(*request.find(names::kKey)));
    LARDER_TRY(update_, decode_update(request, parameters));

    request_.update = update_.empty() ? nullptr : &update_;
    request_.return_values = decode_return_values(request);
    return decode_rest(request, parameters);
  }

 private:
  expression::Update update_;
};

}  // namespace

Result<Call> prepare_update_item(const Context& context, const wire::Body& body) {
  return prepare_write<UpdateItemCall>(context, body);
}

}  // namespace larder::api
