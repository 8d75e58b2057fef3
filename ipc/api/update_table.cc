// UpdateTable. Errors before the run: an SSESpecification that contradicts itself (table_parameters.h).
// Everything else is storage/operation/update_table.h's.
#include "storage/operation/update_table.h"

#include <optional>

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/table_description.h"
#include "ipc/api/table_parameters.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

class UpdateTableCall final : public WriteCall {
 public:
  explicit UpdateTableCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    request_.table_name = text(request, names::kTableName);
    request_.attribute_definitions = decode_attribute_definitions(request);
    request_.billing_mode = decode_billing_mode(request);
    request_.provisioned_throughput = decode_provisioned_throughput(request);
    request_.on_demand_throughput = decode_on_demand_throughput(request);
    request_.warm_throughput = decode_warm_throughput(request);
    request_.index_updates = decode_index_updates(request);
    request_.table_class = decode_table_class(request);
    LARDER_TRY(request_.sse, decode_sse(request));
    request_.deletion_protection_enabled = optional_boolean(request, names::kDeletionProtectionEnabled);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    LARDER_TRY(response_, operation::update_table(settings_, txn, request_));
    return {};
  }

  void encode(wire::ReplyWriter& reply) override {
    write_table_reply(names::kTableDescription, *response_, settings_, reply);
  }

 private:
  const operation::Settings settings_;
  operation::UpdateTableRequest request_;
  std::optional<table::Description> response_;
};

}  // namespace

Result<Call> prepare_update_table(const Context& context, const wire::Body& body) {
  return prepare_write<UpdateTableCall>(context, body);
}

}  // namespace larder::api
