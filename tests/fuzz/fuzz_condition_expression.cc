// Texts of conditions and filters. Law: a text is refused as a client's mistake, or it has a truth on an item and on its
// absence, and its negation has the other.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tests/fuzz/expression_material.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder;              // NOLINT(google-build-using-namespace)
  using namespace larder::expression;  // NOLINT(google-build-using-namespace)
  static const fuzz::Placeholders placeholders;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Binder binder = placeholders.binder();
  const auto condition = parse_condition(text, Place::kFilterExpression, binder);
  if (!condition.ok()) {
    fuzz::check_refusal(condition.error());
    return 0;
  }
  const bool holds = *condition->holds(ItemView(fuzz::item()));
  LARDER_ASSERT(condition->holds(std::nullopt).ok());
  const std::string negation = "NOT (" + std::string(text) + ")";
  Binder again = placeholders.binder();
  const auto negated = parse_condition(negation, Place::kFilterExpression, again);
  // The longer text may pass a limit, or make parentheses redundant.
  if (negated.ok()) LARDER_ASSERT(*negated->holds(ItemView(fuzz::item())) != holds);
  return 0;
}
