// ipc/wire/names.h
//
// Every member name of the requests and replies that Larder serves, once. Elsewhere a name is
// names::kTableName, never a literal. The words that some of these members hold are in ipc/wire/words.h, the
// value types' letters in storage/model/value_view.h (type_name).
#pragma once

#include <string_view>

namespace larder::wire::names {

inline constexpr std::string_view kAccountMaxReadCapacityUnits = "AccountMaxReadCapacityUnits";
inline constexpr std::string_view kAccountMaxWriteCapacityUnits = "AccountMaxWriteCapacityUnits";
inline constexpr std::string_view kAction = "Action";
inline constexpr std::string_view kAddress = "Address";
inline constexpr std::string_view kAttributeDefinitions = "AttributeDefinitions";
inline constexpr std::string_view kAttributeName = "AttributeName";
inline constexpr std::string_view kAttributeType = "AttributeType";
inline constexpr std::string_view kAttributeUpdates = "AttributeUpdates";
inline constexpr std::string_view kAttributeValueList = "AttributeValueList";
inline constexpr std::string_view kAttributes = "Attributes";
inline constexpr std::string_view kAttributesToGet = "AttributesToGet";
inline constexpr std::string_view kBillingMode = "BillingMode";
inline constexpr std::string_view kBillingModeSummary = "BillingModeSummary";
inline constexpr std::string_view kCachePeriodInMinutes = "CachePeriodInMinutes";
inline constexpr std::string_view kCancellationReasons = "CancellationReasons";
inline constexpr std::string_view kCapacityUnits = "CapacityUnits";
inline constexpr std::string_view kClientRequestToken = "ClientRequestToken";
inline constexpr std::string_view kCode = "Code";
inline constexpr std::string_view kComparisonOperator = "ComparisonOperator";
inline constexpr std::string_view kConditionCheck = "ConditionCheck";
inline constexpr std::string_view kConditionExpression = "ConditionExpression";
inline constexpr std::string_view kConditionalOperator = "ConditionalOperator";
inline constexpr std::string_view kConsistentRead = "ConsistentRead";
inline constexpr std::string_view kConsumedCapacity = "ConsumedCapacity";
inline constexpr std::string_view kCount = "Count";
inline constexpr std::string_view kCreate = "Create";
inline constexpr std::string_view kCreationDateTime = "CreationDateTime";
inline constexpr std::string_view kDelete = "Delete";
inline constexpr std::string_view kDeleteRequest = "DeleteRequest";
inline constexpr std::string_view kDeletionProtectionEnabled = "DeletionProtectionEnabled";
inline constexpr std::string_view kEnabled = "Enabled";
inline constexpr std::string_view kEndpoints = "Endpoints";
inline constexpr std::string_view kExclusiveStartKey = "ExclusiveStartKey";
inline constexpr std::string_view kExclusiveStartTableName = "ExclusiveStartTableName";
inline constexpr std::string_view kExists = "Exists";
inline constexpr std::string_view kExpected = "Expected";
inline constexpr std::string_view kExpressionAttributeNames = "ExpressionAttributeNames";
inline constexpr std::string_view kExpressionAttributeValues = "ExpressionAttributeValues";
inline constexpr std::string_view kFilterExpression = "FilterExpression";
inline constexpr std::string_view kGet = "Get";
inline constexpr std::string_view kGlobalSecondaryIndexUpdates = "GlobalSecondaryIndexUpdates";
inline constexpr std::string_view kGlobalSecondaryIndexes = "GlobalSecondaryIndexes";
inline constexpr std::string_view kGlobalTableSettingsReplicationMode = "GlobalTableSettingsReplicationMode";
inline constexpr std::string_view kGlobalTableSourceArn = "GlobalTableSourceArn";
inline constexpr std::string_view kGlobalTableWitnessUpdates = "GlobalTableWitnessUpdates";
inline constexpr std::string_view kIndexName = "IndexName";
inline constexpr std::string_view kItem = "Item";
inline constexpr std::string_view kItemCollectionKey = "ItemCollectionKey";
inline constexpr std::string_view kItemCollectionMetrics = "ItemCollectionMetrics";
inline constexpr std::string_view kItemCount = "ItemCount";
inline constexpr std::string_view kItems = "Items";
inline constexpr std::string_view kKMSMasterKeyArn = "KMSMasterKeyArn";
inline constexpr std::string_view kKMSMasterKeyId = "KMSMasterKeyId";
inline constexpr std::string_view kKey = "Key";
inline constexpr std::string_view kKeyConditionExpression = "KeyConditionExpression";
inline constexpr std::string_view kKeyConditions = "KeyConditions";
inline constexpr std::string_view kKeySchema = "KeySchema";
inline constexpr std::string_view kKeyType = "KeyType";
inline constexpr std::string_view kKeys = "Keys";
inline constexpr std::string_view kLastDecreaseDateTime = "LastDecreaseDateTime";
inline constexpr std::string_view kLastEvaluatedKey = "LastEvaluatedKey";
inline constexpr std::string_view kLastEvaluatedTableName = "LastEvaluatedTableName";
inline constexpr std::string_view kLastIncreaseDateTime = "LastIncreaseDateTime";
inline constexpr std::string_view kLastUpdateDateTime = "LastUpdateDateTime";
inline constexpr std::string_view kLastUpdateToPayPerRequestDateTime = "LastUpdateToPayPerRequestDateTime";
inline constexpr std::string_view kLimit = "Limit";
inline constexpr std::string_view kLocalSecondaryIndexes = "LocalSecondaryIndexes";
inline constexpr std::string_view kMaxReadRequestUnits = "MaxReadRequestUnits";
inline constexpr std::string_view kMaxWriteRequestUnits = "MaxWriteRequestUnits";
inline constexpr std::string_view kMessage = "Message";
inline constexpr std::string_view kMultiRegionConsistency = "MultiRegionConsistency";
inline constexpr std::string_view kNextToken = "NextToken";
inline constexpr std::string_view kNonKeyAttributes = "NonKeyAttributes";
inline constexpr std::string_view kNumberOfDecreasesToday = "NumberOfDecreasesToday";
inline constexpr std::string_view kOnDemandThroughput = "OnDemandThroughput";
inline constexpr std::string_view kOnDemandThroughputOverride = "OnDemandThroughputOverride";
inline constexpr std::string_view kProjection = "Projection";
inline constexpr std::string_view kProjectionExpression = "ProjectionExpression";
inline constexpr std::string_view kProjectionType = "ProjectionType";
inline constexpr std::string_view kProvisionedThroughput = "ProvisionedThroughput";
inline constexpr std::string_view kProvisionedThroughputOverride = "ProvisionedThroughputOverride";
inline constexpr std::string_view kPut = "Put";
inline constexpr std::string_view kPutRequest = "PutRequest";
inline constexpr std::string_view kQueryFilter = "QueryFilter";
inline constexpr std::string_view kReadCapacityUnits = "ReadCapacityUnits";
inline constexpr std::string_view kReadUnitsPerSecond = "ReadUnitsPerSecond";
inline constexpr std::string_view kRegionName = "RegionName";
inline constexpr std::string_view kReplicaUpdates = "ReplicaUpdates";
inline constexpr std::string_view kRequestItems = "RequestItems";
inline constexpr std::string_view kResourceArn = "ResourceArn";
inline constexpr std::string_view kResourcePolicy = "ResourcePolicy";
inline constexpr std::string_view kResponses = "Responses";
inline constexpr std::string_view kReturnConsumedCapacity = "ReturnConsumedCapacity";
inline constexpr std::string_view kReturnItemCollectionMetrics = "ReturnItemCollectionMetrics";
inline constexpr std::string_view kReturnValues = "ReturnValues";
inline constexpr std::string_view kReturnValuesOnConditionCheckFailure =
    "ReturnValuesOnConditionCheckFailure";
inline constexpr std::string_view kSSEDescription = "SSEDescription";
inline constexpr std::string_view kSSESpecification = "SSESpecification";
inline constexpr std::string_view kSSEType = "SSEType";
inline constexpr std::string_view kScanFilter = "ScanFilter";
inline constexpr std::string_view kScanIndexForward = "ScanIndexForward";
inline constexpr std::string_view kScannedCount = "ScannedCount";
inline constexpr std::string_view kSegment = "Segment";
inline constexpr std::string_view kSelect = "Select";
inline constexpr std::string_view kSizeEstimateRangeGB = "SizeEstimateRangeGB";
inline constexpr std::string_view kStatus = "Status";
inline constexpr std::string_view kStreamEnabled = "StreamEnabled";
inline constexpr std::string_view kStreamSpecification = "StreamSpecification";
inline constexpr std::string_view kStreamViewType = "StreamViewType";
inline constexpr std::string_view kTable = "Table";
inline constexpr std::string_view kTableArn = "TableArn";
inline constexpr std::string_view kTableClass = "TableClass";
inline constexpr std::string_view kTableClassOverride = "TableClassOverride";
inline constexpr std::string_view kTableClassSummary = "TableClassSummary";
inline constexpr std::string_view kTableDescription = "TableDescription";
inline constexpr std::string_view kTableId = "TableId";
inline constexpr std::string_view kTableMaxReadCapacityUnits = "TableMaxReadCapacityUnits";
inline constexpr std::string_view kTableMaxWriteCapacityUnits = "TableMaxWriteCapacityUnits";
inline constexpr std::string_view kTableName = "TableName";
inline constexpr std::string_view kTableNames = "TableNames";
inline constexpr std::string_view kTableSizeBytes = "TableSizeBytes";
inline constexpr std::string_view kTableStatus = "TableStatus";
inline constexpr std::string_view kTagKeys = "TagKeys";
inline constexpr std::string_view kTags = "Tags";
inline constexpr std::string_view kTotalSegments = "TotalSegments";
inline constexpr std::string_view kTransactItems = "TransactItems";
inline constexpr std::string_view kUnprocessedItems = "UnprocessedItems";
inline constexpr std::string_view kUnprocessedKeys = "UnprocessedKeys";
inline constexpr std::string_view kUpdate = "Update";
inline constexpr std::string_view kUpdateExpression = "UpdateExpression";
inline constexpr std::string_view kValue = "Value";
inline constexpr std::string_view kWarmThroughput = "WarmThroughput";
inline constexpr std::string_view kWriteCapacityUnits = "WriteCapacityUnits";
inline constexpr std::string_view kWriteUnitsPerSecond = "WriteUnitsPerSecond";

}  // namespace larder::wire::names
