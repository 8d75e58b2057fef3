// ipc/wire/shape.h
//
// The form of every request, as data: the readers decode by it (wrong JSON types are a SerializationException), the
// validator checks its constraints (all failures of one request in one message, up to ten), COMPATIBILITY.md is
// printed from it.
//
// Source   the service's machine-readable model (API version 2012-08-10).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ipc/wire/body.h"
#include "storage/base/result.h"

namespace larder::wire {

enum class ShapeKind : std::uint8_t {
  kString, kInteger, kDouble, kBoolean, kTimestamp,
  kList, kMap, kStructure,
  kAttributeValue,
};

struct Shape;

enum class Served : std::uint8_t {
  kYes,
  kRefused,  // a parameter of DynamoDB that Larder knows and does not serve: a ValidationException names it
};

struct ShapeMember {
  std::string_view name;
  const Shape* shape;
  bool required = false;
  Served served = Served::kYes;
};

struct Shape {
  ShapeKind kind;
  std::string_view name;                          // of the model: "TableName", "KeySchema"
  std::int64_t min = -1, max = -1;                // length, count or value; -1: none
  std::string_view pattern;                       // as the service prints it; empty: none
  std::span<const std::string_view> enumeration;  // in the order the service prints
  const Shape* element = nullptr;                 // kList elements, kMap values
  std::span<const ShapeMember> members;           // kStructure, sorted by name
};

// All constraint failures of the request, as the service words them:
//   "2 validation errors detected: Value '...' at 'tableName' failed to satisfy constraint: Member must ...; Value ..."
Result<void> validate(const Node& request, const Shape& shape);

}  // namespace larder::wire
