#include "storage/operation/capacity.h"

#include <algorithm>

namespace larder::operation {
namespace {

constexpr std::size_t kReadUnitBytes = 4'096;
constexpr std::size_t kWriteUnitBytes = 1'024;

double rounded_up(std::size_t bytes, std::size_t unit) {
  return static_cast<double>(std::max<std::size_t>(1, (bytes + unit - 1) / unit));
}

double weight(Consistency consistency) {
  switch (consistency) {
    case Consistency::kEventual:
      return 0.5;
    case Consistency::kStrong:
      return 1.0;
    case Consistency::kTransactional:
      return 2.0;
  }
  return 1.0;
}

}  // namespace

double read_units(std::size_t bytes, Consistency consistency) {
  return rounded_up(bytes, kReadUnitBytes) * weight(consistency);
}

ConsumedUnits write_units(const write::Plan& plan, bool transactional) {
  const double factor = transactional ? 2.0 : 1.0;
  ConsumedUnits units;
  units.table = rounded_up(std::max(plan.size_before, plan.size_after), kWriteUnitBytes) * factor;
  for (const write::IndexEffect& effect : plan.indexes) {
    double index_units = 0;
    if (effect.stays) {
      if (effect.shows_new)
        index_units = rounded_up(std::max(effect.before.size, effect.after.size), kWriteUnitBytes);
    } else {
      if (effect.before.is_there) index_units += rounded_up(effect.before.size, kWriteUnitBytes);
      if (effect.after.is_there) index_units += rounded_up(effect.after.size, kWriteUnitBytes);
    }
    if (index_units > 0) units.add(effect.index->name, effect.index->kind, index_units * factor);
  }
  return units;
}

double ConsumedUnits::total() const {
  double sum = table;
  for (const IndexUnits& index : indexes) sum += index.units;
  return sum;
}

void ConsumedUnits::add(std::string_view index_name, table::IndexKind kind, double units) {
  const auto known = std::ranges::find(indexes, index_name, &IndexUnits::name);
  if (known != indexes.end()) {
    known->units += units;
    return;
  }
  indexes.push_back({std::string(index_name), kind, units});
}

void ConsumedUnits::add(const ConsumedUnits& other) {
  table += other.table;
  for (const IndexUnits& index : other.indexes) add(index.name, index.kind, index.units);
}

TableCapacity& capacity_of(std::vector<TableCapacity>& capacities, std::string_view table_name) {
  const auto known = std::ranges::find(capacities, table_name, &TableCapacity::table_name);
  if (known != capacities.end()) return *known;
  return capacities.emplace_back(TableCapacity{std::string(table_name), {}, {}});
}

}  // namespace larder::operation
