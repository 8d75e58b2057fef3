// storage/table/descriptor.h
//
// Everything a table was told to be: what CreateTable and UpdateTable set and DescribeTable shows. Data-plane
// calls never read it (storage/table/catalog.h has what they need).
//
// Shape    stored as canonical value bytes of one map; storage/FORMAT.md, "Catalog".
// Lifetime owns everything.
// Errors   decode_descriptor: kCorruption.
// Threads  plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/clock.h"
#include "storage/base/result.h"
#include "storage/model/value_view.h"
#include "storage/table/index.h"

namespace larder::table {

enum class KeyType : std::uint8_t { kHash = 0, kRange = 1 };                            // stored
enum class BillingMode : std::uint8_t { kProvisioned = 0, kPayPerRequest = 1 };         // stored
enum class TableClass : std::uint8_t { kStandard = 0, kStandardInfrequentAccess = 1 };  // stored

struct AttributeDefinition {
  std::string name;
  ValueType type = ValueType::kString;  // kString, kNumber or kBinary
  bool operator==(const AttributeDefinition&) const = default;
};

struct KeySchemaElement {
  std::string name;
  KeyType type = KeyType::kHash;
  bool operator==(const KeySchemaElement&) const = default;
};

struct ProvisionedThroughput {  // units per second; 0 and 0 on a table that pays per request
  std::int64_t read_units = 0;
  std::int64_t write_units = 0;
  bool operator==(const ProvisionedThroughput&) const = default;
};

struct OnDemandThroughput {  // -1: no maximum
  std::int64_t read_units_max = -1;
  std::int64_t write_units_max = -1;
  bool operator==(const OnDemandThroughput&) const = default;
};

struct WarmThroughput {  // units per second that are ready at once
  std::int64_t read_units = 0;
  std::int64_t write_units = 0;
  bool operator==(const WarmThroughput&) const = default;
};

// Provisioned throughput and what became of it.
struct ThroughputHistory {
  std::optional<EpochMillis> increased_at, decreased_at;
  std::int64_t decreases_today = 0;  // on the day of decreased_at
  bool operator==(const ThroughputHistory&) const = default;
};

// A secondary index as it was asked for. Its ARN is the table's, "/index/" and its name.
struct IndexDescriptor {
  std::string name;
  IndexKind kind = IndexKind::kGlobal;
  std::vector<KeySchemaElement> key_schema;  // partition key attributes first
  ProjectionType projection = ProjectionType::kAll;
  std::vector<std::string> non_key_attributes;  // kInclude, in the order given
  // Global ones only:
  ProvisionedThroughput provisioned;
  ThroughputHistory history;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<WarmThroughput> warm;
  bool operator==(const IndexDescriptor&) const = default;
};

// What SSESpecification said. Stored and described; Larder encrypts nothing itself (COMPATIBILITY.md).
struct SseSpecification {
  bool enabled = false;
  std::string kms_master_key_id;  // empty: the service's own key
  bool operator==(const SseSpecification&) const = default;
};

struct Tag {
  std::string key;
  std::string value;
  bool operator==(const Tag&) const = default;
};

struct Descriptor {
  std::string name;
  std::string id;   // a version 4 UUID, new whenever the table is made again
  std::string arn;  // as at creation
  EpochMillis created_at;
  std::vector<AttributeDefinition> attribute_definitions;  // in the order given
  std::vector<KeySchemaElement> key_schema;                // partition key first
  BillingMode billing_mode = BillingMode::kProvisioned;
  std::optional<EpochMillis> pay_per_request_since;  // LastUpdateToPayPerRequestDateTime
  ProvisionedThroughput provisioned;
  ThroughputHistory history;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<WarmThroughput> warm;
  TableClass table_class = TableClass::kStandard;
  bool table_class_given = false;  // the service describes the class only when it was chosen
  std::optional<EpochMillis> table_class_updated_at;
  std::optional<SseSpecification> sse;  // absent: never given
  bool deletion_protection_enabled = false;
  std::vector<Tag> tags;                 // sorted by key, keys unique
  std::vector<IndexDescriptor> indexes;  // global and local, in the order they were made
};

std::string encode_descriptor(const Descriptor& descriptor);
Result<Descriptor> decode_descriptor(std::string_view bytes);

}  // namespace larder::table
