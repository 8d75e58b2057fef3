#include "storage/operation/query.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "storage/keys/index_key.h"
#include "storage/keys/item_key.h"
#include "storage/operation/page_walk.h"

namespace larder::operation {
namespace {

using expression::KeyCondition;
using expression::SortOperator;

struct KeyRange {
  std::string low;   // first key within
  std::string high;  // first key after
};

// The bytes that a table's rows, or an index's, have for values of a sort key attribute. A table's are exact and last; an
// index's are prefix-free, and more follows them.
class SortKeyBytes {
 public:
  SortKeyBytes(std::string prefix, bool of_index) : prefix_(std::move(prefix)), of_index_(of_index) {}

  const std::string& prefix() const { return prefix_; }
  void narrow(ValueView value) { prefix_ = with(value); }  // to rows of that value; index only

  std::string with(ValueView value) const {
    std::string key = prefix_;
    if (of_index_) {
      keys::append_index_part(value, key);
    } else {
      keys::KeyBuffer sort_key;
      keys::append_sort_key(value, sort_key);
      key += sort_key.view();
    }
    return key;
  }
  std::string after(ValueView value) const {
    const std::string key = with(value);
    return of_index_ ? key_after_prefix(key) : key_after(key);
  }
  std::string with_prefix(ValueView text) const {
    if (!of_index_) return with(text);
    std::string key = prefix_;
    keys::append_index_part_prefix(text, key);
    return key;
  }

 private:
  std::string prefix_;
  bool of_index_;
};

KeyRange range_of(SortKeyBytes bytes, const KeyCondition& condition) {
  for (const ValueView value : condition.sort_equal.span()) bytes.narrow(value);
  KeyRange range{bytes.prefix(), key_after_prefix(bytes.prefix())};
  switch (condition.sort_operator) {
    case SortOperator::kNone:
      break;
    case SortOperator::kEqual:
      range.low = bytes.with(*condition.sort_low);
      range.high = bytes.after(*condition.sort_low);
      break;
    case SortOperator::kLess:
      range.high = bytes.with(*condition.sort_low);
      break;
    case SortOperator::kLessEqual:
      range.high = bytes.after(*condition.sort_low);
      break;
    case SortOperator::kGreater:
      range.low = bytes.after(*condition.sort_low);
      break;
    case SortOperator::kGreaterEqual:
      range.low = bytes.with(*condition.sort_low);
      break;
    case SortOperator::kBetween:
      range.low = bytes.with(*condition.sort_low);
      range.high = bytes.after(*condition.sort_high);
      break;
    case SortOperator::kBeginsWith:
      range.low = bytes.with_prefix(*condition.sort_low);
      range.high = key_after_prefix(range.low);
      break;
  }
  return range;
}

bool is_key_attribute(const KeyAttributes& key, std::string_view name) {
  const auto names_it = [name](const KeyAttribute& attribute) { return attribute.name == name; };
  return std::ranges::any_of(key.partition_key, names_it) || std::ranges::any_of(key.sort_key, names_it);
}

Result<void> check_filter(const PageSource& source, const QueryRequest& request) {
  if (request.filter == nullptr || request.filter->empty()) return {};
  for (const std::string_view name : request.filter->top_level_names()) {
    if (!is_key_attribute(source.key(), name)) continue;
    std::string text = request.filter_is_legacy ? "QueryFilter" : "Filter Expression";
    text += " can only contain non-primary key attributes: Primary key attribute: ";
    text += name;
    return validation_error(std::move(text));
  }
  return {};
}

bool is_in_partition(const PageSource& source, ItemView key, std::span<const ValueView> partition_key) {
  const std::span<const KeyAttribute> attributes = source.key().partition_key;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::optional<ValueView> value = key.find(attributes[i].name);
    if (!value || *value != partition_key[i]) return false;
  }
  return true;
}

// Narrows the range to what follows the exclusive start key, which need not exist.
Result<void> start_after(const engine::Transaction& txn, const PageSource& source,
                         const QueryRequest& request, KeyRange& range) {
  if (!request.exclusive_start_key) return {};
  const ItemView start = *request.exclusive_start_key;
  if (!source.index() && start.count() != (source.table().key_schema.sort_key ? 2U : 1U)) {
    return validation_error("Exclusive Start Key must have same size as table's key schema");
  }
  const Result<std::string> place = source.place_of(txn.hash_secret(), start);
  if (!place.ok()) {
    if (place.error().code != ErrorCode::kValidation) return place.error();
    return validation_error("The provided starting key is invalid");
  }
  if (!is_in_partition(source, start, request.key_condition->partition_key.span())) {
    return validation_error(
        "The provided starting key is outside query boundaries based on provided conditions");
  }
  if (*place < range.low || *place >= range.high) {
    return validation_error("The provided starting key does not match the range key predicate");
  }
  if (request.scan_index_forward) {
    range.low = key_after(*place);
  } else {
    range.high = *place;
  }
  return {};
}

}  // namespace

Result<Query> Query::start(const engine::Transaction& txn, const PageSource& source,
                           const QueryRequest& request) {
  LARDER_TRY_DO(check_consistency(source, request.consistent_read));
  LARDER_TRY_DO(check_filter(source, request));
  const KeyCondition& condition = *request.key_condition;
  SortKeyBytes bytes(source.partition_prefix(txn.hash_secret(), condition.partition_key.span()),
                     source.index().has_value());
  KeyRange range = range_of(std::move(bytes), condition);
  LARDER_TRY_DO(start_after(txn, source, request, range));
  Query query(source, request);
  query.low_ = std::move(range.low);
  query.high_ = std::move(range.high);
  return query;
}

Result<Progress> Query::run(const engine::Transaction& txn, ItemSink& sink, const Budget& budget) {
  PageWalk page{*source_,
                request_.filter,
                request_.limit,
                request_.scan_index_forward,
                request_.count_only,
                request_.key_condition->partition_key.span(),
                request_.consistent_read ? Consistency::kStrong : Consistency::kEventual,
                low_,
                high_,
                sums_,
                summary_};
  return walk(txn, page, sink, budget);
}

}  // namespace larder::operation
