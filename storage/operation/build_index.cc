#include "storage/operation/build_index.h"

namespace larder::operation {

Result<std::optional<BuildStep>> build_index(const Settings& settings, engine::WriteTransaction& txn,
                                             const BuildStepLimits& limits) {
  return write::build_index_step(txn, settings.clock.now(), limits);
}

}  // namespace larder::operation
