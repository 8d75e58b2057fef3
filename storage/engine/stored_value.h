// storage/engine/stored_value.h
//
// The checksum behind every stored value: LMDB has none of its own, so a page that the disk returned wrong,
// or that stands in the wrong place, is found here.
//
// Shape    value bytes, crc:u32 = CRC32C over the tree's code (one byte), the whole key and the value bytes
// Errors   open_value: kCorruption, naming the tree and the key (hex, cut after 48 bytes).
// Threads  pure functions.
// Source   storage/FORMAT.md, "Checksums".
#pragma once

#include <cstdint>
#include <string_view>

#include "storage/base/result.h"
#include "storage/engine/transaction.h"

namespace larder::engine {

inline constexpr std::size_t kChecksumBytes = 4;

// The checksum of tree and key, to be continued over the value.
std::uint32_t key_checksum(Tree tree, std::string_view key);

// Checks and strips the checksum of what LMDB holds under `key`.
Result<std::string_view> open_value(Tree tree, std::string_view key, std::string_view stored);

Error corruption(Tree tree, std::string_view key, std::string_view what);

}  // namespace larder::engine
