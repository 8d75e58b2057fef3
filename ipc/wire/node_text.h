// ipc/wire/node_text.h
//
// A decoded node as the service prints it inside a validation message: 'abc', '[a, b]', '{users=[...]}',
// 'KeySchemaElement(attributeName=id, keyType=HASH)', '{S=abc}'.
//
// Limits   cut at kNodeTextBytesMax, since a node may be megabytes and the message is for a person.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ipc/wire/body.h"
#include "ipc/wire/shape.h"

namespace larder::wire {

inline constexpr std::size_t kNodeTextBytesMax = 4096;

void append_node_text(const Node& node, const Shape& shape, std::string& to);
void append_lower_first(std::string_view name, std::string& to);  // "TableName" -> "tableName"

}  // namespace larder::wire
