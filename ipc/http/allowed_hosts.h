// ipc/http/allowed_hosts.h
//
// Which names a client may have come by. A web page that a browser shows can send requests to a loopback
// address, by DNS rebinding under the page's own name; a server without keys must not serve those. So a
// request's Host, and its Origin when there is one, must be a loopback name or one that the operator allowed.
//
// Shape    a name is compared without its port and without regard to case; "localhost", names under
// ".localhost",
//          127.0.0.0/8 and [::1] are loopback. "*" allows every name.
// Threads  const after construction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace larder::http {

class AllowedHosts {
 public:
  explicit AllowedHosts(std::vector<std::string> names);

  bool allows_host(std::string_view host) const;      // of a Host header: "localhost:8000"
  bool allows_origin(std::string_view origin) const;  // of an Origin header: "http://localhost:3000"
  bool allows_any() const { return any_; }

  // Whether it could ever match: "name", "name:80", "[::1]", "*", and nothing before or behind.
  static bool is_name(std::string_view host);

 private:
  std::vector<std::string> names_;
  bool any_ = false;
};

}  // namespace larder::http
