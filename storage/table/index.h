// storage/table/index.h
//
// A secondary index as the data plane sees it: which items are in it, under which key, and what of them it shows.
//
// Shape    an entry is a reference: its key (storage/keys/index_key.h) ends in the item's own key, its value says
//          where that begins. A read takes the item from the same snapshot and shows what the index projects, so an
//          entry changes only when the item's key attributes of this index change.
// Member   an item is in the index when it has every key attribute, each of the type of the key schema, not empty
//          and within the size limits. Writes refuse values of another kind (check_index_keys); items written before
//          the index was made may hold some, and are just not in it.
// Lifetime Index owns what it holds.
// Threads  plain data, pure functions.
// Source   design.md section 4; storage/FORMAT.md, "Index entry".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/ids.h"
#include "storage/base/result.h"
#include "storage/keys/index_key.h"
#include "storage/model/key_schema.h"
#include "storage/model/value_view.h"

namespace larder::table {

struct StoredItem;  // item.h

enum class IndexKind : std::uint8_t { kGlobal = 0, kLocal = 1 };                     // stored
enum class IndexState : std::uint8_t { kActive = 0, kBuilding = 1 };                 // stored
enum class ProjectionType : std::uint8_t { kAll = 0, kKeysOnly = 1, kInclude = 2 };  // stored

struct Index {
  std::string name;
  TreeId tree;
  IndexKind kind = IndexKind::kGlobal;
  IndexState state = IndexState::kActive;
  std::vector<KeyAttribute> partition_key;  // 1 to kKeyPartsMax
  std::vector<KeyAttribute> sort_key;       // 0 to kKeyPartsMax
  ProjectionType projection = ProjectionType::kAll;
  // Ascending by bytes: all that entries show, the key attributes of index and table among them. Empty with kAll.
  std::vector<std::string> projected;

  bool projects(std::string_view attribute) const;
  bool operator==(const Index&) const = default;
};

bool is_member(const Index& index, ItemView item);

// Appends the entry's key; false, and nothing appended, when the item is not in the index. `item_key` is
// PrimaryKey::bytes of the item.
bool append_entry_key(const Index& index, const HashSecret& secret, std::string_view item_key, ItemView item,
                      std::string& to);

// The value under an entry's key, given the sizes of both keys.
std::string entry_value(std::size_t entry_key_size, std::size_t item_key_size);

// The key of the item that an entry of `table` stands for. kCorruption when the value cannot be.
Result<keys::KeyBuffer> item_key_of_entry(TreeId table, std::string_view entry_key, std::string_view value);

// Whether both items have the same values of the index's key attributes, absent ones included: then they have the
// same entry, or none.
bool same_entry(const Index& index, ItemView a, ItemView b);

// Whether the index shows the same of both.
bool same_projection(const Index& index, ItemView a, ItemView b);

// The size of what the index shows, in the service's terms.
std::size_t projected_size(const Index& index, const StoredItem& item);

// Canonical map bytes of what the index shows.
void append_projected(const Index& index, ItemView item, std::string& to);

// What is wrong with an item's key attributes of this index. Nothing when one is absent.
enum class IndexKeyFault : std::uint8_t { kNone, kType, kEmpty, kPartitionSize, kSortSize };
struct IndexKeyCheck {
  IndexKeyFault fault = IndexKeyFault::kNone;
  const KeyAttribute* attribute = nullptr;  // the first at fault
  ValueType actual = ValueType::kString;    // kType: the value's
};
// Values that `before` holds, too, are not looked at.
IndexKeyCheck check_index_keys(const Index& index, std::optional<ItemView> before, ItemView item);

}  // namespace larder::table
