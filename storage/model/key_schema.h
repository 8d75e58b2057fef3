// storage/model/key_schema.h
//
// Which attributes make a table's primary key, and their types.
#pragma once

#include <optional>
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

}  // namespace larder
