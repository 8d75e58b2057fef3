#include "storage/expression/set_arithmetic.h"

#include <string_view>
#include <vector>

#include "storage/base/assert.h"
#include "storage/model/value_writer.h"

namespace larder::expression {
namespace {

enum class Keep : bool { kOnlyInFirst, kAll };

std::vector<std::string_view> merge(ValueView a, ValueView b, Keep keep) {
  std::vector<std::string_view> merged;
  merged.reserve(a.count() + (keep == Keep::kAll ? b.count() : 0));
  const ElementRange in_a = a.elements();
  const ElementRange in_b = b.elements();
  auto at_a = in_a.begin();
  auto at_b = in_b.begin();
  const std::default_sentinel_t end;
  while (at_a != end || at_b != end) {
    const auto order = at_a == end   ? std::strong_ordering::greater
                       : at_b == end ? std::strong_ordering::less
                                     : *compare_scalars(*at_a, *at_b);
    if (order < 0 || (order == 0 && keep == Keep::kAll)) merged.push_back((*at_a).bytes());
    if (order > 0 && keep == Keep::kAll) merged.push_back((*at_b).bytes());
    if (order <= 0) ++at_a;
    if (order >= 0) ++at_b;
  }
  return merged;
}

void append_members(ValueType type, std::vector<std::string_view> members, std::string& to) {
  const bool distinct = value_writer::append_set(type, std::move(members), to);
  LARDER_ASSERT(distinct);
}

}  // namespace

void append_union(ValueView a, ValueView b, std::string& to) {
  append_members(a.type(), merge(a, b, Keep::kAll), to);
}

bool append_difference(ValueView a, ValueView b, std::string& to) {
  std::vector<std::string_view> left = merge(a, b, Keep::kOnlyInFirst);
  if (left.empty()) return false;
  append_members(a.type(), std::move(left), to);
  return true;
}

}  // namespace larder::expression
