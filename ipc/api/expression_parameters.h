// ipc/api/expression_parameters.h
//
// ExpressionAttributeNames and ExpressionAttributeValues of a request as a Binder, and the rules about which
// parameters of a request may stand together.
//
// Errors   decode, all kValidation, in this order:
//            expressions beside parameters of the older form
//                     "Can not use both expression and non-expression parameters in the same request: ..."
//            names without any expression, empty names
//            values without any expression that may use values, empty values
//            placeholders (Binder::check_definitions)
//            values that break a rule ("ExpressionAttributeValues contains invalid value: ... for key :v")
// Lifetime borrows from the request; an ExpressionParameters stays where it is, since the Binder looks into
// it. Source   observed texts and order; pinned by tests/unit/ipc/api/expression_parameters_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/expression/expression.h"

namespace larder::api {

// The parameters of one operation that hold expressions, and those of the older form that exclude them; each
// in the order in which the service lists them.
struct ParameterForms {
  std::span<const std::string_view> expressions;
  std::span<const std::string_view> non_expressions;
};

class ExpressionParameters {
 public:
  ExpressionParameters() = default;
  ExpressionParameters(const ExpressionParameters&) = delete;
  ExpressionParameters& operator=(const ExpressionParameters&) = delete;

  Result<void> decode(const wire::Node& request, const ParameterForms& forms);

  expression::Binder& binder() { return *binder_; }  // only after decode
  // When the last expression was parsed.
  Result<void> check_all_used() const { return binder_->check_all_used(); }

 private:
  Result<void> decode_names(const wire::Node& request, const ParameterForms& forms);
  Result<void> decode_values(const wire::Node& request, const ParameterForms& forms);
  static Result<void> check_values(const wire::Node& request);

  std::vector<expression::NameSubstitution> names_;
  std::vector<expression::ValueSubstitution> values_;
  std::optional<expression::Binder> binder_;
};

}  // namespace larder::api
