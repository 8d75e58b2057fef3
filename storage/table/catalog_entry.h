// storage/table/catalog_entry.h
//
// The keys and small values of the catalog, byte by byte. Only storage/table uses it.
//
// Shape    key   'h' name -> head        'd' name -> descriptor      'n' -> number of tables:u32be
//                'x' tree:u32be -> due:u64be name    a tree to erase; with a name, its table goes when due
//                'b' tree:u32be -> due:u64be length:u16be name position    an index being built, due to begin
//          head  format:u8 = 01  tree:u32be  active_at:u64be  deleted_at:u64be  keys  indexes
//          keys  partition:u8 sort:u8 (how many of each)  attribute*, each
//                type:u8 ('S' 'N' 'B')  length:u16be  name
//          indexes  nothing without any, else  collections:u32be (0: none)  index*, each
//                tree:u32be kind:u8 state:u8 projection:u8 length:u16be name  keys  count:u16be (length:u16be name)*
//          Times are epoch milliseconds; 0: never.
// Errors   decode: kCorruption.
// Threads  pure functions.
// Source   bytes frozen in storage/FORMAT.md, "Catalog".
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "storage/base/result.h"
#include "storage/table/catalog.h"
#include "storage/table/index_build.h"

namespace larder::table {

enum class CatalogKind : char {
  kBuild = 'b',       // stored
  kDescriptor = 'd',  // stored
  kHead = 'h',        // stored
  kCount = 'n',       // stored
  kDropped = 'x',     // stored
};

// A key on the stack; a name longer than any table's is cut, so that it finds nothing that it should not.
class CatalogKey {
 public:
  CatalogKey(CatalogKind kind, std::string_view name);
  operator std::string_view() const { return {bytes_.data(), size_}; }  // NOLINT(google-explicit-constructor)

 private:
  static constexpr std::size_t kNameBytesMax = 256;  // one more than the service allows
  std::size_t size_;
  std::array<char, 1 + kNameBytesMax> bytes_;
};

std::string encode_head(const IndexedTable& table);
Result<Table> decode_head(std::string_view bytes);  // looks no further than a Table goes
Result<IndexedTable> decode_indexed_head(std::string_view bytes);

struct DroppedTree {
  TreeId tree;
  EpochMillis due;
  std::string name;  // empty: no table belongs to it any more
};
std::string dropped_key(TreeId tree);
std::string encode_dropped(const DroppedTree& dropped);
Result<DroppedTree> decode_dropped(std::string_view key, std::string_view value);

std::string build_key(TreeId index_tree);
std::string encode_build(const IndexBuild& build);
Result<IndexBuild> decode_build(std::string_view key, std::string_view value);

}  // namespace larder::table
