#include "storage/base/crc32c.h"

#include <cstring>

#if defined(__SSE4_2__)
#include <nmmintrin.h>
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#else
#error "CRC32C needs SSE4.2 or the ARMv8 CRC extension"
#endif

namespace larder {
namespace {

#if defined(__SSE4_2__)
std::uint64_t step8(std::uint64_t crc, std::uint64_t word) {
  return _mm_crc32_u64(crc, word);
}
std::uint32_t step1(std::uint32_t crc, unsigned char byte) {
  return _mm_crc32_u8(crc, byte);
}
#else
std::uint64_t step8(std::uint64_t crc, std::uint64_t word) {
  return __crc32cd(static_cast<std::uint32_t>(crc), word);
}
std::uint32_t step1(std::uint32_t crc, unsigned char byte) {
  return __crc32cb(crc, byte);
}
#endif

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed) {
  std::uint64_t crc = seed ^ 0xFFFFFFFFU;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    crc = step8(crc, word);
  }
  auto narrow = static_cast<std::uint32_t>(crc);
  for (; left > 0; ++at, --left) narrow = step1(narrow, static_cast<unsigned char>(*at));
  return narrow ^ 0xFFFFFFFFU;
}

}  // namespace larder
