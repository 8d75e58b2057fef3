#include "ipc/wire/shapes.h"
#include "ipc/wire/shapes_common.h"
#include "storage/model/value_view.h"

namespace larder::wire::shapes {
namespace {

constexpr std::array<std::string_view, 3> kKeyTypes = {"B", "N", "S"};
constexpr Shape kAttributeType = {
    .kind = ShapeKind::kString, .name = "ScalarAttributeType", .enumeration = kKeyTypes};
constexpr auto kAttributeDefinitionMembers = sorted_members({
    {names::kAttributeName, &kKeyAttributeName, kRequired},
    {names::kAttributeType, &kAttributeType, kRequired},
});
constexpr Shape kAttributeDefinition = {
    .kind = ShapeKind::kStructure, .name = "AttributeDefinition", .members = kAttributeDefinitionMembers};

constexpr std::array kKeyRoles = {words::kHash, words::kRange};
constexpr Shape kKeyType = {.kind = ShapeKind::kString, .name = "KeyType", .enumeration = kKeyRoles};
constexpr auto kKeySchemaElementMembers = sorted_members({
    {names::kAttributeName, &kKeyAttributeName, kRequired},
    {names::kKeyType, &kKeyType, kRequired},
});
constexpr Shape kKeySchemaElement = {
    .kind = ShapeKind::kStructure, .name = "KeySchemaElement", .members = kKeySchemaElementMembers};

constexpr auto kProvisionedThroughputMembers = sorted_members({
    {names::kReadCapacityUnits, &kPositiveLong, kRequired},
    {names::kWriteCapacityUnits, &kPositiveLong, kRequired},
});

constexpr std::array kBillingModes = {words::kProvisioned, words::kPayPerRequest};
constexpr Shape kBillingMode = {
    .kind = ShapeKind::kString, .name = "BillingMode", .enumeration = kBillingModes};
constexpr std::array kTableClasses = {words::kStandard, words::kStandardInfrequentAccess};

constexpr std::array kSseTypes = {words::kAes256, words::kKms};
constexpr Shape kSseType = {.kind = ShapeKind::kString, .name = "SSEType", .enumeration = kSseTypes};
constexpr auto kSseMembers = sorted_members({
    {names::kEnabled, &kBoolean},
    {names::kKMSMasterKeyId, &kText},
    {names::kSSEType, &kSseType},
});
constexpr Shape kSseSpecification = {
    .kind = ShapeKind::kStructure, .name = "SSESpecification", .members = kSseMembers};

constexpr Shape kTagKey = {.kind = ShapeKind::kString, .name = "TagKeyString", .min = 1, .max = 128};
constexpr Shape kTagValue = {.kind = ShapeKind::kString, .name = "TagValueString", .min = 0, .max = 256};
constexpr auto kTagMembers = sorted_members({
    {names::kKey, &kTagKey, kRequired},
    {names::kValue, &kTagValue, kRequired},
});
constexpr Shape kTag = {.kind = ShapeKind::kStructure, .name = "Tag", .members = kTagMembers};
constexpr Shape kTagKeyList = {.kind = ShapeKind::kList, .name = "TagKeyList", .element = &kTagKey};

constexpr std::array kConsistencies = {words::kEventual, words::kStrong};
constexpr Shape kMultiRegionConsistency = {
    .kind = ShapeKind::kString, .name = "MultiRegionConsistency", .enumeration = kConsistencies};

constexpr auto kCreateTableMembers = sorted_members({
    {names::kAttributeDefinitions, &kAttributeDefinitions, kRequired},
    {names::kBillingMode, &kBillingMode},
    {names::kDeletionProtectionEnabled, &kBoolean},
    {names::kGlobalSecondaryIndexes, &kGlobalSecondaryIndexes},
    {names::kKeySchema, &kKeySchema, kRequired},
    {names::kLocalSecondaryIndexes, &kLocalSecondaryIndexes},
    {names::kOnDemandThroughput, &kOnDemandThroughput},
    {names::kProvisionedThroughput, &kProvisionedThroughput},
    {names::kResourcePolicy, &kText, kOptional, Served::kRefused},
    {names::kSSESpecification, &kSseSpecification},
    {names::kStreamSpecification, &kStreamSpecification, kOptional, Served::kRefusedUnlessDisabled},
    {names::kTableClass, &kTableClass},
    {names::kTableName, &kTableName, kRequired},
    {names::kTags, &kTagList},
    {names::kWarmThroughput, &kWarmThroughput},
});

constexpr auto kUpdateTableMembers = sorted_members({
    {names::kAttributeDefinitions, &kAttributeDefinitions},
    {names::kBillingMode, &kBillingMode},
    {names::kDeletionProtectionEnabled, &kBoolean},
    {names::kGlobalSecondaryIndexUpdates, &kGlobalSecondaryIndexUpdates},
    {names::kGlobalTableWitnessUpdates, &kWitnessUpdates, kOptional, Served::kRefused},
    {names::kMultiRegionConsistency, &kMultiRegionConsistency, kOptional, Served::kRefused},
    {names::kOnDemandThroughput, &kOnDemandThroughput},
    {names::kProvisionedThroughput, &kProvisionedThroughput},
    {names::kReplicaUpdates, &kReplicaUpdates, kOptional, Served::kRefused},
    {names::kSSESpecification, &kSseSpecification},
    {names::kStreamSpecification, &kStreamSpecification, kOptional, Served::kRefusedUnlessDisabled},
    {names::kTableClass, &kTableClass},
    {names::kTableName, &kTableName, kRequired},
    {names::kWarmThroughput, &kWarmThroughput},
});

constexpr auto kTableNameOnly = sorted_members({{names::kTableName, &kTableName, kRequired}});

constexpr Shape kTablesLimit = {
    .kind = ShapeKind::kInteger, .name = "ListTablesInputLimit", .min = 1, .max = 100};
constexpr auto kListTablesMembers = sorted_members({
    {names::kExclusiveStartTableName, &kTableName},
    {names::kLimit, &kTablesLimit},
});

constexpr auto kTagResourceMembers = sorted_members({
    {names::kResourceArn, &kResourceArn, kRequired},
    {names::kTags, &kTagList, kRequired},
});
constexpr auto kUntagResourceMembers = sorted_members({
    {names::kResourceArn, &kResourceArn, kRequired},
    {names::kTagKeys, &kTagKeyList, kRequired},
});
constexpr auto kListTagsOfResourceMembers = sorted_members({
    {names::kNextToken, &kText},
    {names::kResourceArn, &kResourceArn, kRequired},
});

}  // namespace

constexpr Shape kAttributeDefinitions = {
    .kind = ShapeKind::kList, .name = "AttributeDefinitions", .element = &kAttributeDefinition};
constexpr Shape kKeySchema = {
    .kind = ShapeKind::kList, .name = "KeySchema", .min = 1, .max = 2, .element = &kKeySchemaElement};
constexpr Shape kGlobalIndexKeySchema = {
    .kind = ShapeKind::kList, .name = "KeySchema", .min = 1, .max = 8, .element = &kKeySchemaElement};
constexpr Shape kProvisionedThroughput = {
    .kind = ShapeKind::kStructure, .name = "ProvisionedThroughput", .members = kProvisionedThroughputMembers};
constexpr Shape kTableClass = {
    .kind = ShapeKind::kString, .name = "TableClass", .enumeration = kTableClasses};
constexpr Shape kTagList = {.kind = ShapeKind::kList, .name = "TagList", .element = &kTag};

constexpr Shape kCreateTableInput = {
    .kind = ShapeKind::kStructure, .name = "CreateTableInput", .members = kCreateTableMembers};
constexpr Shape kDescribeTableInput = {
    .kind = ShapeKind::kStructure, .name = "DescribeTableInput", .members = kTableNameOnly};
constexpr Shape kListTablesInput = {
    .kind = ShapeKind::kStructure, .name = "ListTablesInput", .members = kListTablesMembers};
constexpr Shape kUpdateTableInput = {
    .kind = ShapeKind::kStructure, .name = "UpdateTableInput", .members = kUpdateTableMembers};
constexpr Shape kDeleteTableInput = {
    .kind = ShapeKind::kStructure, .name = "DeleteTableInput", .members = kTableNameOnly};
constexpr Shape kTagResourceInput = {
    .kind = ShapeKind::kStructure, .name = "TagResourceInput", .members = kTagResourceMembers};
constexpr Shape kUntagResourceInput = {
    .kind = ShapeKind::kStructure, .name = "UntagResourceInput", .members = kUntagResourceMembers};
constexpr Shape kListTagsOfResourceInput = {
    .kind = ShapeKind::kStructure, .name = "ListTagsOfResourceInput", .members = kListTagsOfResourceMembers};
constexpr Shape kDescribeLimitsInput = {.kind = ShapeKind::kStructure, .name = "DescribeLimitsInput"};
constexpr Shape kDescribeEndpointsInput = {.kind = ShapeKind::kStructure, .name = "DescribeEndpointsRequest"};

}  // namespace larder::wire::shapes
