// DescribeEndpoints. Answers with the host under which the client already reaches us.
#include <string>

#include "ipc/api/prepare.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::int64_t kCachePeriodMinutes = 1'440;

class DescribeEndpointsCall final : public ReadCall {
 public:
  explicit DescribeEndpointsCall(std::string_view host) : host_(host) {}

  Result<Progress> run(engine::ReadTransaction& /*txn*/, wire::ReplyWriter& reply,
                       const Budget& /*none*/) override {
    reply.begin_structure();
    reply.member(names::kEndpoints);
    reply.begin_list();
    reply.begin_structure();
    reply.member(names::kAddress);
    reply.string(host_);
    reply.member(names::kCachePeriodInMinutes);
    reply.integer(kCachePeriodMinutes);
    reply.end_structure();
    reply.end_list();
    reply.end_structure();
    return Progress::kDone;
  }

 private:
  const std::string host_;
};

}  // namespace

Result<Call> prepare_describe_endpoints(const Context& context, const wire::Body& /*body*/) {
  return Call{std::make_unique<DescribeEndpointsCall>(context.host), nullptr};
}

}  // namespace larder::api
