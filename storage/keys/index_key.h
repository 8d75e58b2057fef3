// storage/keys/index_key.h
//
// The key of an index entry: what orders the entries of an index, and makes each of them unique.
//
// Shape    tree:u32be  hash:16  part*  base:16..1040
//            hash  keyed hash of the index's partition key: of its values laid end to end
//            part  each sort key attribute of the index, prefix-free: N a number key (number_key.h); S and B their
//                  bytes, 00 written as 00 ff, then the end 00 01
//            base  the item's own key without its tree: two items never share an entry
// Order    memcmp gives: index, hash (the order of Scan), each sort key attribute in the service's order, then the
//          table's key. Because parts are prefix-free, an entry's place never depends on what follows its part.
// Limits   as long as its parts say; storage/engine hides LMDB's 511 bytes.
// Threads  pure functions.
// Source   design.md section 4; bytes frozen in storage/FORMAT.md, "Index entry".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "storage/base/ids.h"
#include "storage/keys/item_key.h"
#include "storage/model/value_view.h"

namespace larder::keys {

// `values` are those of the index's partition key attributes, in the order of its key schema. With one value it is
// hash_partition_key.
PartitionHash hash_index_partition(const HashSecret& secret, std::span<const ValueView> values);

// The front of every entry of one index partition.
void append_index_prefix(TreeId tree, const PartitionHash& hash, std::string& key);

// A sort key attribute: S, N or B.
void append_index_part(ValueView value, std::string& key);

// What every part of a text that begins with `prefix` (S or B) begins with.
void append_index_part_prefix(ValueView prefix, std::string& key);

}  // namespace larder::keys
