#include "storage/operation/distinct_keys.h"

#include <algorithm>
#include <string_view>

namespace larder::operation {

bool are_distinct(const std::vector<std::string>& keys) {
  std::vector<std::string_view> sorted(keys.begin(), keys.end());
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end();
}

}  // namespace larder::operation
