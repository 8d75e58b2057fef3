#include <algorithm>
#include <numeric>

#include "storage/expression/expression.h"
#include "storage/expression/expression_errors.h"
#include "storage/expression/lexer.h"
#include "storage/model/limits.h"

namespace larder::expression {
namespace {

constexpr std::string_view kNamesParameter = "ExpressionAttributeNames";
constexpr std::string_view kValuesParameter = "ExpressionAttributeValues";

Result<void> check_placeholder(std::string_view parameter, char mark, std::string_view placeholder) {
  if (placeholder.size() < 2 || placeholder.front() != mark ||
      !std::ranges::all_of(placeholder.substr(1), is_placeholder_character)) {
    return errors::invalid_placeholder(parameter, placeholder);
  }
  if (placeholder.size() > limits::kPlaceholderBytesMax) {
    return errors::placeholder_too_long(parameter, placeholder.size());
  }
  return {};
}

template <class Substitution>
Result<void> check_used(std::string_view parameter, std::span<const Substitution> substitutions,
                        const std::vector<bool>& used) {
  std::vector<std::string_view> unused;
  for (std::size_t i = 0; i < substitutions.size(); ++i) {
    if (!used[i]) unused.push_back(substitutions[i].placeholder);
  }
  if (!unused.empty()) return errors::unused_placeholders(parameter, unused);
  return {};
}

// A map of 2 MB holds hundreds of thousands of rows, and an expression a thousand placeholders: rows are
// searched one by one only where that is the fastest way.
constexpr std::size_t kUnsortedRowsMax = 16;

template <class Substitution>
std::vector<std::uint32_t> order_rows(std::span<const Substitution> rows) {
  std::vector<std::uint32_t> order;
  if (rows.size() <= kUnsortedRowsMax) return order;
  order.resize(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return rows[i].placeholder; });
  return order;
}

template <class Substitution>
const Substitution* use(std::span<const Substitution> rows, const std::vector<std::uint32_t>& order,
                        std::string_view placeholder, std::vector<bool>& used) {
  std::size_t row = rows.size();
  if (order.empty()) {
    row = static_cast<std::size_t>(std::ranges::find(rows, placeholder, &Substitution::placeholder) -
                                   rows.begin());
  } else {
    const auto at = std::ranges::lower_bound(order, placeholder, {},
                                             [&](std::uint32_t i) { return rows[i].placeholder; });
    if (at != order.end()) row = *at;
  }
  if (row == rows.size() || rows[row].placeholder != placeholder) return nullptr;
  used[row] = true;
  return &rows[row];
}

}  // namespace

Binder::Binder(std::span<const NameSubstitution> names, std::span<const ValueSubstitution> values)
    : names_(names),
      values_(values),
      names_order_(order_rows(names)),
      values_order_(order_rows(values)),
      names_used_(names.size()),
      values_used_(values.size()) {}

Result<void> Binder::check_definitions() const {
  std::size_t total = 0;
  for (const NameSubstitution& row : names_) {
    LARDER_TRY_DO(check_placeholder(kNamesParameter, '#', row.placeholder));
    if (row.name.empty()) return errors::substitution_empty_name(row.placeholder);
    if (row.name.size() > limits::kAttributeNameBytesMax)
      return errors::substitution_name_too_long(row.placeholder);
    total += row.placeholder.size() + row.name.size();
  }
  for (const ValueSubstitution& row : values_) {
    LARDER_TRY_DO(check_placeholder(kValuesParameter, ':', row.placeholder));
    total += row.placeholder.size() + row.value.bytes().size();
  }
  if (total > limits::kSubstitutionBytesMax) return errors::substitutions_too_large();
  return {};
}

Result<void> Binder::check_all_used() const {
  LARDER_TRY_DO(check_used(kNamesParameter, names_, names_used_));
  return check_used(kValuesParameter, values_, values_used_);
}

const std::string_view* Binder::use_name(std::string_view placeholder) {
  const NameSubstitution* row = use(names_, names_order_, placeholder, names_used_);
  return row == nullptr ? nullptr : &row->name;
}

const ValueView* Binder::use_value(std::string_view placeholder) {
  const ValueSubstitution* row = use(values_, values_order_, placeholder, values_used_);
  return row == nullptr ? nullptr : &row->value;
}

}  // namespace larder::expression
