#include "ipc/api/table_description.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace names = wire::names;
namespace words = wire::words;

// What a table that pays per request can take at once when it is new.
constexpr std::int64_t kOnDemandWarmReadUnits = 12'000;
constexpr std::int64_t kOnDemandWarmWriteUnits = 4'000;

void write_text(std::string_view name, std::string_view text, wire::ReplyWriter& reply) {
  reply.member(name);
  reply.string(text);
}

void write_integer(std::string_view name, std::int64_t value, wire::ReplyWriter& reply) {
  reply.member(name);
  reply.integer(value);
}

void write_time(std::string_view name, std::optional<EpochMillis> time, wire::ReplyWriter& reply) {
  if (!time) return;
  reply.member(name);
  reply.real(static_cast<double>(time->value) / 1000.0);
}

void write_key_schema(const std::vector<table::KeySchemaElement>& key_schema, wire::ReplyWriter& reply) {
  reply.member(names::kKeySchema);
  reply.begin_list();
  for (const table::KeySchemaElement& element : key_schema) {
    reply.begin_structure();
    write_text(names::kAttributeName, element.name, reply);
    write_text(names::kKeyType, element.type == table::KeyType::kHash ? words::kHash : words::kRange, reply);
    reply.end_structure();
  }
  reply.end_list();
}

void write_keys(const table::Descriptor& table, wire::ReplyWriter& reply) {
  reply.member(names::kAttributeDefinitions);
  reply.begin_list();
  for (const table::AttributeDefinition& definition : table.attribute_definitions) {
    reply.begin_structure();
    write_text(names::kAttributeName, definition.name, reply);
    write_text(names::kAttributeType, type_name(definition.type), reply);
    reply.end_structure();
  }
  reply.end_list();
  write_key_schema(table.key_schema, reply);
}

// Of a table or of an index: `of` has the members provisioned, history, on_demand and warm.
template <class Throughput>
void write_provisioned(const Throughput& of, wire::ReplyWriter& reply) {
  reply.member(names::kProvisionedThroughput);
  reply.begin_structure();
  write_time(names::kLastIncreaseDateTime, of.history.increased_at, reply);
  write_time(names::kLastDecreaseDateTime, of.history.decreased_at, reply);
  write_integer(names::kNumberOfDecreasesToday, of.history.decreases_today, reply);
  write_integer(names::kReadCapacityUnits, of.provisioned.read_units, reply);
  write_integer(names::kWriteCapacityUnits, of.provisioned.write_units, reply);
  reply.end_structure();
}

template <class Throughput>
void write_on_demand_and_warm(const Throughput& of, bool on_demand, wire::ReplyWriter& reply) {
  if (of.on_demand) {
    reply.member(names::kOnDemandThroughput);
    reply.begin_structure();
    write_integer(names::kMaxReadRequestUnits, of.on_demand->read_units_max, reply);
    write_integer(names::kMaxWriteRequestUnits, of.on_demand->write_units_max, reply);
    reply.end_structure();
  }
  // What was not asked for is what there is anyway.
  const table::WarmThroughput asked = of.warm.value_or(table::WarmThroughput{});
  reply.member(names::kWarmThroughput);
  reply.begin_structure();
  write_integer(names::kReadUnitsPerSecond,
                std::max(asked.read_units, on_demand ? kOnDemandWarmReadUnits : of.provisioned.read_units),
                reply);
  write_integer(names::kWriteUnitsPerSecond,
                std::max(asked.write_units, on_demand ? kOnDemandWarmWriteUnits : of.provisioned.write_units),
                reply);
  write_text(names::kStatus, words::kActive, reply);
  reply.end_structure();
}

void write_throughput(const table::Descriptor& table, wire::ReplyWriter& reply) {
  write_provisioned(table, reply);
  const bool on_demand = table.billing_mode == table::BillingMode::kPayPerRequest;
  if (on_demand || table.pay_per_request_since) {
    reply.member(names::kBillingModeSummary);
    reply.begin_structure();
    write_text(names::kBillingMode, on_demand ? words::kPayPerRequest : words::kProvisioned, reply);
    write_time(names::kLastUpdateToPayPerRequestDateTime, table.pay_per_request_since, reply);
    reply.end_structure();
  }
  write_on_demand_and_warm(table, on_demand, reply);
}

std::string_view projection_word(table::ProjectionType projection) {
  switch (projection) {
    case table::ProjectionType::kAll:
      return words::kAll;
    case table::ProjectionType::kKeysOnly:
      return words::kKeysOnly;
    case table::ProjectionType::kInclude:
      return words::kInclude;
  }
  return {};
}

