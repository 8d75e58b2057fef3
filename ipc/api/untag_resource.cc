// UntagResource. No errors before the run; the reply is empty.
#include "storage/operation/untag_resource.h"

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

class UntagResourceCall final : public WriteCall {
 public:
  explicit UntagResourceCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    request_.resource_arn = text(request, names::kResourceArn);
    for (const wire::Node& key : request.find(names::kTagKeys)->elements)
      request_.tag_keys.push_back(key.text);
    return {};
  }

  Result<void> run(engine::WriteTransaction& txn) override {
    return operation::untag_resource(settings_, txn, request_);
  }

  void encode(wire::ReplyWriter& reply) override {
    reply.begin_structure();
    reply.end_structure();
  }

 private:
  const operation::Settings settings_;
  operation::UntagResourceRequest request_;
};

}  // namespace

Result<Call> prepare_untag_resource(const Context& context, const wire::Body& body) {
  return prepare_write<UntagResourceCall>(context, body);
}

}  // namespace larder::api
