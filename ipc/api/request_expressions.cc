#include "ipc/api/request_expressions.h"

#include "ipc/api/legacy_parameters.h"
#include "ipc/api/members.h"
#include "ipc/wire/names.h"

namespace larder::api {

namespace names = wire::names;
using expression::Place;

Result<expression::Condition> decode_condition(const wire::Node& request, ExpressionParameters& parameters) {
  if (const auto text = optional_text(request, names::kConditionExpression)) {
    return expression::parse_condition(*text, Place::kConditionExpression, parameters.binder());
  }
  return decode_legacy_expected(request);
}

Result<expression::Condition> decode_filter(const wire::Node& request, std::string_view legacy_filter,
                                            ExpressionParameters& parameters) {
  if (const auto text = optional_text(request, names::kFilterExpression)) {
    return expression::parse_condition(*text, Place::kFilterExpression, parameters.binder());
  }
  return decode_legacy_filter(request, legacy_filter);
}

Result<expression::Projection> decode_projection(const wire::Node& request,
                                                 ExpressionParameters& parameters) {
  if (const auto text = optional_text(request, names::kProjectionExpression)) {
    return expression::parse_projection(*text, parameters.binder());
  }
  return decode_attributes_to_get(request);
}

Result<expression::Update> decode_update(const wire::Node& request, ExpressionParameters& parameters) {
  if (const auto text = optional_text(request, names::kUpdateExpression)) {
    return expression::parse_update(*text, parameters.binder());
  }
  return decode_attribute_updates(request);
}

}  // namespace larder::api
