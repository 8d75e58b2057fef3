#include "ipc/wire/shapes.h"
#include "ipc/wire/shapes_common.h"
#include "storage/model/limits.h"

namespace larder::wire::shapes {
namespace {

constexpr auto kConditionCheckMembers = sorted_members({
    {names::kConditionExpression, &kExpression, kRequired},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kKey, &kKey, kRequired},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
});
constexpr Shape kConditionCheck = {
    .kind = ShapeKind::kStructure, .name = "ConditionCheck", .members = kConditionCheckMembers};

constexpr auto kPutMembers = sorted_members({
    {names::kConditionExpression, &kExpression},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kItem, &kItem, kRequired},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
});
constexpr Shape kPut = {.kind = ShapeKind::kStructure, .name = "Put", .members = kPutMembers};

constexpr auto kDeleteMembers = sorted_members({
    {names::kConditionExpression, &kExpression},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kKey, &kKey, kRequired},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
});
constexpr Shape kDelete = {.kind = ShapeKind::kStructure, .name = "Delete", .members = kDeleteMembers};

constexpr auto kUpdateMembers = sorted_members({
    {names::kConditionExpression, &kExpression},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kKey, &kKey, kRequired},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
    {names::kUpdateExpression, &kExpression, kRequired},
});
constexpr Shape kUpdate = {.kind = ShapeKind::kStructure, .name = "Update", .members = kUpdateMembers};

constexpr auto kWriteItemMembers = sorted_members({
    {names::kConditionCheck, &kConditionCheck},
    {names::kDelete, &kDelete},
    {names::kPut, &kPut},
    {names::kUpdate, &kUpdate},
});
constexpr Shape kWriteItem = {
    .kind = ShapeKind::kStructure, .name = "TransactWriteItem", .members = kWriteItemMembers};
constexpr Shape kWriteItemList = {.kind = ShapeKind::kList,
                                  .name = "TransactWriteItemList",
                                  .min = 1,
                                  .max = limits::kTransactionActionsMax,
                                  .element = &kWriteItem};
constexpr Shape kClientRequestToken = {
    .kind = ShapeKind::kString, .name = "ClientRequestToken", .min = 1, .max = 36};
constexpr auto kTransactWriteItemsMembers = sorted_members({
    {names::kClientRequestToken, &kClientRequestToken},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kReturnItemCollectionMetrics, &kReturnItemCollectionMetrics},
    {names::kTransactItems, &kWriteItemList, kRequired},
});

constexpr auto kGetMembers = sorted_members({
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kKey, &kKey, kRequired},
    {names::kProjectionExpression, &kExpression},
    {names::kTableName, &kTableName, kRequired},
});
constexpr Shape kGet = {.kind = ShapeKind::kStructure, .name = "Get", .members = kGetMembers};
constexpr auto kGetItemMembers = sorted_members({{names::kGet, &kGet, kRequired}});
constexpr Shape kGetItem = {
    .kind = ShapeKind::kStructure, .name = "TransactGetItem", .members = kGetItemMembers};
constexpr Shape kGetItemList = {.kind = ShapeKind::kList,
                                .name = "TransactGetItemList",
                                .min = 1,
                                .max = limits::kTransactionActionsMax,
                                .element = &kGetItem};
constexpr auto kTransactGetItemsMembers = sorted_members({
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kTransactItems, &kGetItemList, kRequired},
});

}  // namespace

constexpr Shape kTransactWriteItemsInput = {
    .kind = ShapeKind::kStructure, .name = "TransactWriteItemsInput", .members = kTransactWriteItemsMembers};
constexpr Shape kTransactGetItemsInput = {
    .kind = ShapeKind::kStructure, .name = "TransactGetItemsInput", .members = kTransactGetItemsMembers};

}  // namespace larder::wire::shapes
