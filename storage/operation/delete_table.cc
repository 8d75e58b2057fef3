#include "storage/operation/delete_table.h"

#include "storage/operation/table_settings.h"
#include "storage/table/catalog_write.h"

namespace larder::operation {

Result<table::Description> delete_table(const Settings& settings, engine::WriteTransaction& txn,
                                        std::string_view table_name) {
  LARDER_TRY(table::Description description, table::describe(txn, table_name, settings.clock));
  // An index that is being built goes with its table.
  if (description.status != table::Status::kUpdating) LARDER_TRY_DO(check_is_active(description));
  if (description.descriptor.deletion_protection_enabled) {
    return validation_error(
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
        "protection "
        "first.");
  }
  const std::int64_t delay = settings.table_state_delay_millis;
  const EpochMillis deleted_at{delay == 0 ? 0 : settings.clock.now().value + delay};
  LARDER_TRY_DO(table::drop(txn, description.descriptor.name, deleted_at));
  description.status = table::Status::kDeleting;
  return description;
}

}  // namespace larder::operation
