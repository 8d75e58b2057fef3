#include "ipc/wire/operations.h"

#include <algorithm>
#include <array>

#include "ipc/wire/shapes.h"

namespace larder::wire {
namespace {

constexpr auto kOperations = std::to_array<KnownOperation>({
    {"BatchExecuteStatement"},
    {"BatchGetItem", &shapes::kBatchGetItemInput},
    {"BatchWriteItem", &shapes::kBatchWriteItemInput},
    {"CreateBackup"},
    {"CreateGlobalTable"},
    {"CreateTable", &shapes::kCreateTableInput},
    {"DeleteBackup"},
    {"DeleteItem", &shapes::kDeleteItemInput},
    {"DeleteResourcePolicy"},
    {"DeleteTable", &shapes::kDeleteTableInput},
    {"DescribeBackup"},
    {"DescribeContinuousBackups"},
    {"DescribeContributorInsights"},
    {"DescribeEndpoints", &shapes::kDescribeEndpointsInput},
    {"DescribeExport"},
    {"DescribeGlobalTable"},
    {"DescribeGlobalTableSettings"},
    {"DescribeImport"},
    {"DescribeKinesisStreamingDestination"},
    {"DescribeLimits", &shapes::kDescribeLimitsInput},
    {"DescribeTable", &shapes::kDescribeTableInput},
    {"DescribeTableReplicaAutoScaling"},
    {"DescribeTimeToLive"},
    {"DisableKinesisStreamingDestination"},
    {"EnableKinesisStreamingDestination"},
    {"ExecuteStatement"},
    {"ExecuteTransaction"},
    {"ExportTableToPointInTime"},
    {"GetItem", &shapes::kGetItemInput},
    {"GetResourcePolicy"},
    {"ImportTable"},
    {"ListBackups"},
    {"ListContributorInsights"},
    {"ListExports"},
    {"ListGlobalTables"},
    {"ListImports"},
    {"ListTables", &shapes::kListTablesInput},
    {"ListTagsOfResource", &shapes::kListTagsOfResourceInput},
    {"PutItem", &shapes::kPutItemInput},
    {"PutResourcePolicy"},
    {"Query", &shapes::kQueryInput},
    {"RestoreTableFromBackup"},
    {"RestoreTableToPointInTime"},
    {"Scan", &shapes::kScanInput},
    {"TagResource", &shapes::kTagResourceInput},
    {"TransactGetItems", &shapes::kTransactGetItemsInput},
    {"TransactWriteItems", &shapes::kTransactWriteItemsInput},
    {"UntagResource", &shapes::kUntagResourceInput},
    {"UpdateContinuousBackups"},
    {"UpdateContributorInsights"},
    {"UpdateGlobalTable"},
    {"UpdateGlobalTableSettings"},
    {"UpdateItem", &shapes::kUpdateItemInput},
    {"UpdateKinesisStreamingDestination"},
    {"UpdateTable", &shapes::kUpdateTableInput},
    {"UpdateTableReplicaAutoScaling"},
    {"UpdateTimeToLive"},
});
static_assert(std::ranges::is_sorted(kOperations, {}, &KnownOperation::name));

}  // namespace

std::span<const KnownOperation> known_operations() {
  return kOperations;
}

Error unknown_operation(std::string_view name) {
  if (!std::ranges::binary_search(kOperations, name, {}, &KnownOperation::name)) {
    return make_error(ErrorCode::kUnknownOperation, {});
  }
  return make_error(ErrorCode::kUnknownOperation, "Larder does not serve the operation " + std::string(name));
}

}  // namespace larder::wire
