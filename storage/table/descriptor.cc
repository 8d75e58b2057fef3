#include "storage/table/descriptor.h"

#include <tuple>
#include <utility>

#include "storage/model/attribute_value.h"

namespace larder::table {
namespace {

// The member names of the stored map. They are part of the register in storage/FORMAT.md.
namespace field {
constexpr std::string_view kArn = "arn";
constexpr std::string_view kAttributes = "attributes";
constexpr std::string_view kBilling = "billing";
constexpr std::string_view kClass = "class";
constexpr std::string_view kClassUpdated = "class_updated";
constexpr std::string_view kCreated = "created";
constexpr std::string_view kDecreased = "decreased";
constexpr std::string_view kDecreases = "decreases";
constexpr std::string_view kId = "id";
constexpr std::string_view kIncluded = "included";
constexpr std::string_view kIncreased = "increased";
constexpr std::string_view kIndexes = "indexes";
constexpr std::string_view kKeys = "keys";
constexpr std::string_view kKind = "kind";
constexpr std::string_view kName = "name";
constexpr std::string_view kOnDemand = "on_demand";
constexpr std::string_view kPayPerRequest = "pay_per_request";
constexpr std::string_view kProjection = "projection";
constexpr std::string_view kProtected = "protected";
constexpr std::string_view kSse = "sse";
constexpr std::string_view kTags = "tags";
constexpr std::string_view kThroughput = "throughput";
constexpr std::string_view kWarm = "warm";
}  // namespace field

void set(MapValue& map, std::string_view name, AttributeValue value) {
  map.members.emplace(std::string(name), std::move(value));
}

AttributeValue text(std::string_view value) {
  return StringValue{std::string(value)};
}
AttributeValue integer(std::int64_t value) {
  return Number::from_int(value);
}
AttributeValue list(std::vector<AttributeValue> elements) {
  return ListValue{std::move(elements)};
}

void set_time(MapValue& map, std::string_view name, const std::optional<EpochMillis>& time) {
  if (time) set(map, name, integer(time->value));
}

// Decoding: each step says false, or nothing, when the map is not of the form that encode_descriptor writes.
class Reader {
 public:
  explicit Reader(ItemView map) : map_(map) {}
  bool damaged() const { return damaged_; }
  bool has(std::string_view name) const { return map_.find(name).has_value(); }

  std::string text(std::string_view name) {
    const std::optional<ValueView> value = member(name, ValueType::kString);
    return value ? std::string(value->text()) : std::string();
  }
  bool boolean(std::string_view name) {
    const std::optional<ValueView> value = member(name, ValueType::kBool);
    return value && value->boolean();
  }
  std::int64_t integer(std::string_view name) {
    const std::optional<ValueView> value = member(name, ValueType::kNumber);
    return value ? to_integer(*value) : 0;
  }
  std::optional<EpochMillis> time(std::string_view name) {
    if (!has(name)) return std::nullopt;
    return EpochMillis{integer(name)};
  }
  template <class Enumeration>
  Enumeration enumerator(std::string_view name, Enumeration last) {
    const std::int64_t value = integer(name);
    if (value < 0 || value > static_cast<std::int64_t>(last)) damaged_ = true;
    return damaged_ ? last : static_cast<Enumeration>(value);
  }
  // The elements of a list of that many scalars, or nothing.
  std::vector<ValueView> values(std::string_view name) {
    std::vector<ValueView> found;
    if (const std::optional<ValueView> value = member(name, ValueType::kList)) {
      for (const ValueView element : value->elements()) found.push_back(element);
    }
    return found;
  }
  std::pair<std::int64_t, std::int64_t> integers(std::string_view name) {
    const std::vector<ValueView> pair = values(name);
    if (pair.size() != 2) {
      damaged_ = true;
      return {};
    }
    return {to_integer(pair[0]), to_integer(pair[1])};
  }
  // A list of text, x, text, x: by twos.
  std::vector<std::pair<std::string, ValueView>> pairs(std::string_view name) {
    std::vector<std::pair<std::string, ValueView>> found;
    const std::vector<ValueView> flat = values(name);
    if (flat.size() % 2 != 0) damaged_ = true;
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
      if (flat[i].type() != ValueType::kString) {
        damaged_ = true;
        break;
      }
      found.emplace_back(flat[i].text(), flat[i + 1]);
    }
    return found;
  }
  std::int64_t to_integer(ValueView value) {
    if (value.type() != ValueType::kNumber) {
      damaged_ = true;
      return 0;
    }
    const Number number = value.number();
    if (number.exponent < 0 || number.exponent > 18) {
      damaged_ = true;
      return 0;
    }
    uint128 magnitude = number.coefficient;
    for (int i = 0; i < number.exponent && magnitude <= INT64_MAX; ++i) magnitude *= 10;
    if (magnitude > INT64_MAX) damaged_ = true;
    const std::int64_t result = static_cast<std::int64_t>(magnitude);
    return number.negative ? -result : result;
  }
  std::string to_text(ValueView value) {
    if (value.type() == ValueType::kString) return std::string(value.text());
    damaged_ = true;
    return {};
  }
  void fail() { damaged_ = true; }

