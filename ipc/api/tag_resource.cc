// TagResource. No errors before the run; the reply is empty.
#include "storage/operation/tag_resource.h"

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/api/table_parameters.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

class TagResourceCall final : public WriteCall {
 public:
  explicit TagResourceCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    request_.resource_arn = text(request, wire::names::kResourceArn);
    request_.tags = decode_tags(request);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    return operation::tag_resource(settings_, txn, request_);
  }

  void encode(wire::ReplyWriter& reply) override {
    reply.begin_structure();
    reply.end_structure();
  }

 private:
  const operation::Settings settings_;
  operation::TagResourceRequest request_;
};

}  // namespace

Result<Call> prepare_tag_resource(const Context& context, const wire::Body& body) {
  return prepare_write<TagResourceCall>(context, body);
}

}  // namespace larder::api
