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

double write_units(std::size_t bytes_before, std::size_t bytes_after, bool transactional) {
  return rounded_up(std::max(bytes_before, bytes_after), kWriteUnitBytes) * (transactional ? 2.0 : 1.0);
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

TableCapacity& capacity_of(std::vector<TableCapacity>& capacities, std::string_view table_name) {
  const auto known = std::ranges::find(capacities, table_name, &TableCapacity::table_name);
  if (known != capacities.end()) return *known;
  return capacities.emplace_back(TableCapacity{std::string(table_name), 0, 0});
}

}  // namespace larder::operation
