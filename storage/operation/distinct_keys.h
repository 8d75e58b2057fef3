// storage/operation/distinct_keys.h
//
// Whether a batch or transaction names an item twice. Keys are compared as stored bytes, tree id included, so 1 and
// 1.0 are one key, and so are a table's name and its ARN.
#pragma once

#include <string>
#include <vector>

namespace larder::operation {

bool are_distinct(const std::vector<std::string>& keys);

}  // namespace larder::operation
