// ipc/api/members.h
//
// Reading members of a decoded request by name. The request has passed its Shape: a member that is there has
// the right kind, a required one is there, an enumerated one holds one of its words.
//
// Lifetime what is returned borrows from the request.
// Threads  pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ipc/wire/body.h"
#include "storage/base/result.h"
#include "storage/model/value_view.h"

namespace larder::api {

inline std::optional<std::string_view> optional_text(const wire::Node& structure, std::string_view name) {
  const wire::Node* node = structure.find(name);
  return node == nullptr ? std::nullopt : std::optional(node->text);
}

// Of a required member, or empty when the member was not given.
inline std::string_view text(const wire::Node& structure, std::string_view name) {
  return optional_text(structure, name).value_or(std::string_view());
}

inline std::optional<std::int64_t> optional_integer(const wire::Node& structure, std::string_view name) {
  const wire::Node* node = structure.find(name);
  return node == nullptr ? std::nullopt : std::optional(node->integer);
}

inline std::optional<bool> optional_boolean(const wire::Node& structure, std::string_view name) {
  const wire::Node* node = structure.find(name);
  return node == nullptr ? std::nullopt : std::optional(node->boolean);
}

// An item or key: the error of its first attribute value that breaks a rule of the service.
inline Result<ItemView> decode_item(const wire::Node& item) {
  if (item.kind == wire::NodeKind::kInvalidValue) return Error(*item.error);
  return ItemView(item.text);
}

}  // namespace larder::api
