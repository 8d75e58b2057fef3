// storage/model/key_schema.h
//
// Which attributes make a table's primary key, or an index's key, and their types.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "storage/model/value_view.h"

namespace larder {

struct KeyAttribute {
  std::string name;
  ValueType type = ValueType::kString;  // kString, kNumber or kBinary
  bool operator==(const KeyAttribute&) const = default;
};

struct KeySchema {
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key;
};

// Most attributes in each half of a key. Only global indexes have more than one.
inline constexpr std::size_t kKeyPartsMax = 4;

// A key as an expression sees it: of a table or of an index. Borrows.
struct KeyAttributes {
  std::span<const KeyAttribute> partition_key, sort_key;

  KeyAttributes(std::span<const KeyAttribute> partition, std::span<const KeyAttribute> sort)
      : partition_key(partition), sort_key(sort) {}
  KeyAttributes(const KeySchema& schema)  // NOLINT(google-explicit-constructor): a table's key is one
      : partition_key(&schema.partition_key, 1),
        sort_key(schema.sort_key ? &*schema.sort_key : nullptr, schema.sort_key ? 1 : 0) {}
};

}  // namespace larder
