// Checks the HTTP front on a real socket: routing, errors, pipelines, codings, CORS, time-outs, limits, stopping.
// Method: a server over operations of the test's own (test_site.h) and a plain blocking client. Time-outs are of
// some milliseconds; no test waits for a time to pass, only for what the server does then.
#include "ipc/http/server.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "ipc/http/content_coding.h"
#include "tests/unit/ipc/http/test_site.h"

namespace larder::http::testing {
namespace {

using std::chrono::milliseconds;

const std::string kEcho = post("Echo", R"({"text":"hi"})");
constexpr std::string_view kHi = R"({"text":"hi"})";

SiteLimits short_limits() {
  SiteLimits limits;
  limits.header_timeout = limits.body_timeout = limits.idle_timeout = limits.write_timeout =
      milliseconds(60'000);
  limits.sweep_interval = milliseconds(5);
  return limits;
}

TEST(Server, AnswersAnOperation) {
  TestSite site;
  site.serve();
  Client client(site.port());
  client.send(kEcho);
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, kHi);
  EXPECT_EQ(reply.header("content-type"), "application/x-amz-json-1.0");
  EXPECT_EQ(reply.header("x-amz-crc32"), std::to_string(crc32_of(reply.body)));
  EXPECT_EQ(reply.header("x-amzn-requestid").size(), 52U);
  EXPECT_EQ(site.metrics.value(&test_operations()[1], api::RequestResult::kOk), 1U);
}

TEST(Server, GivesEachRequestAnIdOfItsOwn) {
  TestSite site;
  site.serve();
  Client client(site.port());
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    client.send(kEcho);
    ids.emplace(client.read_reply().header("x-amzn-requestid"));
  }
  EXPECT_EQ(ids.size(), 100U);
}

TEST(Server, AnswersARequestCutAtEveryByte) {
  TestSite site;
  site.serve();
  Client client(site.port());
  for (std::size_t cut = 1; cut < kEcho.size(); ++cut) {
    client.send(std::string_view(kEcho).substr(0, cut));
    client.send(std::string_view(kEcho).substr(cut));
    ASSERT_EQ(client.read_reply().body, kHi) << cut;
  }
}

TEST(Server, AnswersAPipelineInOrder) {
  TestSite site;
  site.serve({.port = 0, .threads = 2});
  Client client(site.port());
  std::string all;
  for (int i = 0; i < 300; ++i) {
    const std::string body = R"({"text":")" + std::to_string(i) + R"("})";
    const char* const operations[] = {"Echo", "Store", "Long"};
    all += post(operations[i % 3], body);
  }
  client.send(all);
  for (int i = 0; i < 300; ++i) {
    const Reply reply = client.read_reply();
    ASSERT_EQ(reply.status, 200) << i;
    ASSERT_EQ(reply.body, R"({"text":")" + std::to_string(i) + R"("})");
  }
}

TEST(Server, FinishesLongReadsOnAReaderThread) {
  TestSite site;
  site.serve();
  Client client(site.port());
  client.send(post("Long", R"({"text":"hi"})"));
  EXPECT_EQ(client.read_reply().body, kHi);
  EXPECT_EQ(last_read_thread(), "larder-reader");
}

TEST(Server, WritesComeBackFromTheWriter) {
  TestSite site;
  site.serve();
  Client client(site.port());
  client.send(post("Store", R"({"text":"hi"})"));
  EXPECT_EQ(client.read_reply().body, kHi);
  client.send(post("Store", R"({"text":"bad"})"));
  const Reply refused = client.read_reply();
  EXPECT_EQ(refused.status, 400);
  EXPECT_NE(refused.body.find("bad text"), std::string::npos);
}

TEST(Server, AnswersErrorsAsTheServiceDoes) {
  TestSite site;
  site.serve();
  Client client(site.port());
  struct Row {
    const char* why;
    std::string request;
    int status;
    const char* says;
  };
  const Row rows[] = {
      {"a failed call", post("Fail", "{}"), 400, "#ConditionalCheckFailedException"},
      {"an unknown operation", post("Frobnicate", "{}"), 400, "#UnknownOperationException"},
      {"no operation", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", 400,
       "#UnknownOperationException"},
      {"no JSON", post("Echo", "{"), 400, "#SerializationException"},
      {"an empty body", post("Echo", ""), 400, "#SerializationException"},
      {"a wrong type", post("Echo", R"({"text":1})"), 400, "#SerializationException"},
      {"a broken constraint", post("Fill", R"({"count":-1})"), 400, "#ValidationException"},
      {"a library that throws", post("Break", "{}"), 500, "#InternalServerError"},
      {"an unknown coding", post("Echo", "{}", "Content-Encoding: br\r\n"), 400, "#SerializationException"},
  };
  for (const Row& row : rows) {
    client.send(row.request);
    const Reply reply = client.read_reply();
    EXPECT_EQ(reply.status, row.status) << row.why;
    EXPECT_NE(reply.body.find(row.says), std::string::npos) << row.why << ": " << reply.body;
    EXPECT_EQ(reply.header("x-amz-crc32"), std::to_string(crc32_of(reply.body))) << row.why;
    EXPECT_EQ(reply.header("connection"), "keep-alive") << row.why;
  }
  ASSERT_EQ(site.log.lines().size(), 1U) << "a 5xx is logged once, a 4xx never";
  EXPECT_NE(site.log.lines()[0].find("broken"), std::string::npos);
}

TEST(Server, RefusesBadFramingAndEndsTheConnection) {
  TestSite site;
  site.serve();
  const struct {
    const char* request;
    int status;
  } rows[] = {
      {"nonsense\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", 413},
      {"GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", 505},
  };
  for (const auto& row : rows) {
    Client client(site.port());
    client.send(row.request);
    const Reply reply = client.read_reply();
    EXPECT_EQ(reply.status, row.status);
    EXPECT_EQ(reply.header("connection"), "close");
    client.finish_sending();
    EXPECT_TRUE(client.closed());
  }
}

TEST(Server, ARefusalReachesAClientThatIsStillSending) {
  TestSite site;
  site.serve();
  Client client(site.port());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n");
  client.send(std::string(4 << 20, 'x'));
  EXPECT_EQ(client.read_reply().status, 413);
}

TEST(Server, RoutesPathsAndMethods) {
  TestSite site;
  site.serve();
  Client client(site.port());
  const auto ask = [&](const std::string& line) {
    client.send(line + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return client.read_reply();
  };
  EXPECT_EQ(ask("GET /").body, "healthy: localhost\n");
  EXPECT_NE(ask("GET /metrics").body.find("larder_requests_total"), std::string::npos);
  EXPECT_EQ(ask("GET /nothing").status, 404);
  const Reply wrong = ask("PUT /");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.header("allow"), "get, head, post, options");
  EXPECT_EQ(ask("POST /metrics").status, 405);
  client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string head = client.read_all();
  EXPECT_NE(head.find("Content-Length: 19\r\n"), std::string::npos);
  EXPECT_TRUE(head.ends_with("\r\n\r\n")) << "HEAD has no body";
}

TEST(Server, ServesHttp10) {
  TestSite site;
  site.serve();
  Client client(site.port());
  client.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read_reply().header("connection"), "close");
  EXPECT_TRUE(client.closed());
}

