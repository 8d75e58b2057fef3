// storage/operation/settings.h
//
// What operations need to know of the daemon that runs them.
// Lifetime borrows; the daemon keeps clock and texts for as long as it serves.
#pragma once

#include <cstdint>
#include <string_view>

#include "storage/base/clock.h"
#include "storage/model/limits.h"

namespace larder::operation {

struct Settings {
  const Clock& clock;
  std::string_view region = "us-east-1";  // for ARNs of new tables
  std::string_view account = "000000000000";
  std::int64_t table_state_delay_millis = 0;  // test option: how long CREATING and DELETING last
  std::uint64_t item_collection_bytes_max = limits::kItemCollectionBytesMax;
};

}  // namespace larder::operation
