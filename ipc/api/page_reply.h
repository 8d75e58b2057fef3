// ipc/api/page_reply.h
//
// The reply of Query and Scan, written while the page is read: items go out as they are found.
// Shape    {Items, Count, ScannedCount, LastEvaluatedKey, ConsumedCapacity}; no Items when only counting.
// Threads  one at a time.
#pragma once

#include <string_view>
#include <vector>

#include "ipc/api/consumed_capacity.h"
#include "ipc/api/projected_item.h"
#include "ipc/wire/reply_writer.h"
#include "storage/operation/page.h"

namespace larder::api {

class PageReply final : public operation::ItemSink {
 public:
  // `shown` as in projected_item.h.
  PageReply(const expression::Projection& projection, const std::vector<std::string_view>* shown)
      : item_writer_(projection, shown) {}

  void begin(wire::ReplyWriter& reply, bool count_only);
  void item(ItemView item) override { item_writer_.write(item, *reply_); }
  void end(const operation::PageSummary& summary, CapacityDetail detail, std::string_view table_name);

 private:
  ProjectedItemWriter item_writer_;
  wire::ReplyWriter* reply_ = nullptr;
  bool count_only_ = false;
};

}  // namespace larder::api
