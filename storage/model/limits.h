// storage/model/limits.h
//
// Every limit of the service that Larder keeps, with its unit, in one place. A limit that an operator may
// change is an option instead (daemon/options.h).
// Source   DynamoDB Developer Guide, "Quotas" and "Naming rules"; design.md section 8.
#pragma once

#include <cstddef>
#include <cstdint>

namespace larder::limits {

// Values and items
inline constexpr int kNumberDigitsMax = 38;      // significant, after trimming zeros at both ends
inline constexpr int kNumberMagnitudeMax = 125;  // power of ten of the leading digit
inline constexpr int kNumberMagnitudeMin = -130;
inline constexpr int kNestingDepthMax = 32;  // levels, for items and for expression values
inline constexpr std::size_t kItemBytesMax = 409'600;
inline constexpr std::size_t kPartitionKeyBytesMax = 2'048;
inline constexpr std::size_t kSortKeyBytesMax = 1'024;
inline constexpr std::size_t kKeyAttributeNameBytesMax = 255;
inline constexpr std::size_t kAttributeNameBytesMax = 65'535;

// Expressions
inline constexpr std::size_t kExpressionBytesMax = 4'096;
inline constexpr int kExpressionOperatorsMax = 300;
inline constexpr int kInOperandsMax = 100;
inline constexpr std::size_t kPlaceholderBytesMax = 255;
inline constexpr std::size_t kSubstitutionBytesMax = 2 * 1024 * 1024;

// Requests
inline constexpr std::size_t kPageBytesMax = 1024 * 1024;  // data read by one Query or Scan page
inline constexpr std::size_t kBatchGetKeysMax = 100;
inline constexpr std::size_t kBatchGetBytesMax = 16 * 1024 * 1024;
inline constexpr std::size_t kBatchWriteRequestsMax = 25;
inline constexpr std::size_t kTransactionActionsMax = 100;
inline constexpr std::size_t kTransactionBytesMax = 4 * 1024 * 1024;
inline constexpr std::int64_t kTokenLifetimeMillis = 10 * 60 * 1000;
inline constexpr std::size_t kBodyBytesMax = 16 * 1024 * 1024;
inline constexpr std::size_t kHeaderBytesMax = 16 * 1024;

// Tables
inline constexpr std::size_t kTablesMax = 2'500;
inline constexpr std::size_t kTagsMax = 50;
inline constexpr std::size_t kGlobalIndexesMax = 20;
inline constexpr std::size_t kLocalIndexesMax = 5;
inline constexpr std::size_t kIncludedAttributesMax = 100;  // NonKeyAttributes of all of a table's indexes
inline constexpr std::uint64_t kItemCollectionBytesMax = 10ULL << 30;

}  // namespace larder::limits
