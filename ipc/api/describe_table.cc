// DescribeTable. No errors before the run.
#include "storage/operation/describe_table.h"

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/table_description.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

class DescribeTableCall final : public ReadCall {
 public:
  explicit DescribeTableCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    table_name_ = text(request, names::kTableName);
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& /*one table*/) override {
    LARDER_TRY(const table::Description description, operation::describe_table(settings_, txn, table_name_));
    write_table_reply(names::kTable, description, settings_, reply);
    return Progress::kDone;
  }

 private:
  const operation::Settings settings_;
  std::string_view table_name_;
};

}  // namespace

Result<Call> prepare_describe_table(const Context& context, const wire::Body& body) {
  return prepare_read<DescribeTableCall>(context, body);
}

}  // namespace larder::api
