#include "ipc/api/item_collection_metrics.h"

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace names = wire::names;

constexpr std::uint64_t kGigabyte = 1ULL << 30;

void write_one(const operation::ItemCollection& collection, wire::ReplyWriter& reply) {
  reply.begin_structure();
  reply.member(names::kItemCollectionKey);
  reply.item(ItemView(collection.key));
  const std::uint64_t lower = collection.bytes / kGigabyte;
  reply.member(names::kSizeEstimateRangeGB);
  reply.begin_list();
  reply.real(static_cast<double>(lower));
  reply.real(static_cast<double>(lower + 1));
  reply.end_list();
  reply.end_structure();
}

}  // namespace

bool decode_collection_metrics(const wire::Node& request) {
  return text(request, names::kReturnItemCollectionMetrics) == wire::words::kSize;
}

void write_collection_metrics(const std::optional<operation::ItemCollection>& collection,
                              wire::ReplyWriter& reply) {
  if (!collection) return;
  reply.member(names::kItemCollectionMetrics);
  write_one(*collection, reply);
}

void write_collection_metrics(std::span<const operation::TableCollections> tables, wire::ReplyWriter& reply) {
  if (tables.empty()) return;
  reply.member(names::kItemCollectionMetrics);
  reply.begin_structure();
  for (const operation::TableCollections& table : tables) {
    reply.member(table.table_name);
    reply.begin_list();
    for (const operation::ItemCollection& collection : table.collections) write_one(collection, reply);
    reply.end_list();
  }
  reply.end_structure();
}

}  // namespace larder::api
