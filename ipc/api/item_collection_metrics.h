// ipc/api/item_collection_metrics.h
//
// ReturnItemCollectionMetrics and the ItemCollectionMetrics of a reply. Only tables with local indexes have any.
//
// Shape    {ItemCollectionKey, SizeEstimateRangeGB: [lower, upper]}: the whole GB around the exact size.
#pragma once

#include <optional>
#include <span>

#include "ipc/wire/body.h"
#include "ipc/wire/reply_writer.h"
#include "storage/operation/item_collection.h"

namespace larder::api {

bool decode_collection_metrics(const wire::Node& request);  // whether SIZE was asked for

// The member ItemCollectionMetrics of a reply about one item; nothing without a collection.
void write_collection_metrics(const std::optional<operation::ItemCollection>& collection,
                              wire::ReplyWriter& reply);

// Of a batch's or transaction's reply: by table; nothing without collections.
void write_collection_metrics(std::span<const operation::TableCollections> tables, wire::ReplyWriter& reply);

}  // namespace larder::api
