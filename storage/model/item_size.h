// storage/model/item_size.h
//
// The service's size of an item or value, in bytes: what the 400 KB limit, capacity units and table sizes
// count.
// Source   AWS Developer Guide, "Item sizes and formats"; semantics pinned by item_size_test.cc:
//          name bytes + value; S UTF-8 bytes; B raw bytes; BOOL and NULL 1; L and M 3 + contents + 1 per
//          element; N 1 + ceil(integer digits / 2) + ceil(fraction digits / 2), + 1 if negative;
//          sets: sum of members.
#pragma once

#include <cstddef>

#include "storage/model/value_view.h"

namespace larder {

std::size_t value_size(ValueView value);  // without any name
std::size_t item_size(
    ItemView item);  // names and values of the top level; no 3-byte overhead for the item itself

}  // namespace larder
