// storage/table/primary_key.h
//
// A primary key, checked against a table's key schema, with the bytes it is stored under.
//
// Lifetime the values borrow from the item or key it was made from.
// Limits   partition key 1 to 2,048 bytes, sort key 1 to 1,024.
// Errors   kValidation, in the order checked, the partition key first:
//            key_of_key   "The provided key element does not match the schema" (count, names, types)
//            key_of_item  "One or more parameter values were invalid: Missing the key PK in the item", or
//                         "... Type mismatch for key PK expected: S actual: N"
//            both         "One or more parameter values are not valid. The AttributeValue for a key attribute
//                         cannot contain an empty string value. Key: PK"; then the size limits
// Threads  pure functions.
// Source   texts as the service sends them; pinned by tests/unit/storage/table/primary_key_test.cc.
#pragma once

#include <optional>
#include <string>

#include "storage/base/ids.h"
#include "storage/base/result.h"
#include "storage/keys/item_key.h"
#include "storage/model/key_schema.h"
#include "storage/model/value_view.h"
#include "storage/table/catalog.h"

namespace larder::table {

struct PrimaryKey {
  ValueView partition_key;
  std::optional<ValueView> sort_key;
  keys::KeyBuffer bytes;
};

// `key` must hold the key attributes and nothing else.
Result<PrimaryKey> key_of_key(const Table& table, const HashSecret& secret, ItemView key);
// `item` must hold the key attributes, among others.
Result<PrimaryKey> key_of_item(const Table& table, const HashSecret& secret, ItemView item);

// Canonical map bytes of a stored item's key attributes: LastEvaluatedKey.
Result<std::string> key_attributes(const Table& table, ItemView item);

// The errors of keys beyond their limits, which indexes have in common with tables.
Error partition_key_too_long();
Error sort_key_too_long();

}  // namespace larder::table