TEST(Server, LetsAClientWaitForContinue) {
  TestSite site;
  site.serve();
  Client client(site.port());
  std::string request = post("Echo", kHi, "Expect: 100-continue\r\n");
  const std::size_t head = request.find("\r\n\r\n") + 4;
  client.send(std::string_view(request).substr(0, head));
  EXPECT_EQ(client.read_reply().status, 100);
  client.send(std::string_view(request).substr(head));
  EXPECT_EQ(client.read_reply().body, kHi);
}

TEST(Server, UnpacksRequestsAndPacksReplies) {
  TestSite site;
  site.serve();
  Client client(site.port());
  std::string packed;
  const std::string text = R"({"text":")" + std::string(1'000, 'y') + R"("})";
  ASSERT_TRUE(gzip_append(text, &packed));
  client.send(post("Echo", packed, "Content-Encoding: gzip\r\n"));
  EXPECT_EQ(client.read_reply().body, text);

  client.send(post("Fill", R"({"count":5000})", "Accept-Encoding: gzip\r\n"));
  Reply reply = client.read_reply();
  EXPECT_EQ(reply.header("content-encoding"), "gzip");
  EXPECT_EQ(reply.header("x-amz-crc32"), std::to_string(crc32_of(reply.body))) << "of the bytes sent";
  ASSERT_TRUE(inflate_body(Coding::kGzip, 10'000, &reply.body).ok());
  EXPECT_EQ(reply.body, R"({"text":")" + std::string(5'000, 'x') + R"("})");

  client.send(post("Fill", R"({"count":5000})"));
  EXPECT_EQ(client.read_reply().header("content-encoding"), "") << "nobody asked";
}

TEST(Server, StopsABombAtTheBodyLimit) {
  SiteLimits limits;
  limits.body_bytes_max = 10'000;
  TestSite site(limits);
  site.serve();
  Client client(site.port());
  std::string packed;
  ASSERT_TRUE(gzip_append(std::string(5'000'000, ' '), &packed));
  client.send(post("Echo", packed, "Content-Encoding: gzip\r\n"));
  EXPECT_EQ(client.read_reply().status, 413);
}

TEST(Server, RefusesOtherHosts) {
  TestSite site({}, {"db.example"});
  site.serve();
  Client client(site.port());
  client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  const Reply refused = client.read_reply();
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("--allow-host"), std::string::npos);
  client.send("GET / HTTP/1.1\r\nHost: db.example:1\r\n\r\n");
  EXPECT_EQ(client.read_reply().status, 200);
}

TEST(Server, AnswersPreflightsOfAllowedPages) {
  TestSite site;
  site.serve();
  Client client(site.port());
  const auto preflight = [&](const std::string& origin) {
    client.send(
        "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin +
        "\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-amz-target\r\n\r\n");
    return client.read_reply();
  };
  const Reply allowed = preflight("http://localhost:3000");
  EXPECT_EQ(allowed.status, 200);
  EXPECT_EQ(allowed.header("access-control-allow-origin"), "http://localhost:3000");
  EXPECT_EQ(allowed.header("access-control-allow-headers"), "x-amz-target");
  const Reply refused = preflight("http://evil.example");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.header("access-control-allow-origin"), "");
}

