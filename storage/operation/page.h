// storage/operation/page.h
//
// What Query and Scan have in common: where items go, and what a page says at its end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "storage/model/value_view.h"
#include "storage/operation/capacity.h"

namespace larder::operation {

// Takes the items of a page, in order, whole (projection is the sink's business). The view is valid during
// the call.
class ItemSink {
 public:
  virtual ~ItemSink() = default;
  virtual void item(ItemView item) = 0;
};

struct PageSummary {
  std::uint64_t count = 0;                        // items that passed the filter
  std::uint64_t scanned_count = 0;                // items evaluated
  std::optional<std::string> last_evaluated_key;  // canonical map bytes; absent: nothing is left
  ConsumedUnits read_units;                       // whole at the page's end
};

// What one page evaluated so far.
struct PageSums {
  std::uint64_t bytes = 0;          // of what the rows show
  std::uint64_t fetched_bytes = 0;  // of whole items, where a local index does not show enough of them
  double fetched_units = 0;
};

}  // namespace larder::operation