 private:
  std::optional<ValueView> member(std::string_view name, ValueType type) {
    std::optional<ValueView> value = map_.find(name);
    if (value && value->type() == type) return value;
    damaged_ = true;
    return std::nullopt;
  }

  ItemView map_;
  bool damaged_ = false;
};

std::optional<ValueType> key_type_named(std::string_view name) {
  for (const ValueType type : {ValueType::kString, ValueType::kNumber, ValueType::kBinary}) {
    if (type_name(type) == name) return type;
  }
  return std::nullopt;
}

void read_keys(Reader& reader, std::vector<KeySchemaElement>* keys) {
  for (const auto& [name, value] : reader.pairs(field::kKeys)) {
    const std::int64_t type = reader.to_integer(value);
    if (type != 0 && type != 1) return reader.fail();
    keys->push_back({name, static_cast<KeyType>(type)});
  }
  if (keys->empty()) reader.fail();
}

void read_schema(Reader& reader, Descriptor& descriptor) {
  for (const auto& [name, value] : reader.pairs(field::kAttributes)) {
    const std::optional<ValueType> type = key_type_named(reader.to_text(value));
    if (!type) return reader.fail();
    descriptor.attribute_definitions.push_back({name, *type});
  }
  read_keys(reader, &descriptor.key_schema);
}

// Of a table or of an index.
template <class Throughput>
void read_throughput(Reader& reader, Throughput& of) {
  std::tie(of.provisioned.read_units, of.provisioned.write_units) = reader.integers(field::kThroughput);
  of.history.increased_at = reader.time(field::kIncreased);
  of.history.decreased_at = reader.time(field::kDecreased);
  of.history.decreases_today = reader.integer(field::kDecreases);
  if (reader.has(field::kOnDemand)) {
    const auto [read_units, write_units] = reader.integers(field::kOnDemand);
    of.on_demand = OnDemandThroughput{read_units, write_units};
  }
  if (reader.has(field::kWarm)) {
    const auto [read_units, write_units] = reader.integers(field::kWarm);
    of.warm = WarmThroughput{read_units, write_units};
  }
}

void read_indexes(Reader& reader, Descriptor& descriptor) {
  if (!reader.has(field::kIndexes)) return;
  for (const ValueView value : reader.values(field::kIndexes)) {
    if (value.type() != ValueType::kMap) return reader.fail();
    Reader of_index{ItemView(value.bytes())};
    IndexDescriptor& index = descriptor.indexes.emplace_back();
    index.name = of_index.text(field::kName);
    index.kind = of_index.enumerator(field::kKind, IndexKind::kLocal);
    read_keys(of_index, &index.key_schema);
    index.projection = of_index.enumerator(field::kProjection, ProjectionType::kInclude);
    for (const ValueView name : of_index.values(field::kIncluded)) {
      index.non_key_attributes.push_back(of_index.to_text(name));
    }
    read_throughput(of_index, index);
    if (of_index.damaged()) return reader.fail();
  }
}

void write_keys(const std::vector<KeySchemaElement>& key_schema, MapValue& map) {
  std::vector<AttributeValue> keys;
  for (const KeySchemaElement& element : key_schema) {
    keys.push_back(text(element.name));
    keys.push_back(integer(static_cast<std::int64_t>(element.type)));
  }
  set(map, field::kKeys, list(std::move(keys)));
}

void write_schema(const Descriptor& descriptor, MapValue& map) {
  std::vector<AttributeValue> attributes;
  for (const AttributeDefinition& definition : descriptor.attribute_definitions) {
    attributes.push_back(text(definition.name));
    attributes.push_back(text(type_name(definition.type)));
  }
  set(map, field::kAttributes, list(std::move(attributes)));
  write_keys(descriptor.key_schema, map);
}

// Of a table or of an index.
template <class Throughput>
void write_throughput(const Throughput& of, MapValue& map) {
  set(map, field::kThroughput,
      list({integer(of.provisioned.read_units), integer(of.provisioned.write_units)}));
  set_time(map, field::kIncreased, of.history.increased_at);
  set_time(map, field::kDecreased, of.history.decreased_at);
  set(map, field::kDecreases, integer(of.history.decreases_today));
  if (of.on_demand) {
    set(map, field::kOnDemand,
        list({integer(of.on_demand->read_units_max), integer(of.on_demand->write_units_max)}));
  }
  if (of.warm) set(map, field::kWarm, list({integer(of.warm->read_units), integer(of.warm->write_units)}));
}

void write_indexes(const Descriptor& descriptor, MapValue& map) {
  if (descriptor.indexes.empty()) return;
  std::vector<AttributeValue> indexes;
  for (const IndexDescriptor& index : descriptor.indexes) {
    MapValue of_index;
    set(of_index, field::kName, text(index.name));
    set(of_index, field::kKind, integer(static_cast<std::int64_t>(index.kind)));
    write_keys(index.key_schema, of_index);
    set(of_index, field::kProjection, integer(static_cast<std::int64_t>(index.projection)));
    std::vector<AttributeValue> included;
    for (const std::string& name : index.non_key_attributes) included.push_back(text(name));
    set(of_index, field::kIncluded, list(std::move(included)));
    write_throughput(index, of_index);
    indexes.emplace_back(std::move(of_index));
  }
  set(map, field::kIndexes, list(std::move(indexes)));
}

}  // namespace

