#include "storage/operation/query.h"

#include <string_view>
#include <utility>

#include "storage/keys/item_key.h"
#include "storage/operation/capacity.h"
#include "storage/operation/page_walk.h"
#include "storage/table/primary_key.h"

namespace larder::operation {
namespace {

using expression::KeyCondition;
using expression::SortOperator;

struct KeyRange {
  std::string low;   // first key within
  std::string high;  // first key after
};

KeyRange range_of(const keys::KeyBuffer& prefix, const KeyCondition& condition) {
  const auto with_sort = [&](const std::optional<ValueView>& sort_key) {
    keys::KeyBuffer key = prefix;
    keys::append_sort_key(*sort_key, key);
    return std::string(key.view());
  };
  KeyRange range{std::string(prefix.view()), key_after_prefix(prefix)};
  switch (condition.sort_operator) {
    case SortOperator::kNone:
      break;
    case SortOperator::kEqual:
      range.low = with_sort(condition.sort_low);
      range.high = key_after(range.low);
      break;
    case SortOperator::kLess:
      range.high = with_sort(condition.sort_low);
      break;
    case SortOperator::kLessEqual:
      range.high = key_after(with_sort(condition.sort_low));
      break;
    case SortOperator::kGreater:
      range.low = key_after(with_sort(condition.sort_low));
      break;
    case SortOperator::kGreaterEqual:
      range.low = with_sort(condition.sort_low);
      break;
    case SortOperator::kBetween:
      range.low = with_sort(condition.sort_low);
      range.high = key_after(with_sort(condition.sort_high));
      break;
    case SortOperator::kBeginsWith:
      range.low = with_sort(condition.sort_low);
      range.high = key_after_prefix(range.low);
      break;
  }
  return range;
}

Result<void> check_filter(const table::Table& table, const QueryRequest& request) {
  if (request.filter == nullptr || request.filter->empty()) return {};
  const KeySchema& schema = table.key_schema;
  for (const std::string_view name : request.filter->top_level_names()) {
    if (name != schema.partition_key.name && !(schema.sort_key && name == schema.sort_key->name)) continue;
    std::string text = request.filter_is_legacy ? "QueryFilter" : "Filter Expression";
    text += " can only contain non-primary key attributes: Primary key attribute: ";
    text += name;
    return validation_error(std::move(text));
  }
  return {};
}

// Narrows the range to what follows the exclusive start key, which need not exist.
Result<void> start_after(const engine::Transaction& txn, const table::Table& table,
                         const QueryRequest& request, KeyRange& range) {
  if (!request.exclusive_start_key) return {};
  const ItemView start = *request.exclusive_start_key;
  if (start.count() != (table.key_schema.sort_key ? 2U : 1U)) {
    return validation_error("Exclusive Start Key must have same size as table's key schema");
  }
  const Result<table::PrimaryKey> key = table::key_of_key(table, txn.hash_secret(), start);
  if (!key.ok()) {
    if (key.error().code != ErrorCode::kValidation) return key.error();
    return validation_error("The provided starting key is invalid");
  }
  if (key->partition_key != request.key_condition->partition_key) {
    return validation_error(
        "The provided starting key is outside query boundaries based on provided conditions");
  }
  const std::string_view bytes = key->bytes;
  if (bytes < range.low || bytes >= range.high) {
    return validation_error("The provided starting key does not match the range key predicate");
  }
  if (request.scan_index_forward) {
    range.low = key_after(bytes);
  } else {
    range.high = bytes;
  }
  return {};
}

}  // namespace

Result<Query> Query::start(const engine::Transaction& txn, const table::Table& table,
                           const QueryRequest& request) {
  LARDER_TRY_DO(check_filter(table, request));
  keys::KeyBuffer prefix;
  keys::append_item_prefix(
      table.tree, keys::hash_partition_key(txn.hash_secret(), request.key_condition->partition_key), prefix);
  KeyRange range = range_of(prefix, *request.key_condition);
  LARDER_TRY_DO(start_after(txn, table, request, range));
  Query query(table, request);
  query.low_ = std::move(range.low);
  query.high_ = std::move(range.high);
  return query;
}

Result<Progress> Query::run(const engine::Transaction& txn, ItemSink& sink, const Budget& budget) {
  PageWalk page{table_,
                request_.filter,
                request_.limit,
                request_.scan_index_forward,
                request_.count_only,
                request_.key_condition->partition_key,
                low_,
                high_,
                bytes_,
                summary_};
  LARDER_TRY(const Progress progress, walk(txn, page, sink, budget));
  // The page's sum is rounded once, at its end.
  summary_.read_units =
      read_units(bytes_, request_.consistent_read ? Consistency::kStrong : Consistency::kEventual);
  return progress;
}

}  // namespace larder::operation
