// Query. Errors before the run, in the order checked:
//   parameters that may not stand together, ExpressionAttributeNames and ...Values (expression_parameters.h)
//   ExclusiveStartKey's values, Select   (page_parameters.h)
//   the syntax of KeyConditionExpression; FilterExpression or QueryFilter; ProjectionExpression or
//   AttributesToGet neither KeyConditions nor KeyConditionExpression
// In the run, where table and index are known (page_view.h): syntax and unused names still come before an absent table, then what
// does not fit the key schema.
#include "storage/operation/query.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ipc/api/expression_parameters.h"
#include "ipc/api/legacy_parameters.h"
#include "ipc/api/members.h"
#include "ipc/api/page_parameters.h"
#include "ipc/api/page_reply.h"
#include "ipc/api/page_view.h"
#include "ipc/api/prepare.h"
#include "ipc/api/request_expressions.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;
using expression::KeyCondition;

constexpr std::array kExpressions{names::kProjectionExpression, names::kFilterExpression,
                                  names::kKeyConditionExpression};
constexpr std::array kNonExpressions{names::kAttributesToGet, names::kQueryFilter,
                                     names::kConditionalOperator, names::kKeyConditions};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

// Errors of the text alone name the parameter; those about the schema do not.
bool is_syntax_error(const Error& error) {
  return error.message.find(names::kKeyConditionExpression) != std::string::npos;
}

class QueryCall final : public ReadCall {
 public:
  explicit QueryCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    LARDER_TRY_DO(parameters_.decode(request, kForms));
    LARDER_TRY(page_parameters_, decode_page_parameters(request));
    key_expression_ = optional_text(request, names::kKeyConditionExpression);
    LARDER_TRY_DO(decode_filter_and_projection(request));
    if (const wire::Node* map = request.find(names::kKeyConditions); map != nullptr) {
      LARDER_TRY(key_conditions_, decode_conditions(*map));
    } else if (!key_expression_) {
      return validation_error(
          "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
    }

    table_name_ = text(request, names::kTableName);
    request_.key_condition = &key_condition_;
    request_.filter = filter_.empty() ? nullptr : &filter_;
    request_.filter_is_legacy = request.find(names::kQueryFilter) != nullptr;
    request_.exclusive_start_key = page_parameters_.exclusive_start_key;
    request_.limit = page_parameters_.limit;
    request_.count_only = page_parameters_.count_only;
    request_.consistent_read = optional_boolean(request, names::kConsistentRead).value_or(false);
    request_.scan_index_forward = optional_boolean(request, names::kScanIndexForward).value_or(true);
    capacity_detail_ = decode_capacity_detail(request);
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& budget) override {
    if (!query_) {
      LARDER_TRY_DO(start(txn));
      page_.emplace(projection_, view_->shown()).begin(reply, request_.count_only);
    }
    LARDER_TRY(const Progress progress, query_->run(txn, *page_, budget));
    if (progress == Progress::kDone) page_->end(query_->summary(), capacity_detail_, table_name_);
    return progress;
  }

 private:
  // The service looks at the key condition first, but parsing it needs the table: only when another
  // expression is wrong is its syntax looked at here.
  Result<void> decode_filter_and_projection(const wire::Node& request) {
    const auto decode_both = [&]() -> Result<void> {
      LARDER_TRY(filter_, decode_filter(request, names::kQueryFilter, parameters_));
      LARDER_TRY(projection_, decode_projection(request, parameters_));
      return {};
    };
    Result<void> decoded = decode_both();
    if (!decoded.ok() && key_expression_) LARDER_TRY_DO(check_key_syntax());
    return decoded;
  }

  Result<void> check_key_syntax() {
    const auto parsed = expression::parse_key_condition(*key_expression_, KeySchema(), parameters_.binder());
    if (!parsed.ok() && is_syntax_error(parsed.error())) return parsed.error();
    return {};
  }

  Result<void> start(const engine::Transaction& txn) {
    const PageRequest asked{table_name_, page_parameters_, filter_, projection_};
    Result<operation::PageSource> found = PageView::find(txn, settings_.clock, asked);
    if (!found.ok()) {
      if (key_expression_) LARDER_TRY_DO(check_key_syntax());
      LARDER_TRY_DO(parameters_.check_all_used());
      return std::move(found).error();
    }
    view_.emplace(*std::move(found), asked);
    LARDER_TRY(key_condition_, key_condition(view_->source().key()));
    LARDER_TRY(query_, operation::Query::start(txn, view_->source(), request_));
    return {};
  }

  Result<KeyCondition> key_condition(const KeyAttributes& key) {
    if (!key_expression_) return expression::key_condition_from_legacy(key_conditions_, key);
    Result<KeyCondition> parsed =
        expression::parse_key_condition(*key_expression_, key, parameters_.binder());
    if (!parsed.ok() && is_syntax_error(parsed.error())) return parsed;
    LARDER_TRY_DO(parameters_.check_all_used());
    return parsed;
  }

  const operation::Settings settings_;
  ExpressionParameters parameters_;
  std::string_view table_name_;
  std::optional<std::string_view> key_expression_;
  std::vector<expression::LegacyCondition> key_conditions_;
  KeyCondition key_condition_;
  expression::Condition filter_;
  expression::Projection projection_;
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  PageParameters page_parameters_;
  operation::QueryRequest request_;
  std::optional<PageView> view_;           // once started
  std::optional<operation::Query> query_;  // once started
  std::optional<PageReply> page_;
};

}  // namespace

Result<Call> prepare_query(const Context& context, const wire::Body& body) {
  return prepare_read<QueryCall>(context, body);
}

}  // namespace larder::api
