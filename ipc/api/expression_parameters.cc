#include "ipc/api/expression_parameters.h"

#include <algorithm>
#include <string>

#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

std::string joined(std::span<const std::string_view> words, std::string_view separator) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::vector<std::string_view> given(const wire::Node& request, std::span<const std::string_view> parameters) {
  std::vector<std::string_view> found;
  for (const std::string_view parameter : parameters) {
    if (request.find(parameter) != nullptr) found.push_back(parameter);
  }
  return found;
}

bool any_given(const wire::Node& request, std::span<const std::string_view> parameters) {
  return std::ranges::any_of(parameters,
                             [&](std::string_view name) { return request.find(name) != nullptr; });
}

Result<void> check_not_mixed(const wire::Node& request, const ParameterForms& forms) {
  if (!any_given(request, forms.expressions) || !any_given(request, forms.non_expressions)) return {};
  return validation_error(
      "Can not use both expression and non-expression parameters in the same request: Non-expression "
      "parameters: {" +
      joined(given(request, forms.non_expressions), ", ") + "} Expression parameters: {" +
      joined(given(request, forms.expressions), ", ") + "}");
}

// Why values cannot be used: a projection takes none, so it does not count as an expression here.
Error values_without_expressions(std::span<const std::string_view> expressions) {
  std::vector<std::string_view> with_values;
  std::ranges::copy_if(expressions, std::back_inserter(with_values),
                       [](std::string_view name) { return name != names::kProjectionExpression; });
  return validation_error("ExpressionAttributeValues can only be specified when using expressions: " +
                          joined(with_values, " and ") +
                          (with_values.size() == 1 ? " is null" : " are null"));
}

}  // namespace

Result<void> ExpressionParameters::decode(const wire::Node& request, const ParameterForms& forms) {
  LARDER_TRY_DO(check_not_mixed(request, forms));
  LARDER_TRY_DO(decode_names(request, forms));
  LARDER_TRY_DO(decode_values(request, forms));
  binder_.emplace(names_, values_);
  LARDER_TRY_DO(binder_->check_definitions());
  return check_values(request);
}

Result<void> ExpressionParameters::decode_names(const wire::Node& request, const ParameterForms& forms) {
  const wire::Node* map = request.find(names::kExpressionAttributeNames);
  if (map == nullptr) return {};
  if (!any_given(request, forms.expressions)) {
    return validation_error("ExpressionAttributeNames can only be specified when using expressions");
  }
  if (map->members.empty()) return validation_error("ExpressionAttributeNames must not be empty");
  names_.reserve(map->members.size());
  for (const wire::Member& member : map->members) names_.push_back({member.name, member.node.text});
  return {};
}

Result<void> ExpressionParameters::decode_values(const wire::Node& request, const ParameterForms& forms) {
  const wire::Node* map = request.find(names::kExpressionAttributeValues);
  if (map == nullptr) return {};
  const bool usable = std::ranges::any_of(forms.expressions, [&](std::string_view name) {
    return name != names::kProjectionExpression && request.find(name) != nullptr;
  });
  if (!usable) return values_without_expressions(forms.expressions);
  if (map->members.empty()) return validation_error("ExpressionAttributeValues must not be empty");
  values_.reserve(map->members.size());
  for (const wire::Member& member : map->members)
    values_.push_back({member.name, ValueView(member.node.text)});
  return {};
}

// After the placeholders: the service looks at the keys of the map first.
Result<void> ExpressionParameters::check_values(const wire::Node& request) {
  const wire::Node* map = request.find(names::kExpressionAttributeValues);
  if (map == nullptr) return {};
  for (const wire::Member& member : map->members) {
    if (member.node.kind != wire::NodeKind::kInvalidValue) continue;
    return validation_error("ExpressionAttributeValues contains invalid value: " +
                            member.node.error->message + " for key " + std::string(member.name));
  }
  return {};
}

}  // namespace larder::api
