// storage/model/value_writer.h
//
// Writes canonical value bytes (storage/FORMAT.md, "Value encoding"), appended to a string.
//
// Order    the caller gives map members in ascending byte order of their names and set members sorted without
//          duplicates; it knows every count before it opens a map or a list. append_set sorts by itself.
// Limits   a string, binary, set body, count: below 2^32.
// Threads  pure appends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/model/number.h"
#include "storage/model/value_view.h"

namespace larder::value_writer {

void append_string(std::string_view text, std::string& to);
void append_binary(std::string_view raw, std::string& to);
void append_number(const Number& number, std::string& to);
void append_bool(bool value, std::string& to);
void append_null(std::string& to);
void append_list_header(std::uint32_t count, std::string& to);  // then `count` values
void append_map_header(std::uint32_t count, std::string& to);  // then `count` times name (append_name), value
void append_name(std::string_view name, std::string& to);
// The whole set from members already encoded as S, N or B values: sorts them (N by value, others by raw
// bytes). `type` is kStringSet, kNumberSet or kBinarySet. False when two members are equal; then `to` is
// unchanged.
bool append_set(ValueType type, std::vector<std::string_view> members, std::string& to);

}  // namespace larder::value_writer
