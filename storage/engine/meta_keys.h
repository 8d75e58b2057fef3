// storage/engine/meta_keys.h
//
// The keys of the meta tree, and the format version.
// Source   storage/FORMAT.md, "Meta tree".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/base/bytes.h"
#include "storage/base/ids.h"

namespace larder::engine {

inline constexpr std::uint32_t kFormatVersion = 1;  // stored

inline constexpr std::string_view kFormatKey = "format";           // u32
inline constexpr std::string_view kEpochKey = "epoch";             // u64, random
inline constexpr std::string_view kHashSecretKey = "hash_secret";  // 16 bytes, random
inline constexpr std::string_view kNextTreeKey = "next_tree";      // u32, the next tree id
inline constexpr std::string_view kNextLayerKey = "next_layer";    // u64, the next layer number
inline constexpr std::string_view kCountPrefix = "count/";         // + tree id:u32 -> items:i64, bytes:i64

inline std::string count_key(TreeId tree) {
  std::string key(kCountPrefix);
  append_big_endian(tree.value, key);
  return key;
}

}  // namespace larder::engine
