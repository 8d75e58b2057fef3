// ipc/wire/shape.h
//
// The form of every request, as data (ipc/wire/shapes.h): the readers decode by it (wrong JSON types are a
// SerializationException), the validator checks its constraints, COMPATIBILITY.md is printed from it.
//
// Source   the service's machine-readable model (API version 2012-08-10) and newer members of its SDKs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ipc/wire/body.h"
#include "storage/base/result.h"

namespace larder::wire {

enum class ShapeKind : std::uint8_t {
  kString,
  kInteger,
  kLong,  // as kInteger; the service names the two apart in its texts
  kDouble,
  kBoolean,
  kTimestamp,
  kList,
  kMap,
  kStructure,
  kAttributeValue,
  kItem,  // a map of attribute values (Item, Key, ExclusiveStartKey), decoded as ONE map value:
          // NodeKind::kValue
};

struct Shape;

enum class Served : std::uint8_t {
  kYes,
  kRefused,                // a parameter that Larder knows and does not serve: a ValidationException names it
  kRefusedUnlessDisabled,  // as kRefused, but a structure whose boolean says false asks for nothing and is
                           // taken
};

struct ShapeMember {
  std::string_view name;
  const Shape* shape;
  bool required = false;
  Served served = Served::kYes;
};

struct Shape {
  ShapeKind kind;
  std::string_view name;            // of the model: "TableName", "KeySchema"
  std::int64_t min = -1, max = -1;  // length, count or value; -1: none
  std::string_view pattern = {};    // as the service prints it; empty: none. See kNamePattern
  std::span<const std::string_view> enumeration = {};  // in the order the service prints
  const Shape* element = nullptr;                      // kList elements, kMap values
  const Shape* key = nullptr;                          // kMap: constraints of the names, or null
  std::span<const ShapeMember> members = {};           // kStructure, sorted by name

  // The member, or null.
  const ShapeMember* find(std::string_view member) const;
};

// The only pattern of these operations; the validator knows what it means.
inline constexpr std::string_view kNamePattern = "[a-zA-Z0-9_.-]+";

// Checks a decoded request against its shape. Errors, in this order:
//   TableName absent, or of a wrong length (top level only; the service reports these alone)
//   all other constraint failures, up to ten, in one message, members in byte order of their names:
//     "2 validation errors detected: Value '...' at 'tableName' failed to satisfy constraint: Member must
//     ...; Value ..."
//   a parameter that is not served (parameter_not_served below)
// A table ARN is taken wherever TableName is: its length and pattern are the resolver's to check.
Result<void> validate(const Node& request, const Shape& shape);

// "The parameter GlobalSecondaryIndexes is not served by Larder"
Error parameter_not_served(std::string_view parameter);

}  // namespace larder::wire
