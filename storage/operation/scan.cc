#include "storage/operation/scan.h"

#include <string_view>
#include <utility>

#include "storage/keys/item_key.h"
#include "storage/operation/capacity.h"
#include "storage/operation/page_walk.h"
#include "storage/table/primary_key.h"

namespace larder::operation {
namespace {

Result<void> start_after(const engine::Transaction& txn, const table::Table& table,
                         const ScanRequest& request, std::string& low, std::string_view high) {
  if (!request.exclusive_start_key) return {};
  const Result<table::PrimaryKey> key =
      table::key_of_key(table, txn.hash_secret(), *request.exclusive_start_key);
  if (!key.ok()) {
    if (key.error().code != ErrorCode::kValidation) return key.error();
    return validation_error("The provided starting key is invalid: " + key.error().message);
  }
  const std::string_view bytes = key->bytes;
  if (bytes < low || bytes >= high) {
    return validation_error(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with "
        "correct "
        "Segment. TotalSegments: " +
        std::to_string(request.total_segments) + " Segment: " + std::to_string(request.segment));
  }
  low = key_after(bytes);
  return {};
}

std::string segment_low(const table::Table& table, std::uint32_t segment, std::uint32_t total) {
  keys::KeyBuffer key;
  keys::append_item_prefix(table.tree, keys::segment_start(segment, total), key);
  return std::string(key.view());
}

}  // namespace

Result<Scan> Scan::start(const engine::Transaction& txn, const table::Table& table,
                         const ScanRequest& request) {
  Scan scan(table, request);
  scan.low_ = segment_low(table, request.segment, request.total_segments);
  if (request.segment + 1 < request.total_segments) {
    scan.high_ = segment_low(table, request.segment + 1, request.total_segments);
  } else {
    keys::KeyBuffer tree;
    keys::append_tree(table.tree, tree);
    scan.high_ = key_after_prefix(tree);
  }
  LARDER_TRY_DO(start_after(txn, table, request, scan.low_, scan.high_));
  return scan;
}

Result<Progress> Scan::run(const engine::Transaction& txn, ItemSink& sink, const Budget& budget) {
  PageWalk page{table_, request_.filter, request_.limit, /*forward=*/true, request_.count_only, std::nullopt,
                low_,   high_,           bytes_,         summary_};
  LARDER_TRY(const Progress progress, walk(txn, page, sink, budget));
  // The page's sum is rounded once, at its end.
  summary_.read_units =
      read_units(bytes_, request_.consistent_read ? Consistency::kStrong : Consistency::kEventual);
  return progress;
}

}  // namespace larder::operation
