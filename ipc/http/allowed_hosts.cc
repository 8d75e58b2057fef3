#include "ipc/http/allowed_hosts.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace larder::http {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool name_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' ||
         c == '_';
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// "name:80" -> "name", "[::1]:80" -> "[::1]"; one trailing dot of a fully qualified name goes too. Empty when the
// whole is no host and port: judging a part of it would let the rest mean what it likes ("[::1].evil.example").
std::string_view without_port(std::string_view host) {
  std::string_view name;
  if (host.starts_with('[')) {
    name = host.substr(0, std::min(host.find(']'), host.size() - 1) + 1);
    if (!name.ends_with(']')) return {};
  } else {
    name = host.substr(0, std::min(host.find(':'), host.size()));
    if (!std::ranges::all_of(name, name_character)) return {};
  }
  const std::string_view port = host.substr(name.size());
  if (!port.empty() && (port[0] != ':' || !std::ranges::all_of(port.substr(1), digit))) return {};
  if (name.ends_with('.')) name.remove_suffix(1);
  return name;
}

// A dotted quad whose first number is 127. "127.evil.example" is none.
bool loopback_address(std::string_view name) {
  std::array<unsigned, 4> parts{};
  const char* at = name.data();
  const char* const end = name.data() + name.size();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return false;
    const auto [next, error] = std::from_chars(at, end, parts[i]);
    if (error != std::errc() || parts[i] > 255) return false;
    at = next;
  }
  return at == end && parts[0] == 127;
}

bool loopback(std::string_view name) {
  constexpr std::string_view kUnder = ".localhost";
  if (equal_ignoring_case(name, "localhost") || name == "[::1]") return true;
  if (name.size() > kUnder.size() && equal_ignoring_case(name.substr(name.size() - kUnder.size()), kUnder))
    return true;
  return loopback_address(name);
}

}  // namespace

AllowedHosts::AllowedHosts(std::vector<std::string> names) : names_(std::move(names)) {
  any_ = std::ranges::find(names_, "*") != names_.end();
}

bool AllowedHosts::is_name(std::string_view host) {
  return host == "*" || !without_port(host).empty();
}

bool AllowedHosts::allows_host(std::string_view host) const {
  if (any_) return true;
  const std::string_view name = without_port(host);
  if (name.empty()) return false;
  if (loopback(name)) return true;
  return std::ranges::any_of(
      names_, [&](const std::string& allowed) { return equal_ignoring_case(without_port(allowed), name); });
}

bool AllowedHosts::allows_origin(std::string_view origin) const {
  if (any_) return true;
  const std::size_t scheme = origin.find("://");
  return scheme != std::string_view::npos && allows_host(origin.substr(scheme + 3));
}

}  // namespace larder::http
