#include "ipc/http/reply_head.h"

#include <http_parser.h>

#include <charconv>
#include <random>

namespace larder::http {
namespace {

constexpr std::string_view kIdAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

void append_number(std::uint64_t number, std::string* to) {
  char digits[20];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  to->append(digits, end);
}

}  // namespace

HeadWriter::HeadWriter() {
  std::random_device device;
  for (std::uint64_t& word : random_) word = (std::uint64_t{device()} << 32) | device() | 1U;
}

// xorshift128+: an id must be unlike others, not secret.
std::uint64_t HeadWriter::next_random() {
  std::uint64_t a = random_[0];
  const std::uint64_t b = random_[1];
  random_[0] = b;
  a ^= a << 23;
  random_[1] = a ^ b ^ (a >> 18) ^ (b >> 5);
  return random_[1] + b;
}

void HeadWriter::append_request_id(std::string* to) {
  constexpr std::size_t kCharactersPerWord = 12;  // of 5 bits each
  char id[kRequestIdBytes];
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kRequestIdBytes; ++i) {
    if (i % kCharactersPerWord == 0) word = next_random();
    id[i] = kIdAlphabet[word & 31];
    word >>= 5;
  }
  to->append(id, sizeof id);
}

void HeadWriter::append_date(std::string* to) {
  const std::time_t now = std::time(nullptr);
  if (now != date_second_) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    date_size_ = std::strftime(date_, sizeof date_, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    date_second_ = now;
  }
  to->append(date_, date_size_);
}

void HeadWriter::append(const ReplyHead& head, std::string* to) {
  if (head.status == 200) {
    to->append("HTTP/1.1 200 OK");
  } else {
    to->append("HTTP/1.1 ");
    append_number(static_cast<std::uint64_t>(head.status), to);
    to->append(" ").append(http_status_str(static_cast<http_status>(head.status)));
  }
  to->append("\r\nServer: larder\r\nDate: ");
  append_date(to);
  if (!head.content_type.empty()) to->append("\r\nContent-Type: ").append(head.content_type);
  to->append("\r\nContent-Length: ");
  append_number(head.content_length, to);
  to->append(head.keep_alive ? "\r\nConnection: keep-alive" : "\r\nConnection: close");
  if (head.gzip) to->append("\r\nContent-Encoding: gzip");
  if (head.crc) {
    to->append("\r\nx-amzn-RequestId: ");
    append_request_id(to);
    to->append("\r\nx-amz-crc32: ");
    append_number(head.crc32, to);
  }
  if (!head.allow_origin.empty()) {
    to->append("\r\nAccess-Control-Allow-Origin: ").append(head.allow_origin);
    to->append("\r\nAccess-Control-Expose-Headers: x-amzn-RequestId, x-amz-crc32");
    if (head.allow_origin != "*") to->append("\r\nVary: Origin");
  }
  if (!head.allow_headers.empty()) {
    to->append("\r\nAccess-Control-Allow-Methods: GET, HEAD, POST, OPTIONS");
    to->append("\r\nAccess-Control-Allow-Headers: ").append(head.allow_headers);
    to->append("\r\nAccess-Control-Max-Age: 86400");
  }
  if (!head.allow.empty()) to->append("\r\nAllow: ").append(head.allow);
  to->append("\r\n\r\n");
}

}  // namespace larder::http
