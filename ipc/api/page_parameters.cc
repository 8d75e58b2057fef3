#include "ipc/api/page_parameters.h"

#include <array>
#include <string>

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace names = wire::names;
namespace words = wire::words;

// What each Select says about naming attributes (AttributesToGet or ProjectionExpression).
struct SelectRow {
  std::string_view word;
  Select select;
  std::string_view refused_as;  // the end of "Cannot specify the X when choosing to get ..."; empty: allowed
};

constexpr auto kSelects = std::to_array<SelectRow>({
    {words::kAllAttributes, Select::kAllAttributes, "ALL_ATTRIBUTES"},
    {words::kAllProjectedAttributes, Select::kAllProjectedAttributes, "ALL_PROJECTED_ATTRIBUTES"},
    {words::kCount, Select::kCount, "only the Count"},
    {words::kSpecificAttributes, Select::kSpecificAttributes, ""},
});

Result<void> check_select(const wire::Node& request, std::string_view select) {
  const std::string_view naming = request.find(names::kAttributesToGet) != nullptr ? names::kAttributesToGet
                                  : request.find(names::kProjectionExpression) != nullptr
                                      ? names::kProjectionExpression
                                      : std::string_view();
  for (const SelectRow& row : kSelects) {
    if (row.word != select || row.refused_as.empty() || naming.empty()) continue;
    return validation_error("Cannot specify the " + std::string(naming) + " when choosing to get " +
                            std::string(row.refused_as));
  }
  if (select == words::kSpecificAttributes && naming.empty()) {
    return validation_error(
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
  }
  if (select == words::kAllProjectedAttributes && request.find(names::kIndexName) == nullptr) {
    return validation_error(
        "One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when Querying "
        "using "
        "an IndexName");
  }
  return {};
}

}  // namespace

Result<PageParameters> decode_page_parameters(const wire::Node& request) {
  PageParameters page;
  if (const wire::Node* key = request.find(names::kExclusiveStartKey); key != nullptr) {
    Result<ItemView> start_key = decode_item(*key);
    if (!start_key.ok()) {
      return validation_error("The provided starting key is invalid: " + start_key.error().message);
    }
    page.exclusive_start_key = *start_key;
  }
  const std::string_view select = text(request, names::kSelect);
  LARDER_TRY_DO(check_select(request, select));
  for (const SelectRow& row : kSelects) {
    if (row.word == select) page.select = row.select;
  }
  page.count_only = page.select == Select::kCount;
  page.index_name = optional_text(request, names::kIndexName);
  if (const auto limit = optional_integer(request, names::kLimit))
    page.limit = static_cast<std::uint64_t>(*limit);
  return page;
}

}  // namespace larder::api
