// ipc/http/content_coding.h
//
// gzip and deflate of bodies, both ways.
//
// Limits   inflate never makes more than `bytes_max`: a small body that would become a huge one is refused as
// soon
//          as it passes the limit.
// Errors   inflate: kRequestTooLarge past the limit, kSerialization when the bytes are no gzip or deflate
// stream. Threads  pure. Source   RFC 1952 (gzip), RFC 1950 and 1951 (deflate; the raw form too, which some
// clients send under that name).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "storage/base/result.h"

namespace larder::http {

enum class Coding : std::uint8_t { kIdentity, kGzip, kDeflate, kUnknown };

Coding coding_of(std::string_view content_encoding);
// Whether an Accept-Encoding header admits gzip: named, or "*", with a weight that is not zero.
bool accepts_gzip(std::string_view accept_encoding);

// Replaces `*bytes` by what it holds.
Result<void> inflate_body(Coding coding, std::size_t bytes_max, std::string* bytes);
// Appends `bytes` as gzip to `*to`. False, with `*to` as it was, when that would save nothing.
bool gzip_append(std::string_view bytes, std::string* to);

std::uint32_t crc32_of(std::string_view bytes);  // the CRC of x-amz-crc32

}  // namespace larder::http
