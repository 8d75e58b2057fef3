// DeleteItem. Errors before the run, in the order checked: as PutItem's (put_item.cc), with Key for Item.
#include "storage/operation/delete_item.h"

#include <array>

#include "ipc/api/item_write_call.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::array kExpressions{names::kConditionExpression};
constexpr std::array kNonExpressions{names::kExpected, names::kConditionalOperator};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

class DeleteItemCall final : public ItemWriteCall<operation::DeleteItemRequest, operation::delete_item> {
 public:
  using ItemWriteCall::ItemWriteCall;

  Result<void> decode(const wire::Node& request) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(request, kForms));
    LARDER_TRY(request_.key, decode_item(*request.find(names::kKey)));
    LARDER_TRY(request_.return_values, decode_return_values_of_old(request));

    return decode_rest(request, parameters);
  }
};

}  // namespace

Result<Call> prepare_delete_item(const Context& context, const wire::Body& body) {
  return prepare_write<DeleteItemCall>(context, body);
}

}  // namespace larder::api
