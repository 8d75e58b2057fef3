#include "tests/property/index_workload.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "storage/table/catalog_write.h"
#include "storage/write/build_index.h"

namespace larder::property {
namespace {

constexpr std::size_t kGlobalIndexesMax = 6;  // of a table here; more would only make the test slower

}  // namespace

table::IndexDescriptor IndexWorkload::random_index(std::size_t table, table::IndexKind kind) {
  std::vector<std::string> names;
  for (const PoolAttribute& attribute : kPool) names.emplace_back(attribute.name);
  names.emplace_back("pk");
  if (kTableKinds[table].sort) names.emplace_back("sk");
  std::ranges::shuffle(names, random_);
  std::size_t hashes = 1;
  std::size_t ranges = 1;
  if (kind == table::IndexKind::kLocal) {
    std::erase(names, "pk");
    std::erase(names, "sk");
    names.insert(names.begin(), "pk");
  } else {
    hashes = one_in(2) ? 1 : 1 + below(4);
    ranges = one_in(2) ? 1 : below(5);
  }
  table::IndexDescriptor index;
  index.name = (kind == table::IndexKind::kLocal ? "local-" : "index-") + std::to_string(random_() >> 1);
  index.kind = kind;
  for (std::size_t i = 0; i < hashes + ranges; ++i) {
    index.key_schema.push_back({names[i], i < hashes ? table::KeyType::kHash : table::KeyType::kRange});
  }
  index.projection = static_cast<table::ProjectionType>(below(3));
  if (index.projection == table::ProjectionType::kInclude) {
    index.non_key_attributes.emplace_back("x");
    if (one_in(2)) index.non_key_attributes.emplace_back("absent");
    if (one_in(2)) index.non_key_attributes.emplace_back("z");
    if (one_in(2)) index.non_key_attributes.push_back(names.back());
  }
  return index;
}

void IndexWorkload::define_attributes(std::size_t table, table::Descriptor& descriptor) {
  const TableKind& kind = kTableKinds[table];
  std::map<std::string, ValueType, std::less<>> types{{"pk", kind.partition}};
  if (kind.sort) types.emplace("sk", *kind.sort);
  descriptor.attribute_definitions.clear();
  for (const auto& [name, type] : types) descriptor.attribute_definitions.push_back({name, type});
  for (const PoolAttribute& attribute : kPool) {
    const bool is_used = std::ranges::any_of(descriptor.indexes, [&](const table::IndexDescriptor& index) {
      return std::ranges::find(index.key_schema, attribute.name, &table::KeySchemaElement::name) !=
             index.key_schema.end();
    });
    if (is_used) descriptor.attribute_definitions.push_back({attribute.name, attribute.type});
  }
}

void IndexWorkload::make_tables() {
  for (std::size_t i = 0; i < kTableKinds.size(); ++i) {
    const TableKind& kind = kTableKinds[i];
    {
      const engine::ReadTransaction txn = taken(environment_.begin_read());
      if (taken(table::find_description(txn, kind.name, clock_))) continue;
    }
    table::Descriptor descriptor;
    descriptor.name = kind.name;
    descriptor.id = "00000000-0000-4000-8000-000000000000";
    descriptor.arn = std::string("arn:aws:dynamodb:us-east-1:000000000000:table/") + kind.name;
    descriptor.key_schema.push_back({"pk", table::KeyType::kHash});
    if (kind.sort) descriptor.key_schema.push_back({"sk", table::KeyType::kRange});
    descriptor.billing_mode = table::BillingMode::kPayPerRequest;
    for (std::size_t j = kind.sort ? below(4) : 0; j > 0; --j)
      descriptor.indexes.push_back(random_index(i, table::IndexKind::kLocal));
    for (std::size_t j = below(4); j > 0; --j)
      descriptor.indexes.push_back(random_index(i, table::IndexKind::kGlobal));
    define_attributes(i, descriptor);
    const auto made =
        write([&](engine::WriteTransaction& txn) { return table::insert(txn, descriptor, EpochMillis{}); });
    EXPECT_TRUE(made.ok()) << made.error().message;
  }
}

table::Description IndexWorkload::description_of(std::size_t table) {
  const engine::ReadTransaction txn = taken(environment_.begin_read());
  return taken(table::describe(txn, kTableKinds[table].name, clock_));
}

// One at a time is being built, as UpdateTable sees to it.
void IndexWorkload::make_index() {
  const std::size_t table = below(kTableKinds.size());
  const table::Description described = description_of(table);
  if (described.status != table::Status::kActive) return;
  table::Descriptor descriptor = described.descriptor;
  const auto global =
      std::ranges::count(descriptor.indexes, table::IndexKind::kGlobal, &table::IndexDescriptor::kind);
  if (static_cast<std::size_t>(global) >= kGlobalIndexesMax) return;
  descriptor.indexes.push_back(random_index(table, table::IndexKind::kGlobal));
  define_attributes(table, descriptor);
  const auto made = write([&](engine::WriteTransaction& txn) {
    return table::add_index(txn, descriptor, clock_.now(), clock_.now());
  });
  EXPECT_TRUE(made.ok()) << made.error().message;
  ++made_indexes_;
}

// Any global one, whether it is being built or not.
void IndexWorkload::drop_index() {
  const std::size_t table = below(kTableKinds.size());
  table::Descriptor descriptor = description_of(table).descriptor;
  std::vector<std::string> names;
  for (const table::IndexDescriptor& index : descriptor.indexes) {
    if (index.kind == table::IndexKind::kGlobal) names.push_back(index.name);
  }
  if (names.empty()) return;
  const std::string name = names[below(names.size())];
  std::erase_if(descriptor.indexes, [&](const table::IndexDescriptor& index) { return index.name == name; });
  define_attributes(table, descriptor);
  const auto dropped =
      write([&](engine::WriteTransaction& txn) { return table::drop_index(txn, descriptor, name); });
  EXPECT_TRUE(dropped.ok()) << dropped.error().message;
}

// Background work, in steps as small as they can be

bool IndexWorkload::build_step(std::size_t items_max) {
  write::BuildStepLimits limits;
  limits.items_max = items_max;
  if (one_in(4)) limits.bytes_max = 1 + below(5'000);
  const auto step = write(
      [&](engine::WriteTransaction& txn) { return write::build_index_step(txn, clock_.now(), limits); });
  EXPECT_TRUE(step.ok()) << step.error().message;
  return step.ok() && step->has_value();
}

bool IndexWorkload::erase_step(std::size_t entries_max) {
  const auto more = write(
      [&](engine::WriteTransaction& txn) { return table::erase_dropped(txn, clock_.now(), entries_max); });
  EXPECT_TRUE(more.ok()) << more.error().message;
  return more.ok() && *more;
}

void IndexWorkload::background() {
  if (one_in(3)) {
    erase_step(1 + below(10));
  } else {
    build_step(1 + below(10));
  }
}

void IndexWorkload::settle() {
  while (build_step(1 + below(20))) {
  }
  while (erase_step(1 + below(20))) {
  }
}

}  // namespace larder::property
