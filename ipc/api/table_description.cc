#include "ipc/api/table_description.h"

#include <string>

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

  reply.member(names::kKeySchema);
  reply.begin_list();
  for (const table::KeySchemaElement& element : table.key_schema) {
    reply.begin_structure();
    write_text(names::kAttributeName, element.name, reply);
    write_text(names::kKeyType, element.type == table::KeyType::kHash ? words::kHash : words::kRange, reply);
    reply.end_structure();
  }
  reply.end_list();
}

void write_throughput(const table::Descriptor& table, wire::ReplyWriter& reply) {
  reply.member(names::kProvisionedThroughput);
  reply.begin_structure();
  write_time(names::kLastIncreaseDateTime, table.history.increased_at, reply);
  write_time(names::kLastDecreaseDateTime, table.history.decreased_at, reply);
  write_integer(names::kNumberOfDecreasesToday, table.history.decreases_today, reply);
  write_integer(names::kReadCapacityUnits, table.provisioned.read_units, reply);
  write_integer(names::kWriteCapacityUnits, table.provisioned.write_units, reply);
  reply.end_structure();

  const bool on_demand = table.billing_mode == table::BillingMode::kPayPerRequest;
  if (on_demand || table.pay_per_request_since) {
    reply.member(names::kBillingModeSummary);
    reply.begin_structure();
    write_text(names::kBillingMode, on_demand ? words::kPayPerRequest : words::kProvisioned, reply);
    write_time(names::kLastUpdateToPayPerRequestDateTime, table.pay_per_request_since, reply);
    reply.end_structure();
  }
  if (table.on_demand) {
    reply.member(names::kOnDemandThroughput);
    reply.begin_structure();
    write_integer(names::kMaxReadRequestUnits, table.on_demand->read_units_max, reply);
    write_integer(names::kMaxWriteRequestUnits, table.on_demand->write_units_max, reply);
    reply.end_structure();
  }

  reply.member(names::kWarmThroughput);
  reply.begin_structure();
  write_integer(names::kReadUnitsPerSecond, on_demand ? kOnDemandWarmReadUnits : table.provisioned.read_units,
                reply);
  write_integer(names::kWriteUnitsPerSecond,
                on_demand ? kOnDemandWarmWriteUnits : table.provisioned.write_units, reply);
  write_text(names::kStatus, words::kActive, reply);
  reply.end_structure();
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
  write_table_class(table, reply);
  write_sse(table, settings, reply);
  reply.member(names::kDeletionProtectionEnabled);
  reply.boolean(table.deletion_protection_enabled);
  reply.end_structure();
  reply.end_structure();
}

}  // namespace larder::api
