#include "tests/property/index_workload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "storage/operation/batch_write_item.h"
#include "storage/operation/delete_item.h"
#include "storage/operation/put_item.h"
#include "storage/operation/transact_write_items.h"
#include "storage/operation/update_item.h"
#include "storage/table/item.h"
#include "tests/property/index_audit.h"
#include "tests/support/values.h"

namespace larder::property {
namespace {

using support::b;
using support::bytes_of;
using support::Expressions;
using support::n;
using support::s;
using namespace std::string_view_literals;

std::string bytes_of_members(const IndexWorkload::Members& members) {
  return bytes_of(AttributeValue(MapValue{members}));
}

IndexWorkload::Members members_of(std::string_view bytes) {
  AttributeValue tree = to_tree(ValueView(bytes));
  return std::move(std::get<MapValue>(static_cast<AttributeValueBase&>(tree)).members);
}

}  // namespace

IndexWorkload::IndexWorkload(engine::Environment& environment, engine::Writer& writer, std::uint64_t seed)
    : environment_(environment), writer_(writer), random_(seed) {}

std::size_t IndexWorkload::below(std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
}

void IndexWorkload::step() {
  switch (below(20)) {
    case 0:
      return make_index();
    case 1:
      if (one_in(3)) return drop_index();
      return background();
    case 2:
    case 3:
      return background();
    case 4:
    case 5:
    case 6:
      return erase();
    case 7:
    case 8:
      return batch_write();
    case 9:
    case 10:
      return transact_write();
    case 11:
    case 12:
    case 13:
    case 14:
      return put();
    default:
      return update();
  }
}

// Values

AttributeValue IndexWorkload::fitting_value(ValueType type) {
  static constexpr std::string_view kTexts[] = {"a", "b", "a\0"sv, "a\0b"sv, "\0"sv, "\0\0"sv};
  static constexpr std::string_view kBytes[] = {"\0"sv, "\0\0"sv, "\0\x01"sv, "\0\xff"sv, "\xff"sv, "a"sv};
  static constexpr std::string_view kNumbers[] = {"-1", "0", "1", "1.1", "1.01", "-1e-130", "9.9e125"};
  const bool is_long = one_in(10);
  switch (type) {
    case ValueType::kNumber:
      return n(kNumbers[below(std::size(kNumbers))]);
    case ValueType::kBinary:
      return b(is_long ? std::string(1'020 + below(5), '\0') : std::string(kBytes[below(std::size(kBytes))]));
    default:
      return s(is_long ? std::string(470 + below(60), 'a') : std::string(kTexts[below(std::size(kTexts))]));
  }
}

// Now and then one that does not fit: of another type, empty, too long for a sort key or for any key.
AttributeValue IndexWorkload::pool_value(std::size_t attribute) {
  const ValueType type = kPool[attribute].type;
  if (!one_in(25)) return fitting_value(type);
  const auto text = [&](std::string value) { return type == ValueType::kBinary ? b(value) : s(value); };
  switch (below(4)) {
    case 0:
      return text("");
    case 1:
      return text(std::string(1'025, 'l'));
    case 2:
      return text(std::string(2'049, 'l'));
    default:
      return type == ValueType::kNumber ? s("1") : n("1");
  }
}

IndexWorkload::Place IndexWorkload::place() {
  Place place;
  place.table = below(kTableKinds.size());
  const TableKind& kind = kTableKinds[place.table];
  const auto number = [&](std::size_t bound) { return std::to_string(below(bound)); };
  if (kind.partition == ValueType::kNumber) {
    place.key.emplace("pk", n(number(3)));
  } else {
    place.key.emplace("pk", s("key" + number(kind.sort ? 3 : 25)));
  }
  if (kind.sort) {
    place.key.emplace("sk", kind.sort == ValueType::kNumber ? n(number(9)) : fitting_value(*kind.sort));
  }
  place.bytes = bytes_of_members(place.key);
  return place;
}

// Distinct places for a batch or transaction.
std::vector<IndexWorkload::Place> IndexWorkload::places(std::size_t count) {
  std::vector<Place> chosen;
  while (chosen.size() < count) {
    Place next = place();
    const bool known = std::ranges::any_of(
        chosen, [&](const Place& other) { return other.table == next.table && other.bytes == next.bytes; });
    if (!known) chosen.push_back(std::move(next));
  }
  return chosen;
}

IndexWorkload::Members IndexWorkload::random_item(const Place& at) {
  Members members = at.key;
  for (std::size_t i = 0; i < kPool.size(); ++i) {
    if (!one_in(6)) members.insert_or_assign(kPool[i].name, pool_value(i));
  }
  if (one_in(2)) members.insert_or_assign("x", s(std::string(below(1'500), 'x')));
  if (one_in(2)) members.insert_or_assign("y", n(static_cast<std::int64_t>(below(1'000))));
  if (one_in(4)) members.insert_or_assign("z", ListValue{{s("z"), n("1.25"), NullValue{}}});
  return members;
}

// What there is

table::IndexedTable IndexWorkload::table_of(std::size_t table) {
  const engine::ReadTransaction txn = taken(environment_.begin_read());
  return taken(table::find_for_write(txn, kTableKinds[table].name, clock_));
}

std::optional<std::string> IndexWorkload::stored(const Place& at) {
  const engine::ReadTransaction txn = taken(environment_.begin_read());
  const table::Table table = taken(table::find(txn, kTableKinds[at.table].name, clock_));
  const table::PrimaryKey key = taken(table::key_of_key(table, txn.hash_secret(), ItemView(at.bytes)));
  const auto item = taken(table::read_item(txn, table, key));
  if (!item) return std::nullopt;
  return std::string(item->item.bytes());
}

// Whether the indexes take it. A put is judged by all that it puts, an update only by what it changes.
bool IndexWorkload::is_taken(const table::IndexedTable& table, const std::optional<std::string>& before,
                             std::string_view after) {
  const auto all_fit = [&](const std::vector<KeyAttribute>& attributes, bool are_sort_keys) {
    return std::ranges::all_of(attributes, [&](const KeyAttribute& attribute) {
      const std::optional<ValueView> value = ItemView(after).find(attribute.name);
      if (!value || fits(attribute, *value, are_sort_keys)) return true;
      return before && ItemView(*before).find(attribute.name) == value;
    });
  };
  const bool is_taken = std::ranges::all_of(table.indexes, [&](const table::Index& index) {
    return all_fit(index.partition_key, false) && all_fit(index.sort_key, true);
  });
  if (!is_taken) ++refused_writes_;
  return is_taken;
}

// Writes

void IndexWorkload::put() {
  const Place at = place();
  const std::string bytes = bytes_of_members(random_item(at));
  const bool fitting = is_taken(table_of(at.table), std::nullopt, bytes);
  operation::PutItemRequest request;
  request.table_name = kTableKinds[at.table].name;
  request.item = ItemView(bytes);
  const auto response =
      write([&](engine::WriteTransaction& txn) { return operation::put_item(settings_, txn, request); });
  EXPECT_EQ(response.ok(), fitting) << (response.ok() ? "" : response.error().message);
}

void IndexWorkload::erase() {
  const Place at = place();
  operation::DeleteItemRequest request;
  request.table_name = kTableKinds[at.table].name;
  request.key = ItemView(at.bytes);
  const auto response =
      write([&](engine::WriteTransaction& txn) { return operation::delete_item(settings_, txn, request); });
  EXPECT_TRUE(response.ok()) << response.error().message;
}

// A random update expression, and what it makes of an item as far as index keys go.
struct IndexWorkload::Change {
  std::size_t kind = 0;
  std::size_t first = 0, second = 0;  // of the pool
  AttributeValue value;
  std::unique_ptr<Expressions> substitutions;
  expression::Update update;
};

IndexWorkload::Change IndexWorkload::random_change() {
  static constexpr const char* kTexts[] = {"SET #a = :v REMOVE #b", "SET #a = :v", "REMOVE #a, #b",
                                           "SET x = :v", "ADD y :v"};
  Change change;
  change.kind = below(std::size(kTexts));
  change.first = below(kPool.size());
  change.second = (change.first + 1 + below(kPool.size() - 1)) % kPool.size();
  const char* a = kPool[change.first].name;
  const char* other = kPool[change.second].name;
  switch (change.kind) {
    case 0:
      change.value = pool_value(change.first);
      change.substitutions = std::make_unique<Expressions>(Expressions::Names{{"#a", a}, {"#b", other}},
                                                           Expressions::Values{{":v", change.value}});
      break;
    case 1:
      change.value = pool_value(change.first);
      change.substitutions = std::make_unique<Expressions>(Expressions::Names{{"#a", a}},
                                                           Expressions::Values{{":v", change.value}});
      break;
    case 2:
      change.substitutions = std::make_unique<Expressions>(Expressions::Names{{"#a", a}, {"#b", other}});
      break;
    default:
      change.value = change.kind == 3 ? s(std::string(below(1'500), 'w')) : n("1");
      change.substitutions =
          std::make_unique<Expressions>(Expressions::Names{}, Expressions::Values{{":v", change.value}});
  }
  change.update = change.substitutions->update(kTexts[change.kind]);
  return change;
}

std::string IndexWorkload::changed(const Place& at, const std::optional<std::string>& before,
                                   const Change& change) {
  Members members = before ? members_of(*before) : at.key;
  if (change.kind <= 1) members.insert_or_assign(kPool[change.first].name, change.value);
  if (change.kind == 2) members.erase(kPool[change.first].name);
  if (change.kind == 0 || change.kind == 2) members.erase(kPool[change.second].name);
  return bytes_of_members(members);
}

void IndexWorkload::update() {
  const Place at = place();
  const Change change = random_change();
  const std::optional<std::string> before = stored(at);
  const bool fitting = is_taken(table_of(at.table), before, changed(at, before, change));
  operation::UpdateItemRequest request;
  request.table_name = kTableKinds[at.table].name;
  request.key = ItemView(at.bytes);
  request.update = &change.update;
  const auto response =
      write([&](engine::WriteTransaction& txn) { return operation::update_item(settings_, txn, request); });
  EXPECT_EQ(response.ok(), fitting) << (response.ok() ? "" : response.error().message);
}

void IndexWorkload::batch_write() {
  const std::vector<Place> chosen = places(1 + below(12));
  std::vector<std::string> bytes(chosen.size());
  std::array<std::vector<operation::BatchWriteAction>, kTableKinds.size()> actions;
  bool all_fit = true;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const bool is_put = !one_in(3);
    bytes[i] = is_put ? bytes_of_members(random_item(chosen[i])) : chosen[i].bytes;
    if (is_put) all_fit = is_taken(table_of(chosen[i].table), std::nullopt, bytes[i]) && all_fit;
    actions[chosen[i].table].push_back(
        {is_put ? operation::BatchWriteKind::kPut : operation::BatchWriteKind::kDelete, ItemView(bytes[i])});
  }
  std::vector<operation::BatchWriteTable> tables;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!actions[i].empty()) tables.push_back({kTableKinds[i].name, actions[i]});
  }
  const auto response = write(
      [&](engine::WriteTransaction& txn) { return operation::batch_write_item(settings_, txn, tables); });
  EXPECT_EQ(response.ok(), all_fit) << (response.ok() ? "" : response.error().message);
}

void IndexWorkload::transact_write() {
  using operation::TransactWriteKind;
  const std::vector<Place> chosen = places(1 + below(8));
  std::vector<std::string> bytes(chosen.size());
  std::vector<Change> changes(chosen.size());
  std::vector<operation::TransactWriteAction> actions(chosen.size());
  bool all_fit = true;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Place& at = chosen[i];
    actions[i].kind = static_cast<TransactWriteKind>(below(3));  // put, update, delete
    actions[i].table_name = kTableKinds[at.table].name;
    bytes[i] = at.bytes;
    if (actions[i].kind == TransactWriteKind::kPut) {
      bytes[i] = bytes_of_members(random_item(at));
      all_fit = is_taken(table_of(at.table), std::nullopt, bytes[i]) && all_fit;
    } else if (actions[i].kind == TransactWriteKind::kUpdate) {
      changes[i] = random_change();
      actions[i].update = &changes[i].update;
      const std::optional<std::string> before = stored(at);
      all_fit = is_taken(table_of(at.table), before, changed(at, before, changes[i])) && all_fit;
    }
    actions[i].item = ItemView(bytes[i]);
  }
  operation::TransactWriteRequest request;
  request.actions = actions;
  const auto response = write([&](engine::WriteTransaction& txn) {
    return operation::transact_write_items(settings_, txn, request);
  });
  EXPECT_EQ(response.ok(), all_fit) << (response.ok() ? "" : response.error().message);
}

}  // namespace larder::property
