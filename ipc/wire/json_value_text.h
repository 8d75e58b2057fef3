// ipc/wire/json_value_text.h
//
// Stored values as JSON text, in one forward reading of their bytes: no view is made of what is inside, so
// that depth costs nothing extra.
//
// Lifetime borrows nothing after the call.
// Errors   trusts the bytes as storage/model/value_view.h says: an assert before a read past their end.
// Threads  pure appends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/model/value_view.h"

namespace larder::wire {

void append_value_json(ValueView value, std::string& to);  // {"S":"..."}
void append_item_json(ItemView item, std::string& to);     // {"name":{"S":"..."}}
void append_item_json(ItemView item, const std::vector<std::string_view>& attributes, std::string& to);

}  // namespace larder::wire
