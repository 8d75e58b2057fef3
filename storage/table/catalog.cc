#include "storage/table/catalog.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "storage/base/bytes.h"
#include "storage/table/catalog_entry.h"

namespace larder::table {
namespace {

using engine::Tree;

constexpr std::string_view kArnPrefix = "arn:";
constexpr std::string_view kArnTable = ":table/";
constexpr std::string_view kNotFound = "Requested resource not found";
constexpr std::int64_t kDayMillis = 86'400'000;

std::int64_t utc_day(EpochMillis time) {
  return time.value / kDayMillis;
}

bool is_gone(const Table& table, const Clock& clock) {
  return table.deleted_at.value != 0 && table.deleted_at <= clock.now();
}

Status status_of(const Table& table, const Clock& clock) {
  if (table.deleted_at.value != 0) return Status::kDeleting;
  if (table.active_at.value != 0 && clock.now() < table.active_at) return Status::kCreating;
  return Status::kActive;
}

// The one object that is returned: every call on items comes by here.
template <class Decode>
std::invoke_result_t<Decode, std::string_view> find_as(const engine::Transaction& txn,
                                                       std::string_view name_or_arn, const Clock& clock,
                                                       Decode decode) {
  LARDER_TRY(const std::optional<std::string_view> head,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name_of(name_or_arn))));
  if (!head) return make_error(ErrorCode::kResourceNotFound, std::string(kNotFound));
  auto table = decode(*head);
  if (table.ok() && status_of(*table, clock) != Status::kActive) {
    return make_error(ErrorCode::kResourceNotFound, std::string(kNotFound));
  }
  return table;
}

// Also a table that is being created or deleted, but none whose deletion is due.
Result<std::optional<IndexedTable>> find_head(const engine::Transaction& txn, std::string_view name,
                                              const Clock& clock) {
  LARDER_TRY(const std::optional<std::string_view> head,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kHead, name)));
  if (!head) return std::optional<IndexedTable>();
  LARDER_TRY(IndexedTable table, decode_indexed_head(*head));
  if (is_gone(table, clock)) return std::optional<IndexedTable>();
  return std::optional<IndexedTable>(std::move(table));
}

// Decreases are counted by the day.
void forget_old_decreases(ThroughputHistory& history, const Clock& clock) {
  if (history.decreased_at && utc_day(*history.decreased_at) != utc_day(clock.now()))
    history.decreases_today = 0;
}

Result<void> describe_indexes(const engine::Transaction& txn, const IndexedTable& table, const Clock& clock,
                              Description& description) {
  for (const IndexDescriptor& descriptor : description.descriptor.indexes) {
    const auto index = std::ranges::find(table.indexes, descriptor.name, &Index::name);
    if (index == table.indexes.end()) {
      return make_error(ErrorCode::kCorruption, "An index in the catalog has no tree");
    }
    IndexDescription& described = description.indexes.emplace_back();
    LARDER_TRY(described.count, txn.count(index->tree));
    if (description.status == Status::kCreating) described.status = Status::kCreating;
    if (index->state != IndexState::kBuilding) continue;
    described.status = Status::kCreating;
    if (description.status == Status::kActive) description.status = Status::kUpdating;
    LARDER_TRY(const std::optional<std::string_view> build, txn.get(Tree::kCatalog, build_key(index->tree)));
    if (!build) return make_error(ErrorCode::kCorruption, "An index being built has no build in the catalog");
    LARDER_TRY(const IndexBuild progress, decode_build(build_key(index->tree), *build));
    described.backfilling = progress.due <= clock.now();
  }
  return {};
}

}  // namespace

std::string_view status_name(Status status) {
  switch (status) {
    case Status::kCreating:
      return "CREATING";
    case Status::kUpdating:
      return "UPDATING";
    case Status::kDeleting:
      return "DELETING";
    case Status::kActive:
      return "ACTIVE";
  }
  return {};
}