void write_projection(const table::IndexDescriptor& index, wire::ReplyWriter& reply) {
  reply.member(names::kProjection);
  reply.begin_structure();
  write_text(names::kProjectionType, projection_word(index.projection), reply);
  if (!index.non_key_attributes.empty()) {
    reply.member(names::kNonKeyAttributes);
    reply.begin_list();
    for (const std::string& name : index.non_key_attributes) reply.string(name);
    reply.end_list();
  }
  reply.end_structure();
}

void write_index(const table::Descriptor& table, const table::IndexDescriptor& index,
                 const table::IndexDescription& description, table::Status table_status,
                 wire::ReplyWriter& reply) {
  reply.begin_structure();
  write_text(names::kIndexName, index.name, reply);
  write_key_schema(index.key_schema, reply);
  write_projection(index, reply);
  if (index.kind == table::IndexKind::kGlobal) {
    write_text(names::kIndexStatus, table::status_name(description.status), reply);
    // An index that comes with its table has nothing to be filled from.
    if (description.status == table::Status::kCreating && table_status != table::Status::kCreating) {
      reply.member(names::kBackfilling);
      reply.boolean(description.backfilling);
    }
    write_provisioned(index, reply);
    write_on_demand_and_warm(index, table.billing_mode == table::BillingMode::kPayPerRequest, reply);
  }
  write_integer(names::kIndexSizeBytes, description.count.bytes, reply);
  write_integer(names::kItemCount, description.count.items, reply);
  write_text(names::kIndexArn, table.arn + "/index/" + index.name, reply);
  reply.end_structure();
}

void write_indexes(std::string_view member, table::IndexKind kind, const table::Description& description,
                   wire::ReplyWriter& reply) {
  const std::vector<table::IndexDescriptor>& indexes = description.descriptor.indexes;
  if (std::ranges::find(indexes, kind, &table::IndexDescriptor::kind) == indexes.end()) return;
  reply.member(member);
  reply.begin_list();
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    if (indexes[i].kind == kind)
      write_index(description.descriptor, indexes[i], description.indexes[i], description.status, reply);
  }
  reply.end_list();
}

void write_table_class(const table::Descriptor& table, wire::ReplyWriter& reply) {
  if (!table.table_class_given) return;
  reply.member(names::kTableClassSummary);
  reply.begin_structure();
  write_text(
      names::kTableClass,
      table.table_class == table::TableClass::kStandard ? words::kStandard : words::kStandardInfrequentAccess,
      reply);
  write_time(names::kLastUpdateDateTime, table.table_class_updated_at, reply);
  reply.end_structure();
}

// A key is described by its ARN, also when it was given by its id or alias; without one it is the service's
// own.
std::string key_arn(const std::string& key_id, const operation::Settings& settings) {
  if (key_id.starts_with("arn:")) return key_id;
  std::string arn = "arn:aws:kms:";
  arn.append(settings.region).append(":").append(settings.account).append(":");
  if (key_id.empty()) return arn + "alias/aws/dynamodb";
  return arn + (key_id.starts_with("alias/") ? "" : "key/") + key_id;
}

void write_sse(const table::Descriptor& table, const operation::Settings& settings,
               wire::ReplyWriter& reply) {
  if (!table.sse || !table.sse->enabled) return;
  reply.member(names::kSSEDescription);
  reply.begin_structure();
  write_text(names::kStatus, words::kEnabled, reply);
  write_text(names::kSSEType, words::kKms, reply);
  write_text(names::kKMSMasterKeyArn, key_arn(table.sse->kms_master_key_id, settings), reply);
  reply.end_structure();
}

}  // namespace

void write_table_reply(std::string_view member, const table::Description& description,
                       const operation::Settings& settings, wire::ReplyWriter& reply, TableDetail detail) {
  const table::Descriptor& table = description.descriptor;
  reply.begin_structure();
  reply.member(member);
  reply.begin_structure();
  if (detail == TableDetail::kAll) write_keys(table, reply);
  write_text(names::kTableName, table.name, reply);
  write_text(names::kTableStatus, table::status_name(description.status), reply);
  if (detail == TableDetail::kAll) write_time(names::kCreationDateTime, table.created_at, reply);
  write_throughput(table, reply);
  write_integer(names::kTableSizeBytes, description.count.bytes, reply);
  write_integer(names::kItemCount, description.count.items, reply);
  write_text(names::kTableArn, table.arn, reply);
  write_text(names::kTableId, table.id, reply);
  if (detail == TableDetail::kAll) {
    write_indexes(names::kLocalSecondaryIndexes, table::IndexKind::kLocal, description, reply);
    write_indexes(names::kGlobalSecondaryIndexes, table::IndexKind::kGlobal, description, reply);
  }
  write_table_class(table, reply);
  write_sse(table, settings, reply);
  reply.member(names::kDeletionProtectionEnabled);
  reply.boolean(table.deletion_protection_enabled);
  reply.end_structure();
  reply.end_structure();
}

}  // namespace larder::api
