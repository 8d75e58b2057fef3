// ipc/api/table_parameters.h
//
// The parameters of CreateTable and UpdateTable, and Tags, in the terms of storage/table. Absent members are
// nothing or empty. Whether they fit each other is storage/operation's check.
//
// Errors   decode_sse: kValidation; the others none.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/operation/update_table.h"
#include "storage/table/descriptor.h"

namespace larder::api {

std::vector<table::AttributeDefinition> decode_attribute_definitions(const wire::Node& request);
std::vector<table::KeySchemaElement> decode_key_schema(const wire::Node& request);
std::optional<table::BillingMode> decode_billing_mode(const wire::Node& request);
std::optional<table::ProvisionedThroughput> decode_provisioned_throughput(const wire::Node& request);
std::optional<table::OnDemandThroughput> decode_on_demand_throughput(const wire::Node& request);
std::optional<table::WarmThroughput> decode_warm_throughput(const wire::Node& request);
// LocalSecondaryIndexes or GlobalSecondaryIndexes.
std::optional<std::vector<operation::IndexRequest>> decode_indexes(const wire::Node& request,
                                                                   std::string_view member,
                                                                   table::IndexKind kind);
std::optional<std::vector<operation::IndexUpdate>> decode_index_updates(const wire::Node& request);
std::optional<table::TableClass> decode_table_class(const wire::Node& request);
std::vector<table::Tag> decode_tags(const wire::Node& request);

// SSESpecification. KMS is the only type that the service takes here; a type or a key without Enabled asks
// for what it says not to do.
Result<std::optional<table::SseSpecification>> decode_sse(const wire::Node& request);

}  // namespace larder::api
