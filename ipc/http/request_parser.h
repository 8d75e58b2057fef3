// ipc/http/request_parser.h
//
// HTTP/1.0 and 1.1 framing: fed bytes as they come, it says when a request's head and when its body is there.
// The few headers that matter are kept by name; all others only pass by.
//
// Limits   head (request line and headers), and trailers: limits::kHeaderBytesMax. Body as given. Both are
// refused
//          as soon as they are known to be too large: a Content-Length before any of the body was taken.
// Lifetime request() borrows from the parser: valid until reset(). Memory is kept from request to request, up
// to
//          kKeepBytes of body.
// Errors   a status to answer with (400, 413, 417, 431, 501, 505) and a text; the connection cannot go on.
// Threads  one at a time.
// Source   RFC 9112; the grammar itself is http-parser's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace larder::http {

enum class Header : std::uint8_t {
  kHost,
  kTarget,  // X-Amz-Target
  kContentEncoding,
  kAcceptEncoding,
  kExpect,
  kOrigin,
  kRequestHeaders,  // Access-Control-Request-Headers
  kTransferEncoding,
};
inline constexpr std::size_t kHeaders = 8;

enum class Method : std::uint8_t { kGet, kHead, kPost, kOptions, kOther };

class RequestParser {
 public:
  enum class Step : std::uint8_t {
    kMore,      // all bytes taken, the request is not complete
    kContinue,  // the head is there and the client waits for "100 Continue"; feed the rest afterwards
    kComplete,  // a whole request; bytes behind it were not taken
    kFailed,    // failure() says how to answer
  };
  struct Fed {
    std::size_t taken;
    Step step;
  };
  struct Failure {
    int status = 0;
    std::string_view text;
  };

  static constexpr std::size_t kKeepBytes = 64 * 1024;

  explicit RequestParser(std::size_t body_bytes_max);
  ~RequestParser();
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;

  Fed feed(std::string_view bytes);
  void reset();  // for the next request of the connection

  bool started() const;  // some byte of the request was seen
  bool head_complete() const;
  const Failure& failure() const;

  // The request; after head_complete().
  Method method() const;
  std::string_view path() const;                 // without query; of an absolute URL its path
  std::string_view host() const;                 // of an absolute URL, else of the Host header; with its port
  std::string_view header(Header header) const;  // empty when absent; of repeated ones the last
  bool has_host() const;
  bool keep_alive() const;
  std::string& body();  // after kComplete

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace larder::http
