// ListTagsOfResource. No errors before the run.
#include "storage/operation/list_tags_of_resource.h"

#include "ipc/api/members.h"
#include "ipc/api/prepare.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

class ListTagsOfResourceCall final : public ReadCall {
 public:
  explicit ListTagsOfResourceCall(const operation::Settings& settings) : settings_(settings) {}

  Result<void> decode(const wire::Node& request) {
    request_.resource_arn = text(request, names::kResourceArn);
    request_.next_token = text(request, names::kNextToken);
    return {};
  }

  Result<Progress> run(engine::ReadTransaction& txn, wire::ReplyWriter& reply,
                       const Budget& /*ten tags*/) override {
    LARDER_TRY(const operation::ListTagsOfResourceResponse response,
               operation::list_tags_of_resource(settings_, txn, request_));
    reply.begin_structure();
    reply.member(names::kTags);
    reply.begin_list();
    for (const table::Tag& tag : response.tags) {
      reply.begin_structure();
      reply.member(names::kKey);
      reply.string(tag.key);
      reply.member(names::kValue);
      reply.string(tag.value);
      reply.end_structure();
    }
    reply.end_list();
    if (response.next_token) {
      reply.member(names::kNextToken);
      reply.string(*response.next_token);
    }
    reply.end_structure();
    return Progress::kDone;
  }

 private:
  const operation::Settings settings_;
  operation::ListTagsOfResourceRequest request_;
};

}  // namespace

Result<Call> prepare_list_tags_of_resource(const Context& context, const wire::Body& body) {
  return prepare_read<ListTagsOfResourceCall>(context, body);
}

}  // namespace larder::api
