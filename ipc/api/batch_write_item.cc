// BatchWriteItem. Errors before the run, in the order checked:
//   more than 25 requests in all
//   per request: neither or both of PutRequest and DeleteRequest; the values of its Item or Key
#include "storage/operation/batch_write_item.h"

#include <vector>

#include "ipc/api/consumed_capacity.h"
#include "ipc/api/item_collection_metrics.h"
#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/wire/names.h"
#include "ipc/wire/value_errors.h"
#include "storage/model/limits.h"

namespace larder::api {
namespace {

namespace names = wire::names;
using operation::BatchWriteAction;
using operation::BatchWriteKind;

// The Item or Key of a WriteRequest that has exactly one of PutRequest and DeleteRequest; else null.
const wire::Node* item_of(const wire::Node& request) {
  if (request.members.size() != 1) return nullptr;
  const wire::Node* put = request.find(names::kPutRequest);
  return put != nullptr ? put->find(names::kItem) : request.find(names::kDeleteRequest)->find(names::kKey);
}

class BatchWriteItemCall final : public WriteCall {
 public:
  explicit BatchWriteItemCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    const wire::Node& request_items = *request.find(names::kRequestItems);
    LARDER_TRY_DO(check_writes(request_items));
    for (const wire::Member& table : request_items.members) {
      const std::size_t first = actions_.size();
      for (const wire::Node& write : table.node.elements) {
        LARDER_TRY(const ItemView item, decode_item(*item_of(write)));
        const bool put = write.find(names::kPutRequest) != nullptr;
        actions_.push_back({put ? BatchWriteKind::kPut : BatchWriteKind::kDelete, item});
      }
      tables_.push_back({table.name, std::span(actions_).subspan(first)});
    }
    capacity_detail_ = decode_capacity_detail(request);
    collection_metrics_ = decode_collection_metrics(request);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    LARDER_TRY(response_, operation::batch_write_item(settings_, txn, tables_));
    return {};
  }

  void encode(wire::ReplyWriter& reply) override {
    reply.begin_structure();
    // All of a batch is applied in one commit: nothing is ever left over.
    reply.member(names::kUnprocessedItems);
    reply.begin_structure();
    reply.end_structure();
    if (capacity_detail_ != CapacityDetail::kNone) {
      reply.member(names::kConsumedCapacity);
      reply.begin_list();
      for (std::size_t i = 0; i < tables_.size(); ++i) {
        write_table_capacity(capacity_detail_, tables_[i].table_name, response_.write_units[i], reply);
      }
      reply.end_list();
    }
    if (collection_metrics_) write_collection_metrics(response_.collections, reply);
    reply.end_structure();
  }

  std::size_t bytes_hint() const override { return item_bytes_; }

 private:
  // The counts, and the form of each request.
  Result<void> check_writes(const wire::Node& request_items) {
    std::size_t writes = 0;
    for (const wire::Member& table : request_items.members) writes += table.node.elements.size();
    if (writes > limits::kBatchWriteRequestsMax) {
      return validation_error("Too many items requested for the BatchWriteItem call");
    }
    for (const wire::Member& table : request_items.members) {
      for (const wire::Node& write : table.node.elements) {
        const wire::Node* item = item_of(write);
        if (item == nullptr) {
          return wire::several_types_error();  // the service's words, whether it is both or neither
        }
        item_bytes_ += item->text.size();
      }
    }
    actions_.reserve(writes);
    tables_.reserve(request_items.members.size());
    return {};
  }

  const operation::Settings settings_;
  std::vector<BatchWriteAction> actions_;           // of all tables; does not grow past its room
  std::vector<operation::BatchWriteTable> tables_;  // each with its part of actions_
  CapacityDetail capacity_detail_ = CapacityDetail::kNone;
  bool collection_metrics_ = false;
  std::size_t item_bytes_ = 0;
  operation::BatchWriteResponse response_;
};

}  // namespace

Result<Call> prepare_batch_write_item(const Context& context, const wire::Body& body) {
  return prepare_write<BatchWriteItemCall>(context, body);
}

}  // namespace larder::api
