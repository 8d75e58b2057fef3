// Checks the bytes of reply heads: which headers stand when, and the form of date and request id.
// Method: heads are written and looked through; ids of many replies are compared.
#include "ipc/http/reply_head.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace larder::http {
namespace {

std::string written(const ReplyHead& head) {
  static HeadWriter writer;
  std::string text;
  writer.append(head, &text);
  return text;
}

TEST(ReplyHead, OfAnOperation) {
  ReplyHead head;
  head.content_type = "application/x-amz-json-1.0";
  head.content_length = 17;
  head.crc = true;
  head.crc32 = 4'000'000'000;
  const std::regex form(
      "HTTP/1\\.1 200 OK\r\nServer: larder\r\n"
      "Date: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT\r\n"
      "Content-Type: application/x-amz-json-1\\.0\r\nContent-Length: 17\r\nConnection: keep-alive\r\n"
      "x-amzn-RequestId: [A-Z0-9]{52}\r\nx-amz-crc32: 4000000000\r\n\r\n");
  EXPECT_TRUE(std::regex_match(written(head), form)) << written(head);
}

TEST(ReplyHead, NamesOnlyWhatApplies) {
  ReplyHead head;
  head.status = 405;
  head.keep_alive = false;
  head.allow = "GET";
  head.gzip = true;
  const std::string text = written(head);
  EXPECT_TRUE(text.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"));
  EXPECT_NE(text.find("\r\nConnection: close\r\n"), std::string::npos);
  EXPECT_NE(text.find("\r\nAllow: GET\r\n"), std::string::npos);
  EXPECT_NE(text.find("\r\nContent-Encoding: gzip\r\n"), std::string::npos);
  for (const char* absent : {"Content-Type", "x-amz", "Access-Control", "Vary"}) {
    EXPECT_EQ(text.find(absent), std::string::npos) << absent;
  }
}

TEST(ReplyHead, OfAPreflight) {
  ReplyHead head;
  head.allow_origin = "http://localhost:3000";
  head.allow_headers = "x-amz-target";
  const std::string text = written(head);
  EXPECT_NE(text.find("\r\nAccess-Control-Allow-Origin: http://localhost:3000\r\n"), std::string::npos);
  EXPECT_NE(text.find("\r\nVary: Origin\r\n"), std::string::npos);
  EXPECT_NE(text.find("\r\nAccess-Control-Allow-Headers: x-amz-target\r\n"), std::string::npos);
}

TEST(ReplyHead, IdsDiffer) {
  ReplyHead head;
  head.crc = true;
  std::set<std::string> ids;
  for (int i = 0; i < 1'000; ++i) {
    const std::string text = written(head);
    ids.insert(text.substr(text.find("RequestId: ") + 11, kRequestIdBytes));
  }
  EXPECT_EQ(ids.size(), 1'000U);
}

}  // namespace
}  // namespace larder::http
