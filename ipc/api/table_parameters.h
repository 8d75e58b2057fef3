// ipc/api/table_parameters.h
//
// The parameters of CreateTable and UpdateTable, and Tags, in the terms of storage/table. Absent members are
// nothing or empty. Whether they fit each other is storage/operation's check.
//
// Errors   decode_sse: kValidation; the others none.
#pragma once

#include <optional>
#include <vector>

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/table/descriptor.h"

namespace larder::api {

std::vector<table::AttributeDefinition> decode_attribute_definitions(const wire::Node& request);
std::vector<table::KeySchemaElement> decode_key_schema(const wire::Node& request);
std::optional<table::BillingMode> decode_billing_mode(const wire::Node& request);
std::optional<table::ProvisionedThroughput> decode_provisioned_throughput(const wire::Node& request);
std::optional<table::TableClass> decode_table_class(const wire::Node& request);
std::vector<table::Tag> decode_tags(const wire::Node& request);

// SSESpecification. KMS is the only type that the service takes here; a type or a key without Enabled asks
// for what it says not to do.
Result<std::optional<table::SseSpecification>> decode_sse(const wire::Node& request);

}  // namespace larder::api
