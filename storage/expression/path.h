// storage/expression/path.h
//
// What a document path (expression.h, Path) points at, and how messages print it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/expression/expression.h"

namespace larder::expression {

// The value at the path; nothing when any step is absent or meets a value of another shape.
std::optional<ValueView> find(ItemView item, const Path& path);

bool same_path(const Path& a, const Path& b);

std::string path_text(const Path& path);  // "[a, b, [0]]"

// Appends `name` unless it is there.
void add_unique(std::string_view name, std::vector<std::string_view>& names);

}  // namespace larder::expression
