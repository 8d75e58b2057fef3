#include "ipc/wire/shapes.h"
#include "ipc/wire/shapes_common.h"

namespace larder::wire::shapes {
namespace {

constexpr std::array kReturnValueWords = {words::kAllNew, words::kUpdatedOld, words::kAllOld, words::kNone,
                                          words::kUpdatedNew};
constexpr Shape kReturnValues = {
    .kind = ShapeKind::kString, .name = "ReturnValue", .enumeration = kReturnValueWords};

constexpr auto kExpectedMembers = sorted_members({
    {names::kAttributeValueList, &kAttributeValueList},
    {names::kComparisonOperator, &kComparisonOperator},
    {names::kExists, &kBoolean},
    {names::kValue, &kAttributeValue},
});
constexpr Shape kExpectedAttributeValue = {
    .kind = ShapeKind::kStructure, .name = "ExpectedAttributeValue", .members = kExpectedMembers};
constexpr Shape kExpected = {.kind = ShapeKind::kMap,
                             .name = "ExpectedAttributeMap",
                             .element = &kExpectedAttributeValue,
                             .key = &kAttributeName};

constexpr std::array kActions = {words::kAdd, words::kDelete, words::kPut};
constexpr Shape kAction = {.kind = ShapeKind::kString, .name = "AttributeAction", .enumeration = kActions};
constexpr auto kUpdateMembers = sorted_members({
    {names::kAction, &kAction},
    {names::kValue, &kAttributeValue},
});
constexpr Shape kAttributeValueUpdate = {
    .kind = ShapeKind::kStructure, .name = "AttributeValueUpdate", .members = kUpdateMembers};
constexpr Shape kAttributeUpdates = {.kind = ShapeKind::kMap,
                                     .name = "AttributeUpdates",
                                     .element = &kAttributeValueUpdate,
                                     .key = &kAttributeName};

constexpr auto kPutItemMembers = sorted_members({
    {names::kConditionExpression, &kExpression},
    {names::kConditionalOperator, &kConditionalOperator},
    {names::kExpected, &kExpected},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kItem, &kItem, kRequired},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kReturnItemCollectionMetrics, &kReturnItemCollectionMetrics},
    {names::kReturnValues, &kReturnValues},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
});

constexpr auto kGetItemMembers = sorted_members({
    {names::kAttributesToGet, &kAttributeNameList},
    {names::kConsistentRead, &kBoolean},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kKey, &kKey, kRequired},
    {names::kProjectionExpression, &kExpression},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kTableName, &kTableName, kRequired},
});

constexpr auto kUpdateItemMembers = sorted_members({
    {names::kAttributeUpdates, &kAttributeUpdates},
    {names::kConditionExpression, &kExpression},
    {names::kConditionalOperator, &kConditionalOperator},
    {names::kExpected, &kExpected},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kKey, &kKey, kRequired},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kReturnItemCollectionMetrics, &kReturnItemCollectionMetrics},
    {names::kReturnValues, &kReturnValues},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
    {names::kUpdateExpression, &kExpression},
});

constexpr auto kDeleteItemMembers = sorted_members({
    {names::kConditionExpression, &kExpression},
    {names::kConditionalOperator, &kConditionalOperator},
    {names::kExpected, &kExpected},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kKey, &kKey, kRequired},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kReturnItemCollectionMetrics, &kReturnItemCollectionMetrics},
    {names::kReturnValues, &kReturnValues},
    {names::kReturnValuesOnConditionCheckFailure, &kReturnValuesOnConditionCheckFailure},
    {names::kTableName, &kTableName, kRequired},
});

}  // namespace

constexpr Shape kPutItemInput = {
    .kind = ShapeKind::kStructure, .name = "PutItemInput", .members = kPutItemMembers};
constexpr Shape kGetItemInput = {
    .kind = ShapeKind::kStructure, .name = "GetItemInput", .members = kGetItemMembers};
constexpr Shape kUpdateItemInput = {
    .kind = ShapeKind::kStructure, .name = "UpdateItemInput", .members = kUpdateItemMembers};
constexpr Shape kDeleteItemInput = {
    .kind = ShapeKind::kStructure, .name = "DeleteItemInput", .members = kDeleteItemMembers};

}  // namespace larder::wire::shapes
