// Checks that requests come out of the parser whole however their bytes are cut, and that what is too large or
// malformed is refused with the right status at the right byte.
// Method: every request is fed whole, and again cut at every byte; refusals are rows of text and status.
#include "ipc/http/request_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "storage/model/limits.h"

namespace larder::http {
namespace {

using Step = RequestParser::Step;
constexpr std::size_t kBodyMax = 1'000;

// Feeds all of `bytes` in pieces of `piece`; goes on after "100 Continue". Returns the last step.
Step feed_all(RequestParser& parser, std::string_view bytes, std::size_t piece) {
  Step step = Step::kMore;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, piece);
    const RequestParser::Fed fed = parser.feed(part);
    EXPECT_LE(fed.taken, part.size());
    step = fed.step;
    bytes.remove_prefix(fed.taken);
    if (step == Step::kComplete || step == Step::kFailed) return step;
    EXPECT_TRUE(step == Step::kContinue || fed.taken == part.size()) << "asks for more while bytes are left";
  }
  return step;
}

const std::string kPost =
    "POST /x?y=1 HTTP/1.1\r\nHOST: localhost:8000\r\nx-amz-TARGET:  DynamoDB_20120810.GetItem \r\n"
    "A-Header-With-A-Very-Long-Name-That-No-One-Keeps: host\r\nContent-Length: 5\r\n\r\nhello";
const std::string kChunked =
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nX-Amz-Target: T\r\n\r\n"
    "3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nHost: other\r\n\r\n";

TEST(RequestParser, GivesTheSameRequestWhereverItIsCut) {
  for (std::size_t piece = 1; piece <= kPost.size(); ++piece) {
    RequestParser parser(kBodyMax);
    ASSERT_EQ(feed_all(parser, kPost, piece), Step::kComplete) << piece;
    EXPECT_EQ(parser.method(), Method::kPost);
    EXPECT_EQ(parser.path(), "/x");
    EXPECT_EQ(parser.host(), "localhost:8000");
    EXPECT_EQ(parser.header(Header::kTarget), "DynamoDB_20120810.GetItem") << piece;
    EXPECT_EQ(parser.header(Header::kOrigin), "");
    EXPECT_EQ(parser.body(), "hello");
    EXPECT_TRUE(parser.keep_alive());
  }
}

TEST(RequestParser, JoinsChunksAndPassesTrailersBy) {
  for (std::size_t piece = 1; piece <= kChunked.size(); ++piece) {
    RequestParser parser(kBodyMax);
    ASSERT_EQ(feed_all(parser, kChunked, piece), Step::kComplete) << piece;
    EXPECT_EQ(parser.body(), "abcde");
    EXPECT_EQ(parser.host(), "h") << "a trailer is no header";
  }
}

TEST(RequestParser, LeavesTheNextRequestAlone) {
  RequestParser parser(kBodyMax);
  const std::string two = kPost + kChunked;
  const RequestParser::Fed first = parser.feed(two);
  EXPECT_EQ(first.step, Step::kComplete);
  EXPECT_EQ(first.taken, kPost.size());
  parser.reset();
  EXPECT_FALSE(parser.started());
  EXPECT_EQ(feed_all(parser, std::string_view(two).substr(first.taken), SIZE_MAX), Step::kComplete);
  EXPECT_EQ(parser.body(), "abcde");
}

TEST(RequestParser, StopsBehindTheHeadWhenTheClientWaits) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
  RequestParser parser(kBodyMax);
  const RequestParser::Fed fed = parser.feed(head);
  ASSERT_EQ(fed.step, Step::kContinue);
  EXPECT_EQ(feed_all(parser, head.substr(fed.taken) + "ok", 1), Step::kComplete);
  EXPECT_EQ(parser.body(), "ok");
}

TEST(RequestParser, TakesTheHostOfAnAbsoluteTarget) {
  RequestParser parser(kBodyMax);
  ASSERT_EQ(
      feed_all(parser, "GET http://evil.example:1/metrics?a HTTP/1.1\r\nHost: localhost\r\n\r\n", SIZE_MAX),
      Step::kComplete);
  EXPECT_EQ(parser.host(), "evil.example");
  EXPECT_EQ(parser.path(), "/metrics");
}

