// Texts of updates. Law: a text is refused as a client's mistake, or what it makes of an item, and the fragments that it
// touched, are canonical, or the item does not suit it and that is said.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/expression_material.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder;              // NOLINT(google-build-using-namespace)
  using namespace larder::expression;  // NOLINT(google-build-using-namespace)
  static const fuzz::Placeholders placeholders;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Binder binder = placeholders.binder();
  const auto update = parse_update(text, binder);
  if (!update.ok()) {
    fuzz::check_refusal(update.error());
    return 0;
  }
  const auto after = update->apply(ItemView(fuzz::item()));
  if (!after.ok()) {
    fuzz::check_refusal(after.error());
    return 0;
  }
  LARDER_ASSERT(check_value(*after).ok());
  LARDER_ASSERT(check_value(update->touched_fragments(ItemView(*after))).ok());
  // What no action names stays as it was.
  const std::vector<std::string_view> touched = update->top_level_names();
  for (const MemberView member : ItemView(fuzz::item()).members()) {
    if (std::ranges::find(touched, member.name) != touched.end()) continue;
    LARDER_ASSERT(ItemView(*after).find(member.name) == member.value);
  }
  return 0;
}
