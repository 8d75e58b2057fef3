// Checks that bodies survive gzip, that a bomb stops at the limit, and that every damaged stream is refused.
// Method: what gzip_append made is inflated; truncations of every length; a deflate stream in both of its forms.
#include "ipc/http/content_coding.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace larder::http {
namespace {

std::string packed(std::string_view text) {
  std::string bytes;
  EXPECT_TRUE(gzip_append(text, &bytes));
  return bytes;
}

std::string deflated(std::string_view text, int window) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string to(text.size() + 64, '\0');
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(to.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  to.resize(to.size() - stream.avail_out);
  deflateEnd(&stream);
  return to;
}

TEST(ContentCoding, InflatesWhatItPacked) {
  const std::string text(100'000, 'a');
  std::string bytes = packed(text);
  EXPECT_LT(bytes.size(), text.size() / 10);
  ASSERT_TRUE(inflate_body(Coding::kGzip, text.size(), &bytes).ok()) << "exactly the limit is allowed";
  EXPECT_EQ(bytes, text);
}

TEST(ContentCoding, InflatesBothFormsOfDeflate) {
  for (const int window : {15, -15}) {
    std::string bytes = deflated("hello hello hello", window);
    ASSERT_TRUE(inflate_body(Coding::kDeflate, 100, &bytes).ok()) << window;
    EXPECT_EQ(bytes, "hello hello hello");
  }
}

TEST(ContentCoding, StopsABombAtTheLimit) {
  std::string bytes = packed(std::string(10'000'000, '\0'));
  const Result<void> result = inflate_body(Coding::kGzip, 99'999, &bytes);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kRequestTooLarge);
}

TEST(ContentCoding, RefusesEveryTruncationAndWhatFollows) {
  const std::string whole = packed("hello hello hello hello hello hello");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::string bytes = whole.substr(0, size);
    EXPECT_FALSE(inflate_body(Coding::kGzip, 1'000, &bytes).ok()) << size;
  }
  std::string longer = whole + "x";
  EXPECT_FALSE(inflate_body(Coding::kGzip, 1'000, &longer).ok());
}

TEST(ContentCoding, LeavesWhatDoesNotShrink) {
  std::string to = "before";
  EXPECT_FALSE(gzip_append("abc", &to));
  EXPECT_EQ(to, "before");
}

TEST(ContentCoding, ReadsAcceptEncoding) {
  struct Row {
    const char* value;
    bool gzip;
  };
  const Row rows[] = {{"", false},
                      {"identity", false},
                      {"gzip", true},
                      {"deflate, GZIP", true},
                      {"gzip;q=0", false},
                      {"gzip; q=0.0", false},
                      {"gzip;q=0.5", true},
                      {"*", true},
                      {"gzip;q=0, *", false},
                      {"*;q=0", false},
                      {"br, gzip;q=1.0", true},
                      {"xgzip", false}};
  for (const Row& row : rows) EXPECT_EQ(accepts_gzip(row.value), row.gzip) << row.value;
}

TEST(ContentCoding, NamesCodings) {
  EXPECT_EQ(coding_of(""), Coding::kIdentity);
  EXPECT_EQ(coding_of(" GZip "), Coding::kGzip);
  EXPECT_EQ(coding_of("deflate"), Coding::kDeflate);
  EXPECT_EQ(coding_of("br"), Coding::kUnknown);
  EXPECT_EQ(coding_of("gzip, gzip"), Coding::kUnknown) << "a body packed twice is not served";
}

TEST(ContentCoding, ChecksumIsThatOfZip) {
  EXPECT_EQ(crc32_of("123456789"), 0xCBF43926U);
}

}  // namespace
}  // namespace larder::http
