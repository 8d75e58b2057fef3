// Texts of key conditions. Law: a text is refused as a client's mistake, or it means one partition and a well-formed
// range of the schema's types.

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
  static const KeySchema schema{{"a", ValueType::kString}, KeyAttribute{"b", ValueType::kNumber}};
  const auto condition = parse_key_condition(text, schema, binder);
  if (!condition.ok()) {
    fuzz::check_refusal(condition.error());
    return 0;
  }
  LARDER_ASSERT(condition->partition_key.front().type() == ValueType::kString);
  LARDER_ASSERT(condition->sort_low.has_value() == (condition->sort_operator != SortOperator::kNone));
  LARDER_ASSERT(condition->sort_high.has_value() == (condition->sort_operator == SortOperator::kBetween));
  if (condition->sort_low) LARDER_ASSERT(condition->sort_low->type() == ValueType::kNumber);
  return 0;
}
