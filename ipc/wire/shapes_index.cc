// Secondary indexes; and streams and replicas, which are not served: known here so that giving them is refused by
// name and not skipped.
#include "ipc/wire/shapes_common.h"

namespace larder::wire::shapes {
namespace {

constexpr std::array kProjectionTypes = {words::kAll, words::kInclude, words::kKeysOnly};
constexpr Shape kProjectionType = {
    .kind = ShapeKind::kString, .name = "ProjectionType", .enumeration = kProjectionTypes};
constexpr Shape kNonKeyAttributes = {.kind = ShapeKind::kList,
                                     .name = "NonKeyAttributeNameList",
                                     .min = 1,
                                     .max = 20,
                                     .element = &kKeyAttributeName};
constexpr auto kProjectionMembers = sorted_members({
    {names::kNonKeyAttributes, &kNonKeyAttributes},
    {names::kProjectionType, &kProjectionType},
});
constexpr Shape kProjection = {
    .kind = ShapeKind::kStructure, .name = "Projection", .members = kProjectionMembers};

constexpr auto kLocalIndexMembers = sorted_members({
    {names::kIndexName, &kIndexName, kRequired},
    {names::kKeySchema, &kKeySchema, kRequired},
    {names::kProjection, &kProjection, kRequired},
});
constexpr Shape kLocalIndex = {
    .kind = ShapeKind::kStructure, .name = "LocalSecondaryIndex", .members = kLocalIndexMembers};

constexpr auto kOnDemandMembers = sorted_members({
    {names::kMaxReadRequestUnits, &kLongNumber},
    {names::kMaxWriteRequestUnits, &kLongNumber},
});
constexpr auto kWarmMembers = sorted_members({
    {names::kReadUnitsPerSecond, &kPositiveLong},
    {names::kWriteUnitsPerSecond, &kPositiveLong},
});

constexpr auto kGlobalIndexMembers = sorted_members({
    {names::kIndexName, &kIndexName, kRequired},
    {names::kKeySchema, &kGlobalIndexKeySchema, kRequired},
    {names::kOnDemandThroughput, &kOnDemandThroughput},
    {names::kProjection, &kProjection, kRequired},
    {names::kProvisionedThroughput, &kProvisionedThroughput},
    {names::kWarmThroughput, &kWarmThroughput},
});
constexpr Shape kGlobalIndex = {
    .kind = ShapeKind::kStructure, .name = "GlobalSecondaryIndex", .members = kGlobalIndexMembers};
constexpr auto kUpdateIndexMembers = sorted_members({
    {names::kIndexName, &kIndexName, kRequired},
    {names::kOnDemandThroughput, &kOnDemandThroughput},
    {names::kProvisionedThroughput, &kProvisionedThroughput},
    {names::kWarmThroughput, &kWarmThroughput},
});
constexpr Shape kUpdateIndex = {.kind = ShapeKind::kStructure,
                                .name = "UpdateGlobalSecondaryIndexAction",
                                .members = kUpdateIndexMembers};
constexpr auto kDeleteIndexMembers = sorted_members({{names::kIndexName, &kIndexName, kRequired}});
constexpr Shape kDeleteIndex = {.kind = ShapeKind::kStructure,
                                .name = "DeleteGlobalSecondaryIndexAction",
                                .members = kDeleteIndexMembers};
constexpr auto kIndexUpdateMembers = sorted_members({
    {names::kCreate, &kGlobalIndex},
    {names::kDelete, &kDeleteIndex},
    {names::kUpdate, &kUpdateIndex},
});
constexpr Shape kIndexUpdate = {
    .kind = ShapeKind::kStructure, .name = "GlobalSecondaryIndexUpdate", .members = kIndexUpdateMembers};

constexpr std::array kViewTypes = {words::kNewImage, words::kOldImage, words::kNewAndOldImages,
                                   words::kKeysOnly};
constexpr Shape kStreamViewType = {
    .kind = ShapeKind::kString, .name = "StreamViewType", .enumeration = kViewTypes};
constexpr auto kStreamMembers = sorted_members({
    {names::kStreamEnabled, &kBoolean, kRequired},
    {names::kStreamViewType, &kStreamViewType},
});

// Of replicas only the region is read: whatever else is asked of them, they are refused.
constexpr auto kRegionMembers = sorted_members({{names::kRegionName, &kText, kRequired}});
constexpr Shape kReplica = {
    .kind = ShapeKind::kStructure, .name = "ReplicationGroupMember", .members = kRegionMembers};
constexpr auto kReplicaUpdateMembers = sorted_members({
    {names::kCreate, &kReplica},
    {names::kDelete, &kReplica},
    {names::kUpdate, &kReplica},
});
constexpr Shape kReplicaUpdate = {
    .kind = ShapeKind::kStructure, .name = "ReplicationGroupUpdate", .members = kReplicaUpdateMembers};

}  // namespace

constexpr Shape kGlobalSecondaryIndexes = {
    .kind = ShapeKind::kList, .name = "GlobalSecondaryIndexList", .element = &kGlobalIndex};
constexpr Shape kGlobalSecondaryIndexUpdates = {
    .kind = ShapeKind::kList, .name = "GlobalSecondaryIndexUpdateList", .element = &kIndexUpdate};
constexpr Shape kLocalSecondaryIndexes = {
    .kind = ShapeKind::kList, .name = "LocalSecondaryIndexList", .element = &kLocalIndex};
constexpr Shape kStreamSpecification = {
    .kind = ShapeKind::kStructure, .name = "StreamSpecification", .members = kStreamMembers};
constexpr Shape kReplicaUpdates = {
    .kind = ShapeKind::kList, .name = "ReplicationGroupUpdateList", .min = 1, .element = &kReplicaUpdate};
constexpr Shape kWitnessUpdates = {
    .kind = ShapeKind::kList, .name = "GlobalTableWitnessGroupUpdateList", .element = &kReplicaUpdate};
constexpr Shape kOnDemandThroughput = {
    .kind = ShapeKind::kStructure, .name = "OnDemandThroughput", .members = kOnDemandMembers};
constexpr Shape kWarmThroughput = {
    .kind = ShapeKind::kStructure, .name = "WarmThroughput", .members = kWarmMembers};

}  // namespace larder::wire::shapes
