// storage/base/ids.h
//
// Integers and secrets that must not be confused with others: each is a type.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace larder {

// A range of one sub-database: a table's items, one index's entries. Never reused.
struct TreeId {
  std::uint32_t value = 0;
  auto operator<=>(const TreeId&) const = default;
};

// Keys the partition hash; made at database creation, kept in the meta tree.
using HashSecret = std::array<unsigned char, 16>;

}  // namespace larder
