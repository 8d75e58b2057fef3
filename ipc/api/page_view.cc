#include "ipc/api/page_view.h"

#include <cstddef>
#include <string>
#include <utility>

namespace larder::api {
namespace {

using operation::PageSource;
using table::Index;
using table::IndexKind;

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

std::vector<std::string_view> not_projected(const Index& index, const std::vector<std::string_view>& names) {
  std::vector<std::string_view> missing;
  for (const std::string_view name : names) {
    if (!index.projects(name)) missing.push_back(name);
  }
  return missing;
}

Result<void> check_global(const Index& index, const PageRequest& request) {
  if (request.page.select == Select::kAllAttributes && index.projection != table::ProjectionType::kAll) {
    return validation_error(std::string(kInvalid) +
                            "Select type ALL_ATTRIBUTES is not supported for global secondary index " +
                            index.name + " because its projection type is not ALL");
  }
  const std::vector<std::string_view> missing = not_projected(index, request.projection.top_level_names());
  if (missing.empty()) return {};
  std::string text(kInvalid);
  text += "Global secondary index " + index.name + " does not project [";
  for (std::size_t i = 0; i < missing.size(); ++i) text.append(i == 0 ? "" : ", ").append(missing[i]);
  return validation_error(text + "]");
}

// Whether the items must be read whole for what is asked of a local index.
bool needs_whole_items(const Index& index, const PageRequest& request) {
  if (index.projection == table::ProjectionType::kAll) return false;
  return request.page.select == Select::kAllAttributes ||
         !not_projected(index, request.projection.top_level_names()).empty() ||
         !not_projected(index, request.filter.top_level_names()).empty();
}

}  // namespace

Result<PageSource> PageView::find(const engine::Transaction& txn, const Clock& clock,
                                  const PageRequest& request) {
  if (!request.page.index_name) {
    LARDER_TRY(table::Table table, table::find(txn, request.table_name, clock));
    return PageSource(std::move(table));
  }
  LARDER_TRY(table::TableIndex found,
             table::find_index(txn, request.table_name, *request.page.index_name, clock));
  const bool is_local = found.index.kind == IndexKind::kLocal;
  if (!is_local) LARDER_TRY_DO(check_global(found.index, request));
  const bool fetches = is_local && needs_whole_items(found.index, request);
  return PageSource(std::move(found), fetches);
}

PageView::PageView(PageSource source, const PageRequest& request) : source_(std::move(source)) {
  const std::optional<Index>& index = source_.index();
  if (!index || index->projection == table::ProjectionType::kAll) return;
  if (request.page.select == Select::kAllAttributes || !request.projection.empty()) return;
  shown_.emplace(index->projected.begin(), index->projected.end());
}

}  // namespace larder::api
