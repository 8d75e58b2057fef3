// ListTables. No errors before the run, none in it.
#include "storage/operation/list_tables.h"

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

class ListTablesCall final : public ReadCall {
 public:
  explicit ListTablesCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    request_.exclusive_start_table_name = text(request, names::kExclusiveStartTableName);
    if (const auto limit = optional_integer(request, names::kLimit)) {
      request_.limit = static_cast<std::size_t>(*limit);
    }
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& /*100 names at most*/) override {
    LARDER_TRY(const operation::ListTablesResponse response,
               operation::list_tables(settings_, txn, request_));
    reply.begin_structure();
    reply.member(names::kTableNames);
    reply.begin_list();
    for (const std::string& name : response.table_names) reply.string(name);
    reply.end_list();
    if (response.last_evaluated_table_name) {
      reply.member(names::kLastEvaluatedTableName);
      reply.string(*response.last_evaluated_table_name);
    }
    reply.end_structure();
    return Progress::kDone;
  }

 private:
  const operation::Settings settings_;
  operation::ListTablesRequest request_;
};

}  // namespace

Result<Call> prepare_list_tables(const Context& context, const wire::Body& body) {
  return prepare_read<ListTablesCall>(context, body);
}

}  // namespace larder::api
