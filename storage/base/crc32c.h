// storage/base/crc32c.h
//
// CRC32C (Castagnoli, reflected, initial and final value all ones) of a byte string, by the processor's own
// instruction. crc32c("123456789") == 0xE3069283.
// Source   RFC 3720, appendix B.4.
#pragma once

#include <cstdint>
#include <string_view>

namespace larder {

// Continues a checksum: crc32c(b, crc32c(a)) == crc32c(ab).
std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed = 0);

}  // namespace larder