TEST(RequestParser, KnowsWhenTheConnectionEnds) {
  struct Row {
    const char* why;
    const char* text;
    bool keep;
  };
  const Row rows[] = {
      {"1.1 keeps", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", true},
      {"1.1 told to close", "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", false},
      {"1.0 closes", "GET / HTTP/1.0\r\n\r\n", false},
      {"1.0 told to keep", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true},
  };
  for (const Row& row : rows) {
    RequestParser parser(kBodyMax);
    ASSERT_EQ(feed_all(parser, row.text, SIZE_MAX), Step::kComplete) << row.why;
    EXPECT_EQ(parser.keep_alive(), row.keep) << row.why;
  }
}

struct Refusal {
  const char* why;
  std::string text;
  int status;
};

TEST(RequestParser, RefusesWithTheStatusThatFits) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\n";
  const Refusal rows[] = {
      {"no HTTP at all", "\x16\x03\x01\x02\x03", 400},
      {"unknown method", "FROB / HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"no Host", "GET / HTTP/1.1\r\n\r\n", 400},
      {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"space in a name", head + "a b: c\r\n\r\n", 400},
      {"length that is no number", head + "Content-Length: 5x\r\n\r\n", 400},
      {"two lengths", head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400},
      {"length and chunks", head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {"chunk size that is no number", head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
      {"another transfer coding", head + "Transfer-Encoding: gzip\r\n\r\n", 501},
      {"a coding before chunked", head + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
      {"a coding that ends like chunked", head + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501},
      {"chunked twice", head + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 501},
      {"two Transfer-Encodings",
       head + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"two targets", head + "X-Amz-Target: a\r\nX-Amz-Target: a\r\n\r\n", 400},
      {"two Content-Encodings", head + "Content-Encoding: gzip\r\nContent-Encoding: identity\r\n\r\n", 400},
      {"two Origins", head + "Origin: http://evil\r\nOrigin: http://localhost\r\n\r\n", 400},
      {"too long by its length", head + "Content-Length: 1001\r\n\r\n", 413},
      {"too long by its chunks", head + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + std::string(1'001, 'x'),
       413},
      {"another expectation", head + "Expect: miracles\r\n\r\n", 417},
      {"large head", head + "a: " + std::string(limits::kHeaderBytesMax, 'x'), 431},
      {"large target", "GET /" + std::string(limits::kHeaderBytesMax, 'x'), 431},
      {"large trailers",
       head + "Transfer-Encoding: chunked\r\n\r\n0\r\na: " + std::string(limits::kHeaderBytesMax + 1, 'x'),
       431},
      {"HTTP/2", "GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505},
  };
  for (const Refusal& row : rows) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{SIZE_MAX}}) {
      RequestParser parser(kBodyMax);
      EXPECT_EQ(feed_all(parser, row.text, piece), Step::kFailed) << row.why << " in pieces of " << piece;
      EXPECT_EQ(parser.failure().status, row.status) << row.why << " in pieces of " << piece;
    }
  }
}

// Found by the fuzz target: two faults in one head, of which the cut decided which was named.
TEST(RequestParser, RefusesForTheSameReasonWhereverItIsCut) {
  const std::string text = "GET / HTTP/1.1\r\nHost: a\r\nHost: b\x0c\x01\r\n\r\n";
  RequestParser whole(kBodyMax);
  ASSERT_EQ(feed_all(whole, text, SIZE_MAX), Step::kFailed);
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    RequestParser parser(kBodyMax);
    ASSERT_EQ(feed_all(parser, text, piece), Step::kFailed) << piece;
    EXPECT_EQ(parser.failure().text, whole.failure().text) << piece;
  }
}

TEST(RequestParser, RefusesALongBodyBeforeItComes) {
  RequestParser parser(kBodyMax);
  const RequestParser::Fed fed = parser.feed("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n");
  EXPECT_EQ(fed.step, Step::kFailed) << "the head alone is enough to refuse";
}

TEST(RequestParser, AcceptsABodyAndAHeadOfExactlyTheLimit) {
  RequestParser parser(kBodyMax);
  EXPECT_EQ(
      feed_all(parser, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n" + std::string(1'000, 'x'),
               99),
      Step::kComplete);
  parser.reset();
  std::string head = "GET / HTTP/1.1\r\nHost: h\r\na: ";
  head += std::string(limits::kHeaderBytesMax - head.size() - 4, 'x') + "\r\n\r\n";
  ASSERT_EQ(head.size(), limits::kHeaderBytesMax);
  EXPECT_EQ(feed_all(parser, head, SIZE_MAX), Step::kComplete);
}

}  // namespace
}  // namespace larder::http
