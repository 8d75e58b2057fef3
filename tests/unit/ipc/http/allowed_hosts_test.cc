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
  for (const char* name :
       {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.evil.example",
        "128.0.0.1", "127.0.0.256", "127.0.0", "notlocalhost", "[::2]", "[::1", "0.0.0.0"}) {
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

TEST(AllowedHosts, JudgesOriginsByTheirHost) {
  const AllowedHosts hosts({"app.example"});
  EXPECT_TRUE(hosts.allows_origin("http://localhost:3000"));
  EXPECT_TRUE(hosts.allows_origin("https://app.example"));
  EXPECT_FALSE(hosts.allows_origin("https://evil.example"));
  EXPECT_FALSE(hosts.allows_origin("null"));
  EXPECT_TRUE(AllowedHosts({"*"}).allows_origin("null"));
}

}  // namespace
}  // namespace larder::http