TEST(Server, AnyHostMeansAnyPage) {
  TestSite site({}, {"*"});
  site.serve();
  Client client(site.port());
  client.send(post("Echo", kHi, "Origin: http://evil.example\r\n"));
  EXPECT_EQ(client.read_reply().header("access-control-allow-origin"), "*");
}

TEST(Server, LetsTestsMoveTheClock) {
  TestSite site;
  site.serve();
  Client client(site.port());
  const auto post_clock = [&](const std::string& body) {
    client.send("POST /_larder/clock HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
    return client.read_reply();
  };
  EXPECT_EQ(post_clock(R"({"freeze":true})").status, 200);
  EXPECT_EQ(post_clock(R"({"set_ms":1000})").body, R"({"now_ms":1000})");
  EXPECT_EQ(post_clock(R"({"advance_ms":234})").body, R"({"now_ms":1234})");
  EXPECT_EQ(post_clock(R"({"resume":true})").status, 200);
  for (const char* bad :
       {"{}", R"({"freeze":false})", R"({"set_ms":1,"freeze":true})", R"({"set_ms":"1"})", "x"}) {
    EXPECT_EQ(post_clock(bad).status, 400) << bad;
  }
}

TEST(Server, EndsIdleConnections) {
  SiteLimits limits = short_limits();
  limits.idle_timeout = milliseconds(20);
  TestSite site(limits);
  site.serve();
  Client client(site.port());
  client.send(kEcho);
  EXPECT_EQ(client.read_reply().status, 200);
  EXPECT_TRUE(client.closed());
}

TEST(Server, EndsSlowHeadsAndBodies) {
  SiteLimits limits = short_limits();
  limits.header_timeout = limits.body_timeout = milliseconds(20);
  TestSite site(limits);
  site.serve();
  for (const std::size_t sent : {std::size_t{10}, kEcho.size() - 3}) {
    Client client(site.port());
    client.send(std::string_view(kEcho).substr(0, sent));
    EXPECT_EQ(client.read_reply().status, 408) << sent;
    EXPECT_TRUE(client.closed()) << sent;
  }
}

TEST(Server, AClientThatReadsNothingHoldsUpNobody) {
  SiteLimits limits = short_limits();
  limits.write_timeout = milliseconds(50);
  TestSite site(limits);
  site.serve();
  Client stuck(site.port());
  stuck.send(post("Fill", R"({"count":90000000})"));
  Client client(site.port());
  client.send(kEcho);
  EXPECT_EQ(client.read_reply().status, 200) << "one thread serves both";
  // Only the server's own patience ends a connection that nobody reads.
  while (site.site.connections.value() > 1) std::this_thread::yield();
}

TEST(Server, ClientsThatReadNothingHoldABoundedMemory) {
  SiteLimits limits = short_limits();
  limits.write_timeout = std::chrono::hours(1);
  limits.stalled_after = milliseconds(10);
  limits.stalled_bytes_max = 100'000'000;
  TestSite site(limits);
  site.serve();
  std::vector<std::unique_ptr<Client>> stuck;
  for (std::size_t i = 0; i < 3; ++i) {
    stuck.push_back(std::make_unique<Client>(site.port()));
    stuck.back()->send(post("Fill", R"({"count":60000000})"));
  }
  // Long before the time-out: one of them fits.
  while (site.site.connections.value() > 1) std::this_thread::yield();
  stuck.clear();
  while (site.site.connections.value() > 0) std::this_thread::yield();
  Client client(site.port());
  client.send(post("Fill", R"({"count":60000000})"));
  EXPECT_EQ(client.read_reply().status, 200) << "whoever reads is not cut off";
}

TEST(Server, AWriteOutlivesItsConnection) {
  TestSite site;
  site.serve();
  hold_writes();
  {
    Client client(site.port());
    client.send(post("Store", R"({"text":"hi"})"));
    client.send("x");
    wait_for_held_write();
  }
  Client other(site.port());
  other.send(kEcho);
  EXPECT_EQ(other.read_reply().status, 200);
  release_writes();
  other.send(post("Store", R"({"text":"hi"})"));
  EXPECT_EQ(other.read_reply().status, 200);
}

TEST(Server, MoreConnectionsThanAllowedWait) {
  SiteLimits limits = short_limits();
  limits.connections_max = 2;
  TestSite site(limits);
  site.serve();
  auto first = std::make_unique<Client>(site.port());
  Client second(site.port());
  for (Client* client : {first.get(), &second}) {
    client->send(kEcho);
    ASSERT_EQ(client->read_reply().status, 200);
  }
  Client third(site.port());
  third.send(kEcho);
  second.send(kEcho);
  EXPECT_EQ(second.read_reply().status, 200);
  EXPECT_EQ(site.site.connections.value(), 2U);
  first.reset();
  EXPECT_EQ(third.read_reply().status, 200) << "taken when another ended";
}

TEST(Server, DrainsWhatIsUnderWay) {
  TestSite site;
  Server& server = site.serve();
  Client idle(site.port());
  idle.send(kEcho);
  EXPECT_EQ(idle.read_reply().status, 200);
  hold_writes();
  Client busy(site.port());
  busy.send(post("Store", R"({"text":"hi"})"));
  wait_for_held_write();
  std::thread opener([&] {
    EXPECT_TRUE(idle.closed()) << "an idle connection ends at once";
    release_writes();
  });
  EXPECT_TRUE(server.drain(milliseconds(10'000)));
  opener.join();
  const Reply reply = busy.read_reply();
  EXPECT_EQ(reply.body, kHi);
  EXPECT_EQ(reply.header("connection"), "close");
}

TEST(Server, StopsWithAWriteInFlight) {
  TestSite site;
  Server& server = site.serve();
  hold_writes();
  Client client(site.port());
  client.send(post("Store", R"({"text":"hi"})"));
  wait_for_held_write();
  EXPECT_FALSE(server.drain(milliseconds(1)));
  release_writes();
  site.stop_writer();
  server.stop();
}

TEST(Server, SaysWhatItCannotListenOn) {
  TestSite site;
  const Server& server = site.serve();
  const auto taken = Server::listen(site.site, {.port = server.port()});
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.error().message,
            "cannot listen on 127.0.0.1:" + std::to_string(server.port()) + ": Address already in use");
  EXPECT_FALSE(Server::listen(site.site, {.address = "nowhere", .port = 0}).ok());
  const auto tls = Server::listen(
      site.site, {.port = 0, .tls_certificate_file = "/nonexistent.pem", .tls_key_file = "/k"});
  ASSERT_FALSE(tls.ok());
  EXPECT_NE(tls.error().message.find("/nonexistent.pem"), std::string::npos);
}

TEST(Server, ServesManyClientsOnSeveralThreads) {
  TestSite site;
  site.serve({.port = 0, .threads = 3});
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&site, t] {
      Client client(site.port());
      for (int i = 0; i < 200; ++i) {
        const char* const operations[] = {"Echo", "Store", "Long"};
        const std::string body = R"({"text":")" + std::to_string(t * 1'000 + i) + R"("})";
        client.send(post(operations[i % 3], body));
        const Reply reply = client.read_reply();
        ASSERT_EQ(reply.body, body);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace larder::http::testing
