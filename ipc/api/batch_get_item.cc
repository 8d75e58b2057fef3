// BatchGetItem. Errors before the run, in the order checked:
//   more than 100 keys in all
//   per table: parameters that may not stand together, ExpressionAttributeNames; the values of its Keys;
//   AttributesToGet or ProjectionExpression; unused names
#include "storage/operation/batch_get_item.h"

#include <array>
#include <optional>
#include <vector>

#include "ipc/api/consumed_capacity.h"
#include "ipc/api/echo.h"
#include "ipc/api/expression_parameters.h"
#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/projected_item.h"
#include "ipc/api/request_expressions.h"
#include "ipc/wire/names.h"
#include "storage/model/limits.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::array kExpressions{names::kProjectionExpression};
constexpr std::array kNonExpressions{names::kAttributesToGet};
constexpr ParameterForms kForms{kExpressions, kNonExpressions};

// What one table's part of the request asks for, beside its keys.
struct TableRead {
  const wire::Member* request;  // TableName -> KeysAndAttributes
  std::vector<ItemView> keys;
  expression::Projection projection;
};

// Writes the member Responses while items are found: a list per table of the request, empty ones too.
class ResponsesWriter final : public operation::BatchGetSink {
 public:
  ResponsesWriter(std::span<const TableRead> tables, wire::ReplyWriter& reply)
      : tables_(tables), reply_(reply) {
    reply_.member(names::kResponses);
    reply_.begin_structure();
  }

  void item(std::size_t table, ItemView item) override {
    open_up_to(table);
    item_writer_->write(item, reply_);
  }

  void end() {
    if (!tables_.empty()) open_up_to(tables_.size() - 1);
    if (item_writer_) reply_.end_list();
    reply_.end_structure();
  }

 private:
  void open_up_to(std::size_t table) {
    for (; opened_ <= table; ++opened_) {
      if (item_writer_) reply_.end_list();
      reply_.member(tables_[opened_].request->name);
      reply_.begin_list();
      item_writer_.emplace(tables_[opened_].projection);
    }
  }

  std::span<const TableRead> tables_;
  wire::ReplyWriter& reply_;
  std::size_t opened_ = 0;  // tables whose list was begun; the last one's is open
  std::optional<ProjectedItemWriter> item_writer_;
};

class BatchGetItemCall final : public ReadCall {
 public:
  explicit BatchGetItemCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    const wire::Node& request_items = *request.find(names::kRequestItems);
    LARDER_TRY_DO(check_count(request_items));
    reads_.reserve(request_items.members.size());
    for (const wire::Member& member : request_items.members) LARDER_TRY_DO(decode_table(member));
    for (const TableRead& read : reads_) {
      tables_.push_back({read.request->name, read.keys,
                         optional_boolean(read.request->node, names::kConsistentRead).value_or(false)});
    }
    capacity_detail_ = decode_capacity_detail(request);
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& budget) override {
    if (!batch_) {
      LARDER_TRY(batch_, operation::BatchGet::start(settings_, txn, tables_));
      reply.begin_structure();
      responses_.emplace(reads_, reply);
    }
    LARDER_TRY(const Progress progress, batch_->run(txn, *responses_, budget));
    if (progress == Progress::kDone) {
      responses_->end();
      write_unprocessed_keys(reply);
      write_capacity(reply);
      reply.end_structure();
    }
    return progress;
  }

 private:
  static Result<void> check_count(const wire::Node& request_items) {
    std::size_t keys = 0;
    for (const wire::Member& table : request_items.members)
      keys += table.node.find(names::kKeys)->elements.size();
    if (keys <= limits::kBatchGetKeysMax) return {};
    return validation_error("Too many items requested for the BatchGetItem call");
  }

  Result<void> decode_table(const wire::Member& member) {
    ExpressionParameters parameters;
    LARDER_TRY_DO(parameters.decode(member.node, kForms));
    TableRead read{&member, {}, {}};
    const wire::Node& keys = *member.node.find(names::kKeys);
    read.keys.reserve(keys.elements.size());
    for (const wire::Node& key : keys.elements) {
      LARDER_TRY(const ItemView view, decode_item(key));
      read.keys.push_back(view);
    }
    LARDER_TRY(read.projection, decode_projection(member.node, parameters));
    LARDER_TRY_DO(parameters.check_all_used());
    reads_.push_back(std::move(read));
    return {};
  }

  // What did not fit into the reply, with the table's other parameters, so that it can be sent again as it
  // is.
  void write_unprocessed_keys(wire::ReplyWriter& reply) const {
    reply.member(names::kUnprocessedKeys);
    reply.begin_structure();
    for (std::size_t i = 0; i < reads_.size(); ++i) {
      const std::size_t first = batch_->first_unprocessed()[i];
      if (first >= reads_[i].keys.size()) continue;
      reply.member(reads_[i].request->name);
      reply.begin_structure();
      for (const wire::Member& parameter : reads_[i].request->node.members) {
        reply.member(parameter.name);
        if (parameter.name != names::kKeys) {
          write_echo(parameter.node, reply);
          continue;
        }
        reply.begin_list();
        for (const ItemView key : std::span(reads_[i].keys).subspan(first)) reply.item(key);
        reply.end_list();
      }
      reply.end_structure();
    }
    reply.end_structure();
  }

  void write_capacity(wire::ReplyWriter& reply) const {
    if (capacity_detail_ == CapacityDetail::kNone) return;
    reply.member(names::kConsumedCapacity);
    reply.begin_list();
    for (std::size_t i = 0; i < reads_.size(); ++i) {
      write_table_capacity(capacity_detail_, reads_[i].request->name,
                           operation::ConsumedUnits(batch_->read_units()[i]), reply);
    }
    reply.end_list();
  }

  const operation::Settings settings_;
  std::vector<TableRead> reads_;
  std::vector<operation::BatchGetTable> tables_;  // parallel to reads_
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  std::optional<operation::BatchGet> batch_;  // once started
  std::optional<ResponsesWriter> responses_;
};

}  // namespace

Result<Call> prepare_batch_get_item(const Context& context, const wire::Body& body) {
  return prepare_read<BatchGetItemCall>(context, body);
}

}  // namespace larder::api
