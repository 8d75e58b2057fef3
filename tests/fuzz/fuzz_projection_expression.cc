// Texts of projections. Law: a text is refused as a client's mistake, or what it shows of an item is a canonical item
// whose names it lists, and projecting once more whole attributes changes nothing.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/expression_material.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder;              // NOLINT(google-build-using-namespace)
  using namespace larder::expression;  // NOLINT(google-build-using-namespace)
  static const fuzz::Placeholders placeholders;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Binder binder = placeholders.binder();
  const auto projection = parse_projection(text, binder);
  if (!projection.ok()) {
    fuzz::check_refusal(projection.error());
    return 0;
  }
  std::string shown;
  projection->append(ItemView(fuzz::item()), shown);
  LARDER_ASSERT(check_value(shown).ok());
  LARDER_ASSERT(ItemView(shown).count() <= projection->top_level_names().size());
  if (projection->top_level_only() != nullptr) {
    std::string again;
    projection->append(ItemView(shown), again);
    LARDER_ASSERT(again == shown);
  }
  return 0;
}
