// ipc/http/reply_head.h
//
// The status line and headers of a reply, written into a reused string; and the two parts of it that cost
// something: the date, made once a second, and the request id.
//
// Shape    a request id is 52 characters of A-Z and 0-9, as the service's are.
// Threads  one HeadWriter per http thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace larder::http {

inline constexpr std::size_t kRequestIdBytes = 52;

struct ReplyHead {
  int status = 200;
  std::string_view content_type;  // empty: none
  std::size_t content_length = 0;
  bool keep_alive = true;
  bool gzip = false;
  bool crc = false;  // x-amz-crc32 and x-amzn-RequestId: replies to operations
  std::uint32_t crc32 = 0;
  std::string_view allow_origin;   // empty: no CORS headers
  std::string_view allow_headers;  // of a preflight: what was asked for
  std::string_view allow;          // of a 405: the methods that are served
};

class HeadWriter {
 public:
  HeadWriter();
  void append(const ReplyHead& head, std::string* to);

 private:
  void append_date(std::string* to);
  void append_request_id(std::string* to);
  std::uint64_t next_random();

  std::time_t date_second_ = -1;
  char date_[32] = {};
  std::size_t date_size_ = 0;
  std::uint64_t random_[2] = {};
};

}  // namespace larder::http
