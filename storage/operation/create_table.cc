#include "storage/operation/create_table.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "storage/base/clock.h"
#include "storage/model/limits.h"
#include "storage/operation/table_settings.h"
#include "storage/table/catalog_write.h"

namespace larder::operation {
namespace {

// Source RFC 9562, version 4.
Result<std::string> make_uuid() {
  std::array<unsigned char, 16> bytes;
  ssize_t got = -1;
  do {
    got = ::getrandom(bytes.data(), bytes.size(), 0);
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(bytes.size())) {
    return make_error(ErrorCode::kIo, std::string("getrandom: ") + std::strerror(errno));
  }
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);

  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 0x0f];
  }
  return text;
}

std::string make_arn(const Settings& settings, std::string_view name) {
  std::string arn = "arn:aws:dynamodb:";
  arn += settings.region;
  arn += ':';
  arn += settings.account;
  arn += ":table/";
  arn += name;
  return arn;
}

Result<table::Descriptor> make_descriptor(const Settings& settings, const CreateTableRequest& request,
                                          std::string_view name, EpochMillis now) {
  table::Descriptor descriptor;
  LARDER_TRY(descriptor.id, make_uuid());
  descriptor.name = name;
  descriptor.arn = make_arn(settings, name);
  descriptor.created_at = now;
  descriptor.attribute_definitions = request.attribute_definitions;
  descriptor.key_schema = request.key_schema;
  descriptor.billing_mode = request.billing_mode.value_or(table::BillingMode::kProvisioned);
  if (descriptor.billing_mode == table::BillingMode::kPayPerRequest) descriptor.pay_per_request_since = now;
  descriptor.provisioned = request.provisioned_throughput.value_or(table::ProvisionedThroughput{});
  descriptor.on_demand = request.on_demand_throughput;
  descriptor.warm = request.warm_throughput;
  descriptor.table_class = request.table_class.value_or(table::TableClass::kStandard);
  descriptor.table_class_given = request.table_class.has_value();
  descriptor.sse = request.sse;
  descriptor.deletion_protection_enabled = request.deletion_protection_enabled;
  descriptor.tags = request.tags;
  std::ranges::sort(descriptor.tags, {}, &table::Tag::key);
  return descriptor;
}

Result<std::vector<table::IndexDescriptor>> checked_indexes(const CreateTableRequest& request) {
  std::vector<IndexRequest> requests;
  for (const auto* list : {&request.local_indexes, &request.global_indexes}) {
    if (!*list) continue;
    if ((*list)->empty()) {
      return validation_error(
          std::string("One or more parameter values were invalid: List of ") +
          (list == &request.local_indexes ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes") +
          " is empty");
    }
    requests.insert(requests.end(), (*list)->begin(), (*list)->end());
  }
  std::vector<table::IndexDescriptor> indexes;
  if (requests.empty()) {
    LARDER_TRY_DO(check_definition_count(request.key_schema, request.attribute_definitions));
    return indexes;
  }
  LARDER_TRY_DO(check_indexes(requests, {request.key_schema,
                                         request.attribute_definitions,
                                         request.billing_mode.value_or(table::BillingMode::kProvisioned),
                                         {}}));
  for (const IndexRequest& index : requests) indexes.push_back(index_descriptor(index));
  LARDER_TRY_DO(check_definitions_used(request.attribute_definitions, request.key_schema, indexes));
  return indexes;
}

}  // namespace

Result<table::Description> create_table(const Settings& settings, engine::WriteTransaction& txn,
                                        const CreateTableRequest& request) {
  LARDER_TRY_DO(check_throughput(request.billing_mode.value_or(table::BillingMode::kProvisioned),
                                 request.provisioned_throughput, request.on_demand_throughput));
  LARDER_TRY_DO(check_key_schema(request.key_schema, request.attribute_definitions));
  LARDER_TRY(const std::vector<table::IndexDescriptor> indexes, checked_indexes(request));
  LARDER_TRY_DO(check_tags(request.tags));
  LARDER_TRY_DO(check_tag_count(request.tags.size()));

  const std::string_view name = table::name_of(request.table_name);
  LARDER_TRY(const std::optional<table::Description> existing,
             table::find_description(txn, name, settings.clock));
  if (existing) {
    return make_error(ErrorCode::kResourceInUse, "Table already exists: " + std::string(name));
  }
  LARDER_TRY(const std::size_t tables, table::count_tables(txn));
  if (tables >= limits::kTablesMax) {
    return make_error(ErrorCode::kLimitExceeded,
                      "Subscriber limit exceeded: There is a limit of 2500 tables per subscriber");
  }
  if (txn.growth_refused()) return engine::storage_full();

  const EpochMillis now = settings.clock.now();
  table::Description description;
  LARDER_TRY(description.descriptor, make_descriptor(settings, request, name, now));
  description.descriptor.indexes = indexes;
  description.indexes.resize(indexes.size(), {table::Status::kCreating, false, {}});
  description.status = table::Status::kCreating;
  const std::int64_t delay = settings.table_state_delay_millis;
  LARDER_TRY_DO(table::insert(txn, description.descriptor, EpochMillis{delay == 0 ? 0 : now.value + delay}));
  return description;
}

}  // namespace larder::operation
