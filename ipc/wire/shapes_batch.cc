#include "ipc/wire/shapes.h"
#include "ipc/wire/shapes_common.h"
#include "storage/model/limits.h"

namespace larder::wire::shapes {
namespace {

constexpr Shape kKeyList = {
    .kind = ShapeKind::kList, .name = "KeyList", .min = 1, .max = limits::kBatchGetKeysMax, .element = &kKey};
constexpr auto kKeysAndAttributesMembers = sorted_members({
    {names::kAttributesToGet, &kAttributeNameList},
    {names::kConsistentRead, &kBoolean},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kKeys, &kKeyList, kRequired},
    {names::kProjectionExpression, &kExpression},
});
constexpr Shape kKeysAndAttributes = {
    .kind = ShapeKind::kStructure, .name = "KeysAndAttributes", .members = kKeysAndAttributesMembers};
constexpr Shape kGetRequestMap = {.kind = ShapeKind::kMap,
                                  .name = "BatchGetRequestMap",
                                  .min = 1,
                                  .max = limits::kBatchGetKeysMax,
                                  .element = &kKeysAndAttributes,
                                  .key = &kTableName};
constexpr auto kBatchGetItemMembers = sorted_members({
    {names::kRequestItems, &kGetRequestMap, kRequired},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
});

constexpr auto kPutRequestMembers = sorted_members({{names::kItem, &kItem, kRequired}});
constexpr Shape kPutRequest = {
    .kind = ShapeKind::kStructure, .name = "PutRequest", .members = kPutRequestMembers};
constexpr auto kDeleteRequestMembers = sorted_members({{names::kKey, &kKey, kRequired}});
constexpr Shape kDeleteRequest = {
    .kind = ShapeKind::kStructure, .name = "DeleteRequest", .members = kDeleteRequestMembers};
constexpr auto kWriteRequestMembers = sorted_members({
    {names::kDeleteRequest, &kDeleteRequest},
    {names::kPutRequest, &kPutRequest},
});
constexpr Shape kWriteRequest = {
    .kind = ShapeKind::kStructure, .name = "WriteRequest", .members = kWriteRequestMembers};
constexpr Shape kWriteRequests = {.kind = ShapeKind::kList,
                                  .name = "WriteRequests",
                                  .min = 1,
                                  .max = limits::kBatchWriteRequestsMax,
                                  .element = &kWriteRequest};
constexpr Shape kWriteRequestMap = {.kind = ShapeKind::kMap,
                                    .name = "BatchWriteItemRequestMap",
                                    .min = 1,
                                    .max = limits::kBatchWriteRequestsMax,
                                    .element = &kWriteRequests,
                                    .key = &kTableName};
constexpr auto kBatchWriteItemMembers = sorted_members({
    {names::kRequestItems, &kWriteRequestMap, kRequired},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kReturnItemCollectionMetrics, &kReturnItemCollectionMetrics},
});

}  // namespace

constexpr Shape kBatchGetItemInput = {
    .kind = ShapeKind::kStructure, .name = "BatchGetItemInput", .members = kBatchGetItemMembers};
constexpr Shape kBatchWriteItemInput = {
    .kind = ShapeKind::kStructure, .name = "BatchWriteItemInput", .members = kBatchWriteItemMembers};

}  // namespace larder::wire::shapes
