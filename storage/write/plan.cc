#include "storage/write/plan.h"

#include <algorithm>

namespace larder::write {
namespace {

using table::Index;
using table::StoredItem;

std::uint32_t size_of(const std::optional<StoredItem>& item) {
  return item ? item->size : 0;
}

IndexEffect::Entry make_entry(const Index& index, const HashSecret& secret, std::string_view item_key,
                              const std::optional<StoredItem>& item, std::string& keys) {
  IndexEffect::Entry entry;
  if (!item) return entry;
  entry.key_begin = keys.size();
  entry.is_there = table::append_entry_key(index, secret, item_key, item->item, keys);
  entry.key_size = keys.size() - entry.key_begin;
  if (entry.is_there) entry.size = static_cast<std::uint32_t>(table::projected_size(index, *item));
  return entry;
}

// Nothing when the index does not change.
std::optional<IndexEffect> effect_on(const Index& index, const HashSecret& secret, const ItemChange& change,
                                     std::string& keys) {
  IndexEffect effect{.index = &index};
  effect.stays =
      change.before && change.after && table::same_entry(index, change.before->item, change.after->item);
  if (!effect.stays) {
    effect.before = make_entry(index, secret, change.key, change.before, keys);
    effect.after = make_entry(index, secret, change.key, change.after, keys);
    if (!effect.before.is_there && !effect.after.is_there) return std::nullopt;
    return effect;
  }

  effect.shows_new = !table::same_projection(index, change.before->item, change.after->item);
  const bool is_building = index.state == table::IndexState::kBuilding;
  if (!effect.shows_new && !is_building) return std::nullopt;
  if (is_building) {
    effect.after = make_entry(index, secret, change.key, change.after, keys);
  } else {
    effect.after.is_there = table::is_member(index, change.after->item);
  }
  if (!effect.after.is_there) return std::nullopt;
  effect.before.is_there = true;
  effect.before.size = static_cast<std::uint32_t>(table::projected_size(index, *change.before));
  effect.after.size = static_cast<std::uint32_t>(table::projected_size(index, *change.after));
  return effect;
}

}  // namespace

bool Plan::grows() const {
  if (!changes) return false;
  if (size_after > size_before) return true;
  return std::ranges::any_of(
      indexes, [](const IndexEffect& effect) { return !effect.before.is_there && effect.after.is_there; });
}

Plan plan(const HashSecret& secret, const ItemChange& change) {
  Plan plan{.table = change.table, .key = change.key, .after = change.after};
  plan.size_before = size_of(change.before);
  plan.size_after = size_of(change.after);
  if (!change.before && !change.after) return plan;
  // Equality of values is equality of bytes (storage/FORMAT.md): the service, too, sees no change here.
  if (change.before && change.after && change.before->item == change.after->item) return plan;

  plan.changes = true;
  plan.collection_growth = std::int64_t{plan.size_after} - plan.size_before;
  for (const Index& index : change.table.indexes) {
    const std::optional<IndexEffect> effect = effect_on(index, secret, change, plan.entry_keys);
    if (!effect) continue;
    plan.indexes.push_back(*effect);
    if (index.kind == table::IndexKind::kLocal) {
      plan.collection_growth += std::int64_t{effect->after.size} - effect->before.size;
    }
  }
  return plan;
}

}  // namespace larder::write
