#include "storage/operation/scan.h"

#include <string_view>
#include <utility>

#include "storage/keys/index_key.h"
#include "storage/keys/item_key.h"
#include "storage/operation/page_walk.h"

namespace larder::operation {
namespace {

Result<void> start_after(const engine::Transaction& txn, const PageSource& source, const ScanRequest& request,
                         std::string& low, std::string_view high) {
  if (!request.exclusive_start_key) return {};
  const Result<std::string> place = source.place_of(txn.hash_secret(), *request.exclusive_start_key);
  if (!place.ok()) {
    if (place.error().code != ErrorCode::kValidation || source.index()) return place.error();
    return validation_error("The provided starting key is invalid: " + place.error().message);
  }
  if (*place < low || *place >= high) {
    return validation_error(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with "
        "correct Segment. TotalSegments: " +
        std::to_string(request.total_segments) + " Segment: " + std::to_string(request.segment));
  }
  low = key_after(*place);
  return {};
}

std::string segment_low(const PageSource& source, std::uint32_t segment, std::uint32_t total) {
  std::string key;
  keys::append_index_prefix(source.tree_id(), keys::segment_start(segment, total), key);
  return key;
}

}  // namespace

Result<Scan> Scan::start(const engine::Transaction& txn, const PageSource& source,
                         const ScanRequest& request) {
  LARDER_TRY_DO(check_consistency(source, request.consistent_read));
  Scan scan(source, request);
  scan.low_ = segment_low(source, request.segment, request.total_segments);
  if (request.segment + 1 < request.total_segments) {
    scan.high_ = segment_low(source, request.segment + 1, request.total_segments);
  } else {
    keys::KeyBuffer tree;
    keys::append_tree(source.tree_id(), tree);
    scan.high_ = key_after_prefix(tree);
  }
  LARDER_TRY_DO(start_after(txn, source, request, scan.low_, scan.high_));
  return scan;
}

Result<Progress> Scan::run(const engine::Transaction& txn, ItemSink& sink, const Budget& budget) {
  PageWalk page{*source_,
                request_.filter,
                request_.limit,
                /*forward=*/true,
                request_.count_only,
                {},
                request_.consistent_read ? Consistency::kStrong : Consistency::kEventual,
                low_,
                high_,
                sums_,
                summary_};
  return walk(txn, page, sink, budget);
}

}  // namespace larder::operation
