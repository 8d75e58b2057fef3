// DeleteTable. No errors before the run.
#include "storage/operation/delete_table.h"

#include <optional>

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/table_description.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

class DeleteTableCall final : public WriteCall {
 public:
  explicit DeleteTableCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    table_name_ = text(request, names::kTableName);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    LARDER_TRY(response_, operation::delete_table(settings_, txn, table_name_));
    return {};
  }

  void encode(wire::ReplyWriter& reply) override {
    write_table_reply(names::kTableDescription, *response_, settings_, reply, TableDetail::kOfDropped);
  }

 private:
  const operation::Settings settings_;
  std::string_view table_name_;
  std::optional<table::Description> response_;
};

}  // namespace

Result<Call> prepare_delete_table(const Context& context, const wire::Body& body) {
  return prepare_write<DeleteTableCall>(context, body);
}

}  // namespace larder::api
