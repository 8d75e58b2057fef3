#include "ipc/api/page_reply.h"

#include "ipc/wire/names.h"

namespace larder::api {

namespace names = wire::names;

void PageReply::begin(wire::ReplyWriter& reply, bool count_only) {
  reply_ = &reply;
  count_only_ = count_only;
  reply.begin_structure();
  if (count_only_) return;
  reply.member(names::kItems);
  reply.begin_list();
}

void PageReply::end(const operation::PageSummary& summary, CapacityDetail detail,
                    std::string_view table_name) {
  if (!count_only_) reply_->end_list();
  reply_->member(names::kCount);
  reply_->integer(static_cast<std::int64_t>(summary.count));
  reply_->member(names::kScannedCount);
  reply_->integer(static_cast<std::int64_t>(summary.scanned_count));
  if (summary.last_evaluated_key) {
    reply_->member(names::kLastEvaluatedKey);
    reply_->item(ItemView(*summary.last_evaluated_key));
  }
  write_consumed_capacity(detail, table_name, summary.read_units, *reply_);
  reply_->end_structure();
}

}  // namespace larder::api
