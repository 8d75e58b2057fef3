// Feeds arbitrary bytes to a connection's state machine, in pieces of arbitrary size, without a socket.
//
// Laws     However the bytes are cut, the replies are the same, but for dates and request ids: the parser has no
//          memory of where a read ended. Every reply is whole: a status line, and as many bytes as its
//          Content-Length says. The machine never waits for more while it holds a complete request.
// Shape    the first byte of the input is the seed of the cuts; the rest is what a client sends.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ipc/http/session.h"
#include "tests/unit/ipc/http/test_site.h"

namespace larder::http {
namespace {

constexpr std::size_t kBodyMax = 4'096;
constexpr std::size_t kRepliesMax = 1'000;

void require(bool holds) {
  if (!holds) std::abort();
}

// The operations of the test site answer at once, but for Store and Long: those targets are left out below.
class Alone final : public Session::Owner {
 public:
  void session_ready(Session::Next) override { require(false); }
};

testing::TestSite& site() {
  static testing::TestSite* const made = [] {
    SiteLimits limits;
    limits.body_bytes_max = kBodyMax;
    return new testing::TestSite(limits);
  }();
  return *made;
}

// Takes the variable parts out: the date, the request id, and the time of the test clock.
std::string without_variables(std::string text) {
  for (const std::string_view name : {"Date: ", "x-amzn-RequestId: ", "x-amz-crc32: "}) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
      at += name.size();
      text.erase(at, text.find("\r\n", at) - at);
    }
  }
  return text;
}

void check_whole(std::string_view reply) {
  require(reply.starts_with("HTTP/1.1 "));
  const std::size_t end = reply.find("\r\n\r\n");
  require(end != std::string_view::npos);
}

// All that is said to `bytes`, whole or cut as `seed` says.
std::string talk(std::string_view bytes, bool cut, std::uint32_t seed) {
  Alone owner;
  api::CompletionInbox inbox([] {});
  static SessionTools tools;
  Session session(site().site, tools, inbox, owner);
  std::string said;
  std::size_t replies = 0;
  while (!bytes.empty()) {
    seed = seed * 1'664'525 + 1'013'904'223;
    const std::size_t piece = !cut ? bytes.size() : 1 + (seed >> 8) % 40;
    const std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    Session::Next next = session.receive(part);
    while (next == Session::Next::kWrite) {
      std::string reply;
      for (const std::string_view text : session.output()) reply += text;
      check_whole(reply);
      said += reply;
      require(++replies < kRepliesMax || bytes.size() + part.size() > kRepliesMax);
      session.take_output(reply.size());
      next = session.sent();
    }
    require(next != Session::Next::kWait);
    if (next == Session::Next::kClose) return said;
  }
  return said;
}

}  // namespace
}  // namespace larder::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder::http;
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  // What goes to other threads is not this target's matter; nor is what time it is.
  for (const std::string_view word : {"Store", "Long", "clock", "metrics"}) {
    if (bytes.find(word) != std::string_view::npos) return 0;
  }
  const std::string whole = without_variables(talk(bytes, false, 0));
  require(whole == without_variables(talk(bytes, true, data[0])));
  return 0;
}
