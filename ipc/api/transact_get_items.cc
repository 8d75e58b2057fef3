// TransactGetItems. Errors before the run, per Get in order:
//   ExpressionAttributeNames   (expression_parameters.h)
//   the values of its Key
//   ProjectionExpression; unused names
#include "storage/operation/transact_get_items.h"

#include <array>
#include <chrono>
#include <optional>
#include <vector>

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
constexpr ParameterForms kForms{kExpressions, {}};

class TransactGetItemsCall final : public ReadCall {
 public:
  explicit TransactGetItemsCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    const wire::Node& transact_items = *request.find(names::kTransactItems);
    actions_.reserve(transact_items.elements.size());
    projections_.reserve(transact_items.elements.size());
    for (const wire::Node& element : transact_items.elements)
      LARDER_TRY_DO(decode_get(*element.find(names::kGet)));
    capacity_detail_ = decode_capacity_detail(request);
    return {};
  }

  // All is read at once, as views; what may take long is writing up to 4 MB of it.
  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& budget) override {
    if (!response_) {
      LARDER_TRY(response_, operation::transact_get_items(settings_, txn, actions_));
      reply.begin_structure();
      reply.member(names::kResponses);
      reply.begin_list();
    }
    const std::size_t start = reply.size();
    const auto spent = [&] {
      return reply.size() - start >= budget.bytes || std::chrono::steady_clock::now() >= budget.until;
    };
    while (written_ < response_->items.size()) {
      write_response(written_++, reply);
      if (written_ < response_->items.size() && spent()) return Progress::kMore;
    }
    reply.end_list();
    write_transaction_capacity(capacity_detail_, response_->capacity, reply);
    reply.end_structure();
    return Progress::kDone;
  }

 private:
  Result<void> decode_get(const wire::Node& get) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(get, kForms));
    LARDER_TRY(const ItemView key, decode_item(*get.find(names::kKey)));
    LARDER_TRY(expression::Projection projection, decode_projection(get, parameters));
    LARDER_TRY_DO(parameters.check_all_used());
    actions_.push_back({text(get, names::kTableName), key});
    projections_.push_back(std::move(projection));
    return {};
  }

  void write_response(std::size_t index, wire::ReplyWriter& reply) const {
    reply.begin_structure();  // stays empty for an item that is not there
    if (const auto& item = response_->items[index]) {
      reply.member(names::kItem);
      ProjectedItemWriter(projections_[index]).write(*item, reply);
    }
    reply.end_structure();
  }

  const operation::Settings settings_;
  std::vector<operation::TransactGetAction> actions_;
  std::vector<expression::Projection> projections_;  // parallel to actions_
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  std::optional<operation::TransactGetResponse> response_;  // once read
  std::size_t written_ = 0;                                 // of response_->items
};

}  // namespace

Result<Call> prepare_transact_get_items(const Context& context, const wire::Body& body) {
  return prepare_read<TransactGetItemsCall>(context, body);
}

}  // namespace larder::api
