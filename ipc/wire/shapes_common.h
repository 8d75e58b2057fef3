// ipc/wire/shapes_common.h
//
// The shapes that several operations share, and how a list of members is made. For the shapes_*.cc files
// only.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "ipc/wire/names.h"
#include "ipc/wire/shape.h"
#include "ipc/wire/words.h"

namespace larder::wire::shapes {

// Does not compile when the names are not in order.
template <std::size_t N>
consteval std::array<ShapeMember, N> sorted_members(const ShapeMember (&rows)[N]) {
  std::array<ShapeMember, N> members{};
  for (std::size_t i = 0; i < N; ++i) {
    if (i > 0 && !(rows[i - 1].name < rows[i].name)) throw "members must be sorted by name";
    members[i] = rows[i];
  }
  return members;
}

inline constexpr bool kRequired = true;
inline constexpr bool kOptional = false;

// Plain types
extern const Shape kBoolean;
extern const Shape kText;             // a string without constraints
extern const Shape kPositiveInteger;  // 1 and above
extern const Shape kPositiveLong;
extern const Shape kLongNumber;  // without constraints

// Names
extern const Shape kTableName;
extern const Shape kIndexName;
extern const Shape kAttributeName;      // up to 65,535
extern const Shape kKeyAttributeName;   // 1 to 255
extern const Shape kAttributeNameList;  // AttributesToGet
extern const Shape kResourceArn;

// Items and expressions
extern const Shape kAttributeValue;
extern const Shape kAttributeValueList;
extern const Shape kItem;
extern const Shape kKey;
extern const Shape kExpression;
extern const Shape kExpressionAttributeNames;
extern const Shape kExpressionAttributeValues;
extern const Shape kConditionalOperator;
extern const Shape kComparisonOperator;
extern const Shape kReturnConsumedCapacity;
extern const Shape kReturnItemCollectionMetrics;
extern const Shape kReturnValuesOnConditionCheckFailure;
extern const Shape kSelect;
extern const Shape kConditionMap;  // KeyConditions, QueryFilter, ScanFilter

// Tables
extern const Shape kAttributeDefinitions;
extern const Shape kKeySchema;
extern const Shape kGlobalIndexKeySchema;  // up to 4 HASH and 4 RANGE
extern const Shape kProvisionedThroughput;
extern const Shape kTableClass;
extern const Shape kTagList;

// Later issues: known, so that they are refused by name (shapes_index.cc)
extern const Shape kGlobalSecondaryIndexes;
extern const Shape kGlobalSecondaryIndexUpdates;
extern const Shape kLocalSecondaryIndexes;
extern const Shape kStreamSpecification;
extern const Shape kReplicaUpdates;
extern const Shape kWitnessUpdates;
extern const Shape kOnDemandThroughput;
extern const Shape kWarmThroughput;

}  // namespace larder::wire::shapes
