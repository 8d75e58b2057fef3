// ipc/wire/body.h
//
// A decoded request: the same tree whether it came as JSON or as msgpack. Structures and maps hold named
// nodes, attribute values are already canonical bytes (storage/FORMAT.md, "Value encoding").
//
// Shape    nodes live in the Body's arena; strings point into the arena or the received bytes.
// Lifetime everything handed out borrows from the Body; a Body is reused from request to request of a
// connection. Errors   a node of kind kInvalidValue is an attribute value that breaks a rule (not a type) of
// the service: its
//          error is reported by the one who needs the value, so that errors keep the service's order. Wrong
//          types never get here: the reader fails with kSerialization.
// Threads  one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>

#include "storage/base/result.h"
#include "storage/model/value_view.h"

namespace larder::wire {

enum class NodeKind : std::uint8_t {
  kString,
  kInteger,
  kDouble,
  kBoolean,
  kList,          // elements
  kStructure,     // members by wire name, those given only
  kMap,           // members by caller's name (ExpressionAttributeNames, RequestItems)
  kValue,         // an attribute value, or a whole Item or Key as one map value (ShapeKind::kItem)
  kInvalidValue,  // see Errors
  kNull,          // only as an element of a list or map; validate() refuses it, so no handler meets it
};

struct Member;

struct Node {
  NodeKind kind = NodeKind::kStructure;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view text;            // kString; kValue: canonical bytes
  std::span<const Node> elements;   // kList
  std::span<const Member> members;  // kStructure, kMap; kMap sorted by name
  const Error* error = nullptr;     // kInvalidValue

  const Node* find(std::string_view name) const;  // kStructure, kMap: the member, or null
};

struct Member {
  std::string_view name;
  Node node;
};

class Body {
 public:
  Body();
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const Node& root() const { return root_; }
  void clear();  // forgets the request; keeps kKeptBytes of memory for the next one

  // For the readers.
  std::pmr::memory_resource& arena() { return arena_; }
  void set_root(const Node& root) { root_ = root; }
  std::string_view keep(std::string_view text);  // a copy that lives as long as the request
  const Error* keep(Error error);
  template <class T>
  std::span<const T> keep(std::span<const T> nodes);  // T: Node, Member

 private:
  static constexpr std::size_t kKeptBytes = 4096;

  std::unique_ptr<std::byte[]> kept_;
  std::pmr::monotonic_buffer_resource arena_;
  std::forward_list<Error> errors_;
  Node root_;
};

}  // namespace larder::wire
