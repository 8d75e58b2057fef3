#include "ipc/wire/shape.h"

#include <algorithm>
#include <string>

namespace larder::wire {

const ShapeMember* Shape::find(std::string_view member) const {
  const auto at = std::ranges::lower_bound(members, member, {}, &ShapeMember::name);
  return at != members.end() && at->name == member ? &*at : nullptr;
}

Error parameter_not_served(std::string_view parameter) {
  return validation_error("The parameter " + std::string(parameter) + " is not served by Larder");
}

}  // namespace larder::wire
