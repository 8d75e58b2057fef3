#include "storage/operation/erase_dropped.h"

#include "storage/table/catalog_write.h"

namespace larder::operation {

Result<bool> erase_dropped(const Settings& settings, engine::WriteTransaction& txn, std::size_t entries_max) {
  return table::erase_dropped(txn, settings.clock.now(), entries_max);
}

}  // namespace larder::operation
