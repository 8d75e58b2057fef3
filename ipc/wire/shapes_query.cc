#include "ipc/wire/shapes.h"
#include "ipc/wire/shapes_common.h"

namespace larder::wire::shapes {
namespace {

constexpr Shape kSegment = {.kind = ShapeKind::kInteger, .name = "ScanSegment", .min = 0, .max = 999'999};
constexpr Shape kTotalSegments = {
    .kind = ShapeKind::kInteger, .name = "ScanTotalSegments", .min = 1, .max = 1'000'000};

constexpr auto kQueryMembers = sorted_members({
    {names::kAttributesToGet, &kAttributeNameList},
    {names::kConditionalOperator, &kConditionalOperator},
    {names::kConsistentRead, &kBoolean},
    {names::kExclusiveStartKey, &kKey},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kFilterExpression, &kExpression},
    {names::kIndexName, &kIndexName},
    {names::kKeyConditionExpression, &kExpression},
    {names::kKeyConditions, &kConditionMap},
    {names::kLimit, &kPositiveInteger},
    {names::kProjectionExpression, &kExpression},
    {names::kQueryFilter, &kConditionMap},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kScanIndexForward, &kBoolean},
    {names::kSelect, &kSelect},
    {names::kTableName, &kTableName, kRequired},
});

constexpr auto kScanMembers = sorted_members({
    {names::kAttributesToGet, &kAttributeNameList},
    {names::kConditionalOperator, &kConditionalOperator},
    {names::kConsistentRead, &kBoolean},
    {names::kExclusiveStartKey, &kKey},
    {names::kExpressionAttributeNames, &kExpressionAttributeNames},
    {names::kExpressionAttributeValues, &kExpressionAttributeValues},
    {names::kFilterExpression, &kExpression},
    {names::kIndexName, &kIndexName},
    {names::kLimit, &kPositiveInteger},
    {names::kProjectionExpression, &kExpression},
    {names::kReturnConsumedCapacity, &kReturnConsumedCapacity},
    {names::kScanFilter, &kConditionMap},
    {names::kSegment, &kSegment},
    {names::kSelect, &kSelect},
    {names::kTableName, &kTableName, kRequired},
    {names::kTotalSegments, &kTotalSegments},
});

}  // namespace

constexpr Shape kQueryInput = {.kind = ShapeKind::kStructure, .name = "QueryInput", .members = kQueryMembers};
constexpr Shape kScanInput = {.kind = ShapeKind::kStructure, .name = "ScanInput", .members = kScanMembers};

}  // namespace larder::wire::shapes
