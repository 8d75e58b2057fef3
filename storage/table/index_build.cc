#include "storage/table/index_build.h"

#include <algorithm>
#include <utility>

#include "storage/table/catalog_entry.h"

namespace larder::table {
namespace {

using engine::Tree;

Error lost_build() {
  return make_error(ErrorCode::kCorruption, "An index build in the catalog has no table");
}

}  // namespace

Result<std::optional<IndexBuild>> next_build(const engine::Transaction& txn, EpochMillis now) {
  engine::Cursor cursor = txn.cursor(Tree::kCatalog);
  LARDER_TRY(bool more, cursor.seek(build_key(TreeId{0})));
  while (more && cursor.key().front() == static_cast<char>(CatalogKind::kBuild)) {
    LARDER_TRY(const std::string_view value, cursor.value());
    LARDER_TRY(IndexBuild build, decode_build(cursor.key(), value));
    if (build.due <= now) return std::optional<IndexBuild>(std::move(build));
    LARDER_TRY(more, cursor.next());
  }
  return std::optional<IndexBuild>();
}

Result<IndexedTable> table_of_build(const engine::Transaction& txn, const IndexBuild& build) {
  LARDER_TRY(const std::optional<std::string_view> head,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kHead, build.table)));
  if (!head) return lost_build();
  return decode_indexed_head(*head);
}

Result<void> save_build(engine::WriteTransaction& txn, const IndexBuild& build) {
  return txn.put(Tree::kCatalog, build_key(build.index), {encode_build(build)});
}

Result<void> finish_build(engine::WriteTransaction& txn, const IndexBuild& build) {
  LARDER_TRY(IndexedTable table, table_of_build(txn, build));
  const auto index = std::ranges::find(table.indexes, build.index, &Index::tree);
  if (index == table.indexes.end()) return lost_build();
  index->state = IndexState::kActive;
  LARDER_TRY_DO(txn.put(Tree::kCatalog, CatalogKey(CatalogKind::kHead, build.table), {encode_head(table)}));
  LARDER_TRY_DO(txn.erase(Tree::kCatalog, build_key(build.index)));
  return {};
}

}  // namespace larder::table
