// Scan. Errors before the run, in the order checked:
//   parameters that may not stand together, ExpressionAttributeNames and ...Values (expression_parameters.h)
//   Segment and TotalSegments
//   ExclusiveStartKey's values, Select   (page_parameters.h)
//   FilterExpression or ScanFilter; ProjectionExpression or AttributesToGet; unused names and values
#include "storage/operation/scan.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "ipc/api/expression_parameters.h"
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

constexpr std::array kExpressions{names::kProjectionExpression, names::kFilterExpression};
constexpr std::array kNonExpressions{names::kAttributesToGet, names::kScanFilter,
                                     names::kConditionalOperator};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

class ScanCall final : public ReadCall {
 public:
  explicit ScanCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(request, kForms));
    LARDER_TRY_DO(decode_segment(request));
    LARDER_TRY(page_parameters_, decode_page_parameters(request));
    LARDER_TRY(filter_, decode_filter(request, names::kScanFilter, parameters));
    LARDER_TRY(projection_, decode_projection(request, parameters));
    LARDER_TRY_DO(parameters.check_all_used());

    table_name_ = text(request, names::kTableName);
    request_.filter = filter_.empty() ? nullptr : &filter_;
    request_.exclusive_start_key = page_parameters_.exclusive_start_key;
    request_.limit = page_parameters_.limit;
    request_.count_only = page_parameters_.count_only;
    request_.consistent_read = optional_boolean(request, names::kConsistentRead).value_or(false);
    capacity_detail_ = decode_capacity_detail(request);
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& budget) override {
    if (!scan_) {
      const PageRequest asked{table_name_, page_parameters_, filter_, projection_};
      LARDER_TRY(operation::PageSource source, PageView::find(txn, settings_.clock, asked));
      view_.emplace(std::move(source), asked);
      LARDER_TRY(scan_, operation::Scan::start(txn, view_->source(), request_));
      page_.emplace(projection_, view_->shown()).begin(reply, request_.count_only);
    }
    LARDER_TRY(const Progress progress, scan_->run(txn, *page_, budget));
    if (progress == Progress::kDone) page_->end(scan_->summary(), capacity_detail_, table_name_);
    return progress;
  }

 private:
  Result<void> decode_segment(const wire::Node& request) {
    const auto segment = optional_integer(request, names::kSegment);
    const auto total = optional_integer(request, names::kTotalSegments);
    if (!segment && !total) return {};
    if (!total) {
      return validation_error(
          "The TotalSegments parameter is required but was not present in the request when Segment parameter "
          "is "
          "present");
    }
    if (!segment) {
      return validation_error(
          "The Segment parameter is required but was not present in the request when parameter TotalSegments "
          "is "
          "present");
    }
    if (*segment >= *total) {
      return validation_error(
          "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: " +
          std::to_string(*segment) + " is not less than TotalSegments: " + std::to_string(*total));
    }
    request_.segment = static_cast<std::uint32_t>(*segment);
    request_.total_segments = static_cast<std::uint32_t>(*total);
    return {};
  }

  const operation::Settings settings_;
  std::string_view table_name_;
  expression::Condition filter_;
  expression::Projection projection_;
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  PageParameters page_parameters_;
  operation::ScanRequest request_;
  std::optional<PageView> view_;         // once started
  std::optional<operation::Scan> scan_;  // once started
  std::optional<PageReply> page_;
};

}  // namespace

Result<Call> prepare_scan(const Context& context, const wire::Body& body) {
  return prepare_read<ScanCall>(context, body);
}

}  // namespace larder::api
