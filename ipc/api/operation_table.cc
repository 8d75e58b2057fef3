#include "ipc/api/operation_table.h"

#include <algorithm>
#include <array>

#include "ipc/api/prepare.h"
#include "ipc/wire/shapes.h"

namespace larder::api {
namespace {

namespace shapes = wire::shapes;

constexpr auto kOperations = std::to_array<OperationRow>({
    {"BatchGetItem", &shapes::kBatchGetItemInput, &prepare_batch_get_item},
    {"BatchWriteItem", &shapes::kBatchWriteItemInput, &prepare_batch_write_item},
    {"CreateTable", &shapes::kCreateTableInput, &prepare_create_table},
    {"DeleteItem", &shapes::kDeleteItemInput, &prepare_delete_item},
    {"DeleteTable", &shapes::kDeleteTableInput, &prepare_delete_table},
    {"DescribeEndpoints", &shapes::kDescribeEndpointsInput, &prepare_describe_endpoints},
    {"DescribeLimits", &shapes::kDescribeLimitsInput, &prepare_describe_limits},
    {"DescribeTable", &shapes::kDescribeTableInput, &prepare_describe_table},
    {"GetItem", &shapes::kGetItemInput, &prepare_get_item},
    {"ListTables", &shapes::kListTablesInput, &prepare_list_tables},
    {"ListTagsOfResource", &shapes::kListTagsOfResourceInput, &prepare_list_tags_of_resource},
    {"PutItem", &shapes::kPutItemInput, &prepare_put_item},
    {"Query", &shapes::kQueryInput, &prepare_query},
    {"Scan", &shapes::kScanInput, &prepare_scan},
    {"TagResource", &shapes::kTagResourceInput, &prepare_tag_resource},
    {"TransactGetItems", &shapes::kTransactGetItemsInput, &prepare_transact_get_items},
    {"TransactWriteItems", &shapes::kTransactWriteItemsInput, &prepare_transact_write_items},
    {"UntagResource", &shapes::kUntagResourceInput, &prepare_untag_resource},
    {"UpdateItem", &shapes::kUpdateItemInput, &prepare_update_item},
    {"UpdateTable", &shapes::kUpdateTableInput, &prepare_update_table},
});
static_assert(std::ranges::is_sorted(kOperations, {}, &OperationRow::name));

}  // namespace

std::span<const OperationRow> operations() {
  return kOperations;
}

const OperationRow* find_operation(std::string_view name) {
  const auto row = std::ranges::lower_bound(kOperations, name, {}, &OperationRow::name);
  return row != kOperations.end() && row->name == name ? &*row : nullptr;
}

}  // namespace larder::api
