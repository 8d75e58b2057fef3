#include "storage/engine/stored_value.h"

#include <array>
#include <string>

#include "storage/base/bytes.h"
#include "storage/base/crc32c.h"
#include "storage/engine/sub_databases.h"

namespace larder::engine {
namespace {

constexpr std::size_t kKeyBytesShown = 48;

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes.substr(0, kKeyBytesShown)) {
    const auto value = static_cast<unsigned char>(byte);
    text += digits[value >> 4U];
    text += digits[value & 15U];
  }
  if (bytes.size() > kKeyBytesShown) text += "... (" + std::to_string(bytes.size()) + " bytes)";
  return text;
}

std::array<std::uint32_t, kTreesCount> tree_checksums() {
  std::array<std::uint32_t, kTreesCount> sums{};
  for (std::size_t i = 0; i < kTreesCount; ++i) {
    const char code = static_cast<char>(i);
    sums[i] = crc32c({&code, 1});
  }
  return sums;
}

const std::array<std::uint32_t, kTreesCount> kTreeChecksums = tree_checksums();

}  // namespace

std::uint32_t key_checksum(Tree tree, std::string_view key) {
  return crc32c(key, kTreeChecksums[tree_index(tree)]);
}

Result<std::string_view> open_value(Tree tree, std::string_view key, std::string_view stored) {
  if (stored.size() < kChecksumBytes) return corruption(tree, key, "the value is too short");
  const std::string_view value = stored.substr(0, stored.size() - kChecksumBytes);
  const auto expected = load_big_endian<std::uint32_t>(stored.data() + value.size());
  if (crc32c(value, key_checksum(tree, key)) != expected)
    return corruption(tree, key, "the checksum is wrong");
  return value;
}

Error corruption(Tree tree, std::string_view key, std::string_view what) {
  std::string message = "Stored data is damaged: ";
  message.append(what).append(" in tree ").append(tree_name(tree)).append(", key ").append(hex(key));
  return make_error(ErrorCode::kCorruption, std::move(message));
}

}  // namespace larder::engine