std::string_view name_of(std::string_view name_or_arn) {
  // No table name holds a colon, so a text with one is an ARN or names nothing.
  if (!name_or_arn.starts_with(kArnPrefix)) return name_or_arn;
  const std::size_t at = name_or_arn.find(kArnTable);
  return at == std::string_view::npos ? name_or_arn : name_or_arn.substr(at + kArnTable.size());
}

Result<Table> find(const engine::Transaction& txn, std::string_view name_or_arn, const Clock& clock) {
  return find_as(txn, name_or_arn, clock, decode_head);
}

Result<IndexedTable> find_for_write(const engine::Transaction& txn, std::string_view name_or_arn,
                                    const Clock& clock) {
  return find_as(txn, name_or_arn, clock, decode_indexed_head);
}

Result<TableIndex> find_index(const engine::Transaction& txn, std::string_view name_or_arn,
                              std::string_view index_name, const Clock& clock) {
  LARDER_TRY(IndexedTable table, find_for_write(txn, name_or_arn, clock));
  const auto index = std::ranges::find(table.indexes, index_name, &Index::name);
  if (index == table.indexes.end()) {
    return validation_error("The table does not have the specified index: " + std::string(index_name));
  }
  if (index->state == IndexState::kBuilding) {
    return validation_error("Cannot read from backfilling global secondary index: " +
                            std::string(index_name));
  }
  return TableIndex{std::move(static_cast<Table&>(table)), std::move(*index)};
}

Result<std::optional<Description>> find_description(const engine::Transaction& txn,
                                                    std::string_view name_or_arn, const Clock& clock) {
  const std::string_view name = name_of(name_or_arn);
  LARDER_TRY(const std::optional<IndexedTable> table, find_head(txn, name, clock));
  if (!table) return std::optional<Description>();
  LARDER_TRY(const std::optional<std::string_view> bytes,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kDescriptor, name)));
  if (!bytes) return make_error(ErrorCode::kCorruption, "A table in the catalog has no descriptor");
  Description description;
  LARDER_TRY(description.descriptor, decode_descriptor(*bytes));
  LARDER_TRY(description.count, txn.count(table->tree));
  description.status = status_of(*table, clock);
  LARDER_TRY_DO(describe_indexes(txn, *table, clock, description));
  forget_old_decreases(description.descriptor.history, clock);
  for (IndexDescriptor& index : description.descriptor.indexes) forget_old_decreases(index.history, clock);
  return std::optional<Description>(std::move(description));
}

Result<Description> describe(const engine::Transaction& txn, std::string_view name_or_arn,
                             const Clock& clock) {
  LARDER_TRY(std::optional<Description> description, find_description(txn, name_or_arn, clock));
  if (!description) {
    std::string text = "Requested resource not found: Table: ";
    text += name_of(name_or_arn);
    text += " not found";
    return make_error(ErrorCode::kResourceNotFound, std::move(text));
  }
  return *std::move(description);
}

Result<std::vector<std::string>> list(const engine::Transaction& txn, std::string_view start_after,
                                      std::size_t limit, const Clock& clock) {
  std::vector<std::string> names;
  std::string from(1, static_cast<char>(CatalogKind::kHead));
  from += start_after;
  from += '\0';  // the first key that may follow
  engine::Cursor cursor = txn.cursor(Tree::kCatalog);
  LARDER_TRY(bool more, cursor.seek(from));
  while (more && names.size() < limit && cursor.key().front() == static_cast<char>(CatalogKind::kHead)) {
    LARDER_TRY(const std::string_view head, cursor.value());
    LARDER_TRY(const Table table, decode_head(head));
    if (!is_gone(table, clock)) names.emplace_back(cursor.key().substr(1));
    LARDER_TRY(more, cursor.next());
  }
  return names;
}

Result<std::size_t> count_tables(const engine::Transaction& txn) {
  LARDER_TRY(const std::optional<std::string_view> stored,
             txn.get(Tree::kCatalog, CatalogKey(CatalogKind::kCount, {})));
  if (!stored) return std::size_t{0};
  if (stored->size() != 4)
    return make_error(ErrorCode::kCorruption, "The catalog's number of tables is damaged");
  return std::size_t{load_big_endian<std::uint32_t>(stored->data())};
}

}  // namespace larder::table
