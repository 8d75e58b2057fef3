// Checks which names of Host and Origin are served. Method: rows of names, without and with --allow-host.
#include "ipc/http/allowed_hosts.h"

#include <gtest/gtest.h>

namespace larder::http {
namespace {

TEST(AllowedHosts, ServesLoopbackNamesOnly) {
  const AllowedHosts hosts({});
  for (const char* name : {"localhost", "LOCALHOST:8000", "localhost.", "db.localhost:1", "127.0.0.1",
                           "127.9.8.7:80", "[::1]", "[::1]:8000"}) {
    EXPECT_TRUE(hosts.allows_host(name)) << name;
  }
  for (const char* name : {"",
                           "evil.example",
                           "localhost.evil.example",
                           "127.0.0.1.evil.example",
                           "127.evil.example",
                           "128.0.0.1",
                           "127.0.0.256",
                           "127.0.0",
                           "notlocalhost",
                           "[::2]",
                           "[::1",
                           "0.0.0.0",
                           "[::1]evil.example",
                           "[::1].evil.example:80",
                           "localhost:80@evil.example",
                           "localhost:evil",
                           "evil.example/.localhost",
                           "a b.localhost",
                           "[",
                           ":80",
                           "localhost, evil.example",
                           "evil.example@localhost"}) {
    EXPECT_FALSE(hosts.allows_host(name)) << name;
  }
}

TEST(AllowedHosts, ServesWhatTheOperatorNamed) {
  const AllowedHosts hosts({"larder", "Db.Example"});
  EXPECT_TRUE(hosts.allows_host("larder:8000"));
  EXPECT_TRUE(hosts.allows_host("db.example"));
  EXPECT_FALSE(hosts.allows_host("x.larder"));
  EXPECT_FALSE(hosts.allows_any());
  EXPECT_TRUE(AllowedHosts({"*"}).allows_host("anything"));
}

TEST(AllowedHosts, TellsANameFromWhatCanNeverMatch) {
  for (const char* name : {"*", "larder", "db_1.example:80", "[fe80::1]"})
    EXPECT_TRUE(AllowedHosts::is_name(name)) << name;
  for (const char* name : {"", "http://x", "fe80::1", "x y", "[::1", "x:80:90"})
    EXPECT_FALSE(AllowedHosts::is_name(name)) << name;
}

TEST(AllowedHosts, JudgesOriginsByTheirHost) {
  const AllowedHosts hosts({"app.example"});
  EXPECT_TRUE(hosts.allows_origin("http://localhost:3000"));
  EXPECT_TRUE(hosts.allows_origin("https://app.example"));
  EXPECT_FALSE(hosts.allows_origin("https://evil.example"));
  EXPECT_FALSE(hosts.allows_origin("null"));
  EXPECT_FALSE(hosts.allows_origin("http://evil.example/.localhost"));
  EXPECT_TRUE(AllowedHosts({"*"}).allows_origin("null"));
}

}  // namespace
}  // namespace larder::http
