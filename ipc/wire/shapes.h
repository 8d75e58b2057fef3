// ipc/wire/shapes.h
//
// The request of every operation that Larder serves. Shapes of one kind of operation stand together in a .cc
// each: shapes_item.cc, shapes_query.cc, shapes_batch.cc, shapes_transaction.cc, shapes_table.cc; what
// several of them use is in shapes_common.cc, what later issues will serve in shapes_index.cc.
#pragma once

#include "ipc/wire/shape.h"

namespace larder::wire::shapes {

extern const Shape kPutItemInput;
extern const Shape kGetItemInput;
extern const Shape kUpdateItemInput;
extern const Shape kDeleteItemInput;

extern const Shape kQueryInput;
extern const Shape kScanInput;

extern const Shape kBatchGetItemInput;
extern const Shape kBatchWriteItemInput;

extern const Shape kTransactWriteItemsInput;
extern const Shape kTransactGetItemsInput;

extern const Shape kCreateTableInput;
extern const Shape kDescribeTableInput;
extern const Shape kListTablesInput;
extern const Shape kUpdateTableInput;
extern const Shape kDeleteTableInput;
extern const Shape kTagResourceInput;
extern const Shape kUntagResourceInput;
extern const Shape kListTagsOfResourceInput;
extern const Shape kDescribeLimitsInput;
extern const Shape kDescribeEndpointsInput;

}  // namespace larder::wire::shapes