std::string encode_descriptor(const Descriptor& descriptor) {
  MapValue map;
  set(map, field::kName, text(descriptor.name));
  set(map, field::kId, text(descriptor.id));
  set(map, field::kArn, text(descriptor.arn));
  set(map, field::kCreated, integer(descriptor.created_at.value));
  write_schema(descriptor, map);
  set(map, field::kBilling, integer(static_cast<std::int64_t>(descriptor.billing_mode)));
  set_time(map, field::kPayPerRequest, descriptor.pay_per_request_since);
  write_throughput(descriptor, map);
  write_indexes(descriptor, map);
  if (descriptor.table_class_given)
    set(map, field::kClass, integer(static_cast<std::int64_t>(descriptor.table_class)));
  set_time(map, field::kClassUpdated, descriptor.table_class_updated_at);
  if (descriptor.sse) {
    set(map, field::kSse,
        list({AttributeValue(descriptor.sse->enabled), text(descriptor.sse->kms_master_key_id)}));
  }
  set(map, field::kProtected, AttributeValue(descriptor.deletion_protection_enabled));
  std::vector<AttributeValue> tags;
  for (const Tag& tag : descriptor.tags) {
    tags.push_back(text(tag.key));
    tags.push_back(text(tag.value));
  }
  set(map, field::kTags, list(std::move(tags)));

  std::string bytes;
  append_value(AttributeValue(std::move(map)), bytes);
  return bytes;
}

Result<Descriptor> decode_descriptor(std::string_view bytes) {
  const Error damaged = make_error(ErrorCode::kCorruption, "A table's descriptor in the catalog is damaged");
  if (!check_value(bytes).ok() || ValueView(bytes).type() != ValueType::kMap) return damaged;

  Reader reader{ItemView(bytes)};
  Descriptor descriptor;
  descriptor.name = reader.text(field::kName);
  descriptor.id = reader.text(field::kId);
  descriptor.arn = reader.text(field::kArn);
  descriptor.created_at = EpochMillis{reader.integer(field::kCreated)};
  read_schema(reader, descriptor);
  descriptor.billing_mode = reader.enumerator(field::kBilling, BillingMode::kPayPerRequest);
  descriptor.pay_per_request_since = reader.time(field::kPayPerRequest);
  read_throughput(reader, descriptor);
  read_indexes(reader, descriptor);
  descriptor.table_class_given = reader.has(field::kClass);
  if (descriptor.table_class_given) {
    descriptor.table_class = reader.enumerator(field::kClass, TableClass::kStandardInfrequentAccess);
  }
  descriptor.table_class_updated_at = reader.time(field::kClassUpdated);
  if (reader.has(field::kSse)) {
    const std::vector<ValueView> pair = reader.values(field::kSse);
    if (pair.size() != 2 || pair[0].type() != ValueType::kBool) return damaged;
    descriptor.sse = SseSpecification{pair[0].boolean(), reader.to_text(pair[1])};
  }
  descriptor.deletion_protection_enabled = reader.boolean(field::kProtected);
  for (const auto& [key, value] : reader.pairs(field::kTags))
    descriptor.tags.push_back({key, reader.to_text(value)});
  if (reader.damaged()) return damaged;
  return descriptor;
}

}  // namespace larder::table
