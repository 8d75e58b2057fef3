// DescribeLimits. The service's figures for a new account: programs read them, Larder does not throttle.
#include "ipc/api/prepare.h"
#include "ipc/wire/names.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::int64_t kAccountUnitsMax = 80'000;
constexpr std::int64_t kTableUnitsMax = 40'000;

class DescribeLimitsCall final : public ReadCall {
 public:
  Result<Progress> run(engine::ReadTransaction& /*txn*/, wire::ReplyWriter& reply,
                       const Budget& /*none*/) override {
    reply.begin_structure();
    reply.member(names::kAccountMaxReadCapacityUnits);
    reply.integer(kAccountUnitsMax);
    reply.member(names::kAccountMaxWriteCapacityUnits);
    reply.integer(kAccountUnitsMax);
    reply.member(names::kTableMaxReadCapacityUnits);
    reply.integer(kTableUnitsMax);
    reply.member(names::kTableMaxWriteCapacityUnits);
    reply.integer(kTableUnitsMax);
    reply.end_structure();
    return Progress::kDone;
  }
};

}  // namespace

Result<Call> prepare_describe_limits(const Context& /*context*/, const wire::Body& /*body*/) {
  return Call{std::make_unique<DescribeLimitsCall>(), nullptr};
}

}  // namespace larder::api
