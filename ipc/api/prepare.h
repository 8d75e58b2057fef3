// ipc/api/prepare.h
//
// The first half of each operation: from a request that fits its Shape to a Call. One function per operation,
// in the file of that name; operation_table.cc lists them.
//
// Errors   kValidation, in the service's order; what needs the table (that it exists, its key schema) is
//          found by the Call's run.
// Lifetime, Threads  see call.h.
#pragma once

#include <memory>

#include "ipc/api/call.h"

namespace larder::api {

Result<Call> prepare_batch_get_item(const Context& context, const wire::Body& body);
Result<Call> prepare_batch_write_item(const Context& context, const wire::Body& body);
Result<Call> prepare_create_table(const Context& context, const wire::Body& body);
Result<Call> prepare_delete_item(const Context& context, const wire::Body& body);
Result<Call> prepare_delete_table(const Context& context, const wire::Body& body);
Result<Call> prepare_describe_endpoints(const Context& context, const wire::Body& body);
Result<Call> prepare_describe_limits(const Context& context, const wire::Body& body);
Result<Call> prepare_describe_table(const Context& context, const wire::Body& body);
Result<Call> prepare_get_item(const Context& context, const wire::Body& body);
Result<Call> prepare_list_tables(const Context& context, const wire::Body& body);
Result<Call> prepare_list_tags_of_resource(const Context& context, const wire::Body& body);
Result<Call> prepare_put_item(const Context& context, const wire::Body& body);
Result<Call> prepare_query(const Context& context, const wire::Body& body);
Result<Call> prepare_scan(const Context& context, const wire::Body& body);
Result<Call> prepare_tag_resource(const Context& context, const wire::Body& body);
Result<Call> prepare_transact_get_items(const Context& context, const wire::Body& body);
Result<Call> prepare_transact_write_items(const Context& context, const wire::Body& body);
Result<Call> prepare_untag_resource(const Context& context, const wire::Body& body);
Result<Call> prepare_update_item(const Context& context, const wire::Body& body);
Result<Call> prepare_update_table(const Context& context, const wire::Body& body);

// How most of them are written: a class made from the Settings whose decode() reads and checks the request.
template <class ReadCallOfOperation>
Result<Call> prepare_read(const Context& context, const wire::Body& body) {
  auto call = std::make_unique<ReadCallOfOperation>(context.settings());
  LARDER_TRY_DO(call->decode(body.root()));
  return Call{std::move(call), nullptr};
}

template <class WriteCallOfOperation>
Result<Call> prepare_write(const Context& context, const wire::Body& body) {
  auto call = std::make_unique<WriteCallOfOperation>(context.settings());
  LARDER_TRY_DO(call->decode(body.root()));
  return Call{nullptr, std::move(call)};
}

}  // namespace larder::api
