#include "ipc/http/content_coding.h"

#include <libdeflate.h>
#include <strings.h>
#include <zlib.h>

#include <algorithm>

namespace larder::http {
namespace {

constexpr int kWindowBits = 15;
constexpr int kGzipWindow = kWindowBits + 16;  // zlib's way to say: gzip framing
constexpr int kRawWindow = -kWindowBits;
constexpr int kCompressionLevel = 1;  // replies are made once and read once, mostly on the same machine
constexpr int kMemoryLevel = 8;
constexpr std::size_t kInflateStep = 64 * 1024;

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::string_view trimmed(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

// zlib's streams take non-const bytes that they only read.
Bytef* input_of(std::string_view bytes) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

Bytef* output_of(char* to) {
  return reinterpret_cast<Bytef*>(to);
}

Result<void> inflate_as(int window, std::size_t bytes_max, std::string_view from, std::string* to) {
  z_stream stream{};
  if (inflateInit2(&stream, window) != Z_OK) return make_error(ErrorCode::kInternal, "zlib could not start");
  stream.next_in = input_of(from);
  stream.avail_in = static_cast<uInt>(from.size());
  int status = Z_OK;
  while (status == Z_OK && to->size() <= bytes_max) {
    const std::size_t before = to->size();
    to->resize(std::min(before + kInflateStep, bytes_max + 1));
    stream.next_out = output_of(to->data() + before);
    stream.avail_out = static_cast<uInt>(to->size() - before);
    status = inflate(&stream, Z_NO_FLUSH);
    to->resize(to->size() - stream.avail_out);
    if (status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0) status = Z_BUF_ERROR;  // cut short
  }
  const bool whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (to->size() > bytes_max) return make_error(ErrorCode::kRequestTooLarge, "Request body is too large.");
  if (!whole)
    return make_error(ErrorCode::kSerialization, "The request body is not what Content-Encoding says.");
  return {};
}

bool zero_weight(std::string_view parameters) {
  const std::size_t at = parameters.find("q=");
  if (at == std::string_view::npos) return false;
  return trimmed(parameters.substr(at + 2)).find_first_not_of("0.") == std::string_view::npos;
}

}  // namespace

Coding coding_of(std::string_view content_encoding) {
  const std::string_view name = trimmed(content_encoding);
  if (name.empty() || equal_ignoring_case(name, "identity")) return Coding::kIdentity;
  if (equal_ignoring_case(name, "gzip") || equal_ignoring_case(name, "x-gzip")) return Coding::kGzip;
  if (equal_ignoring_case(name, "deflate")) return Coding::kDeflate;
  return Coding::kUnknown;
}

bool accepts_gzip(std::string_view accept_encoding) {
  bool any = false;
  while (!accept_encoding.empty()) {
    const std::size_t end = std::min(accept_encoding.find(','), accept_encoding.size());
    const std::string_view entry = accept_encoding.substr(0, end);
    accept_encoding.remove_prefix(std::min(end + 1, accept_encoding.size()));
    const std::size_t semicolon = std::min(entry.find(';'), entry.size());
    const std::string_view name = trimmed(entry.substr(0, semicolon));
    const bool wanted = !zero_weight(entry.substr(semicolon));
    if (equal_ignoring_case(name, "gzip")) return wanted;
    if (name == "*") any = wanted;
  }
  return any;
}

Result<void> inflate_body(Coding coding, std::size_t bytes_max, std::string* bytes) {
  std::string plain;
  Result<void> result =
      inflate_as(coding == Coding::kGzip ? kGzipWindow : kWindowBits, bytes_max, *bytes, &plain);
  if (!result.ok() && coding == Coding::kDeflate && result.error().code == ErrorCode::kSerialization) {
    plain.clear();
    result = inflate_as(kRawWindow, bytes_max, *bytes, &plain);
  }
  if (result.ok()) bytes->swap(plain);
  return result;
}

bool gzip_append(std::string_view bytes, std::string* to) {
  z_stream stream{};
  if (deflateInit2(&stream, kCompressionLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    return false;
  }
  const std::size_t before = to->size();
  to->resize(before + bytes.size());
  stream.next_in = input_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = output_of(to->data() + before);
  stream.avail_out = static_cast<uInt>(bytes.size());
  const bool fits = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  to->resize(fits ? to->size() - stream.avail_out : before);
  deflateEnd(&stream);
  return fits;
}

std::uint32_t crc32_of(std::string_view bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace larder::http
