#include "ipc/wire/shapes_common.h"

namespace larder::wire::shapes {
namespace {

// Enumerations stand in the order in which the service prints them.
constexpr std::array kConditionalOperators = {words::kOr, words::kAnd};
constexpr std::array kComparisonOperators = {
    words::kIn,         words::kNull, words::kBetween, words::kLt, words::kNotContains,
    words::kEq,         words::kGt,   words::kNotNull, words::kNe, words::kLe,
    words::kBeginsWith, words::kGe,   words::kContains};
constexpr std::array kCapacityWords = {words::kIndexes, words::kTotal, words::kNone};
constexpr std::array kMetricsWords = {words::kSize, words::kNone};
constexpr std::array kConditionCheckFailureWords = {words::kAllOld, words::kNone};
constexpr std::array kSelections = {words::kSpecificAttributes, words::kCount, words::kAllAttributes,
                                    words::kAllProjectedAttributes};

constexpr auto kConditionMembers = sorted_members({
    {names::kAttributeValueList, &kAttributeValueList},
    {names::kComparisonOperator, &kComparisonOperator, kRequired},
});
constexpr Shape kCondition = {
    .kind = ShapeKind::kStructure, .name = "Condition", .members = kConditionMembers};

}  // namespace

constexpr Shape kBoolean = {.kind = ShapeKind::kBoolean, .name = "Boolean"};
constexpr Shape kText = {.kind = ShapeKind::kString, .name = "String"};
constexpr Shape kPositiveInteger = {.kind = ShapeKind::kInteger, .name = "PositiveIntegerObject", .min = 1};
constexpr Shape kPositiveLong = {.kind = ShapeKind::kLong, .name = "PositiveLongObject", .min = 1};
constexpr Shape kLongNumber = {.kind = ShapeKind::kLong, .name = "LongObject"};

constexpr Shape kTableName = {
    .kind = ShapeKind::kString, .name = "TableName", .min = 3, .max = 255, .pattern = kNamePattern};
constexpr Shape kIndexName = {
    .kind = ShapeKind::kString, .name = "IndexName", .min = 3, .max = 255, .pattern = kNamePattern};
constexpr Shape kAttributeName = {.kind = ShapeKind::kString, .name = "AttributeName", .max = 65'535};
constexpr Shape kKeyAttributeName = {
    .kind = ShapeKind::kString, .name = "KeySchemaAttributeName", .min = 1, .max = 255};
constexpr Shape kAttributeNameList = {
    .kind = ShapeKind::kList, .name = "AttributeNameList", .min = 1, .element = &kAttributeName};
constexpr Shape kResourceArn = {
    .kind = ShapeKind::kString, .name = "ResourceArnString", .min = 1, .max = 1283};

constexpr Shape kAttributeValue = {.kind = ShapeKind::kAttributeValue, .name = "AttributeValue"};
constexpr Shape kAttributeValueList = {
    .kind = ShapeKind::kList, .name = "AttributeValueList", .element = &kAttributeValue};
constexpr Shape kItem = {.kind = ShapeKind::kItem, .name = "PutItemInputAttributeMap"};
constexpr Shape kKey = {.kind = ShapeKind::kItem, .name = "Key"};
constexpr Shape kExpression = {.kind = ShapeKind::kString, .name = "Expression"};
constexpr Shape kExpressionAttributeNames = {
    .kind = ShapeKind::kMap, .name = "ExpressionAttributeNameMap", .element = &kAttributeName};
constexpr Shape kExpressionAttributeValues = {
    .kind = ShapeKind::kMap, .name = "ExpressionAttributeValueMap", .element = &kAttributeValue};
constexpr Shape kConditionalOperator = {
    .kind = ShapeKind::kString, .name = "ConditionalOperator", .enumeration = kConditionalOperators};
constexpr Shape kComparisonOperator = {
    .kind = ShapeKind::kString, .name = "ComparisonOperator", .enumeration = kComparisonOperators};
constexpr Shape kReturnConsumedCapacity = {
    .kind = ShapeKind::kString, .name = "ReturnConsumedCapacity", .enumeration = kCapacityWords};
constexpr Shape kReturnItemCollectionMetrics = {
    .kind = ShapeKind::kString, .name = "ReturnItemCollectionMetrics", .enumeration = kMetricsWords};
constexpr Shape kReturnValuesOnConditionCheckFailure = {.kind = ShapeKind::kString,
                                                        .name = "ReturnValuesOnConditionCheckFailure",
                                                        .enumeration = kConditionCheckFailureWords};
constexpr Shape kSelect = {.kind = ShapeKind::kString, .name = "Select", .enumeration = kSelections};
constexpr Shape kConditionMap = {
    .kind = ShapeKind::kMap, .name = "ConditionMap", .element = &kCondition, .key = &kAttributeName};

}  // namespace larder::wire::shapes
