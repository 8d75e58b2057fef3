#include "ipc/http/request_parser.h"

#include <http_parser.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <utility>

#include "storage/model/limits.h"

namespace larder::http {
namespace {

// Names in the order of Header.
constexpr std::array<std::string_view, kHeaders> kHeaderNames = {
    "host",
    "x-amz-target",
    "content-encoding",
    "accept-encoding",
    "expect",
    "origin",
    "access-control-request-headers",
    "transfer-encoding",
};
// Given twice, these would let a request mean one thing to a proxy or to a check and another to us.
constexpr std::array<std::pair<Header, std::string_view>, 5> kSingle = {{
    {Header::kHost, "There is more than one Host header."},
    {Header::kTarget, "There is more than one X-Amz-Target header."},
    {Header::kContentEncoding, "There is more than one Content-Encoding header."},
    {Header::kOrigin, "There is more than one Origin header."},
    {Header::kTransferEncoding, "There is more than one Transfer-Encoding header."},
}};
// A name longer than any of ours is none of ours; only as many bytes of it are kept.
constexpr std::size_t kNameBytesKept = 32;
// Enough for every kept value of an honest client without another allocation.
constexpr std::size_t kHeadBytesReserved = 512;

constexpr int kNoHeader = -1;

constexpr unsigned bit_of(Header header) {
  return 1U << static_cast<unsigned>(header);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// White space before a value is the library's to skip, behind it ours.
std::string_view trimmed(std::string_view value) {
  return value.substr(0, value.find_last_not_of(" \t") + 1);
}

int find_header(std::string_view name) {
  for (std::size_t i = 0; i < kHeaders; ++i) {
    if (equal_ignoring_case(name, kHeaderNames[i])) return static_cast<int>(i);
  }
  return kNoHeader;
}

// Where in `head` a kept string lies.
struct Span {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

}  // namespace

struct RequestParser::State {
  explicit State(std::size_t body_max) : body_bytes_max(body_max) {
    head.reserve(kHeadBytesReserved);
    clear();
  }

  void clear() {
    http_parser_init(&parser, HTTP_REQUEST);
    parser.data = this;
    head.clear();
    url = path = url_host = {};
    values.fill({});
    seen = repeated = 0;
    framing_bytes = 0;
    current = kNoHeader;
    name_size = 0;
    in_value = false;
    head_done = complete = awaits_continue = space_in_name = false;
    failure = {};
    if (body.capacity() > kKeepBytes) std::string().swap(body);
    body.clear();
  }

  std::string_view text(Span span) const { return std::string_view(head).substr(span.offset, span.size); }

  int fail(int status, std::string_view why) {
    failure = {status, why};
    return 1;
  }

  // Counts what the head, or the trailers, hold.
  bool count_framing(std::size_t bytes) {
    framing_bytes += bytes;
    return framing_bytes <= limits::kHeaderBytesMax;
  }

  void append(Span& span, const char* data, std::size_t size) {
    if (span.size == 0) span.offset = static_cast<std::uint32_t>(head.size());
    head.append(data, size);
    span.size += static_cast<std::uint32_t>(size);
  }

  int on_name(const char* data, std::size_t size) {
    // The library lets spaces pass; others may read such a line differently (RFC 9112, 5.1). Like everything about
    // the head's meaning this is judged when the head is whole: its syntax comes first, wherever the bytes are cut.
    if (!head_done && std::find(data, data + size, ' ') != data + size) space_in_name = true;
    if (in_value) {
      in_value = false;
      name_size = 0;
    }
    const std::size_t kept = std::min(size, kNameBytesKept - name_size);
    std::copy_n(data, kept, name.data() + name_size);
    name_size += kept;
    // More than fits: make sure that it equals none of ours.
    if (kept < size) name[0] = '\0';
    return 0;
  }

  int on_value(const char* data, std::size_t size) {
    if (!in_value) {
      in_value = true;
      current = head_done ? kNoHeader : find_header({name.data(), name_size});
      if (current != kNoHeader) {
        const auto bit = 1U << static_cast<unsigned>(current);
        repeated |= seen & bit;
        seen |= bit;
        values[static_cast<std::size_t>(current)] = {};
      }
    }
    if (current != kNoHeader) append(values[static_cast<std::size_t>(current)], data, size);
    return 0;
  }

  int on_head();
  int on_body(const char* data, std::size_t size) {
    if (body.size() + size > body_bytes_max) return fail(413, "Request body is too large.");
    body.append(data, size);
    return 0;
  }

  int split_url();

  http_parser parser{};
  const std::size_t body_bytes_max;
  std::string head;  // the kept values, one after the other
  Span url, path, url_host;
  std::array<Span, kHeaders> values{};
  unsigned seen = 0;      // bit per Header
  unsigned repeated = 0;  // likewise
  std::size_t framing_bytes = 0;
  std::array<char, kNameBytesKept> name{};
  std::size_t name_size = 0;
  int current = kNoHeader;
  bool in_value = false;
  bool space_in_name = false;
  bool head_done = false;
  bool complete = false;
  bool awaits_continue = false;
  std::string body;
  Failure failure;
};

int RequestParser::State::split_url() {
  const std::string_view whole = text(url);
  path = url;
  if (!whole.starts_with('/') && whole != "*") {
    http_parser_url parts;
    http_parser_url_init(&parts);
    const bool connect = parser.method == HTTP_CONNECT;
    if (http_parser_parse_url(whole.data(), whole.size(), connect ? 1 : 0, &parts) != 0) {
      return fail(400, "The request target is not a URL.");
    }
    const auto field = [&](http_parser_url_fields which) -> Span {
      if ((parts.field_set & (1U << static_cast<unsigned>(which))) == 0) return {};
      return {url.offset + parts.field_data[which].off, parts.field_data[which].len};
    };
    url_host = field(UF_HOST);
    path = field(UF_PATH);
    return 0;
  }
  path.size = static_cast<std::uint32_t>(std::min(whole.find_first_of("?#"), whole.size()));
  return 0;
}

int RequestParser::State::on_head() {
  head_done = true;
  framing_bytes = 0;  // from here on it counts trailers
  if (parser.http_major != 1) return fail(505, "Only HTTP/1.0 and HTTP/1.1 are served.");
  if (space_in_name) return fail(400, "A header's name has a space in it.");
  for (const auto& [header, why] : kSingle) {
    if ((repeated & bit_of(header)) != 0) return fail(400, why);
  }
  const bool has_host = (seen & bit_of(Header::kHost)) != 0;
  if (parser.http_minor >= 1 && !has_host) return fail(400, "The Host header is missing.");
  if (split_url() != 0) return 1;
  const bool sized = (parser.flags & F_CONTENTLENGTH) != 0;
  if (sized && parser.content_length > body_bytes_max) return fail(413, "Request body is too large.");
  // The library looks at the last coding alone: what comes before it would be taken for the body itself.
  if ((seen & bit_of(Header::kTransferEncoding)) != 0 &&
      !equal_ignoring_case(trimmed(text(values[static_cast<std::size_t>(Header::kTransferEncoding)])),
                           "chunked")) {
    return fail(501, "Only the chunked transfer encoding is served.");
  }
  const std::string_view expect = text(values[static_cast<std::size_t>(Header::kExpect)]);
  if (!expect.empty()) {
    if (!equal_ignoring_case(expect, "100-continue"))
      return fail(417, "Only the expectation 100-continue is served.");
    const bool has_body = (parser.flags & F_CHUNKED) != 0 || (sized && parser.content_length > 0);
    awaits_continue = has_body && parser.http_minor >= 1;
  }
  if (sized)
    body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(parser.content_length, kKeepBytes)));
  // An upgrade is not served: go on as if it had not been asked for (RFC 9110, 7.8).
  parser.upgrade = 0;
  return 0;
}

namespace {

template <class StateType>
http_parser_settings make_settings() {
  static constexpr auto state = [](http_parser* parser) { return static_cast<StateType*>(parser->data); };
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = [](http_parser* parser, const char* data, std::size_t size) {
    state(parser)->append(state(parser)->url, data, size);
    return 0;
  };
  settings.on_header_field = [](http_parser* parser, const char* data, std::size_t size) {
    if (state(parser)->head_done && !state(parser)->count_framing(size)) {
      return state(parser)->fail(431, "The trailers are too large.");
    }
    return state(parser)->on_name(data, size);
  };
  settings.on_header_value = [](http_parser* parser, const char* data, std::size_t size) {
    if (state(parser)->head_done && !state(parser)->count_framing(size)) {
      return state(parser)->fail(431, "The trailers are too large.");
    }
    return state(parser)->on_value(data, size);
  };
  settings.on_headers_complete = [](http_parser* parser) -> int {
    if (state(parser)->on_head() != 0) return -1;
    // The parser stops behind the head: "100 Continue" goes out before any of the body is read.
    if (state(parser)->awaits_continue) http_parser_pause(parser, 1);
    return 0;
  };
  settings.on_body = [](http_parser* parser, const char* data, std::size_t size) {
    return state(parser)->on_body(data, size);
  };
  settings.on_message_complete = [](http_parser* parser) {
    state(parser)->complete = true;
    // The next request of a pipeline is not looked at before this one is answered.
    http_parser_pause(parser, 1);
    return 0;
  };
  return settings;
}

}  // namespace

RequestParser::RequestParser(std::size_t body_bytes_max) : state_(std::make_unique<State>(body_bytes_max)) {}
RequestParser::~RequestParser() = default;

RequestParser::Fed RequestParser::feed(std::string_view bytes) {
  static const http_parser_settings settings = make_settings<State>();
  State& state = *state_;
  const bool in_head = !state.head_done;
  // No byte beyond the head's limit is looked at before the head is complete.
  std::string_view part = bytes;
  if (in_head)
    part =
        bytes.substr(0, limits::kHeaderBytesMax + 1 - std::min(state.framing_bytes, limits::kHeaderBytesMax));
  std::size_t taken = http_parser_execute(&state.parser, &settings, part.data(), part.size());
  const http_errno error = HTTP_PARSER_ERRNO(&state.parser);
  if (state.failure.status != 0) return {taken, Step::kFailed};
  if (error == HPE_PAUSED) {
    http_parser_pause(&state.parser, 0);
    if (state.complete) return {taken, Step::kComplete};
    state.awaits_continue = false;
    return {taken, Step::kContinue};
  }
  if (error == HPE_HEADER_OVERFLOW) {
    state.fail(431, "The request's headers are too large.");
    return {taken, Step::kFailed};
  }
  if (error != HPE_OK) {
    state.fail(400, http_errno_description(error));
    return {taken, Step::kFailed};
  }
  if (!state.head_done && !state.count_framing(taken)) {
    state.fail(431, "The request's headers are too large.");
    return {taken, Step::kFailed};
  }
  if (taken < bytes.size()) {
    const Fed rest = feed(bytes.substr(taken));
    return {taken + rest.taken, rest.step};
  }
  return {taken, Step::kMore};
}

void RequestParser::reset() {
  state_->clear();
}

bool RequestParser::started() const {
  return state_->framing_bytes > 0 || state_->head_done;
}
bool RequestParser::head_complete() const {
  return state_->head_done;
}
const RequestParser::Failure& RequestParser::failure() const {
  return state_->failure;
}

Method RequestParser::method() const {
  switch (state_->parser.method) {
    case HTTP_GET:
      return Method::kGet;
    case HTTP_HEAD:
      return Method::kHead;
    case HTTP_POST:
      return Method::kPost;
    case HTTP_OPTIONS:
      return Method::kOptions;
    default:
      return Method::kOther;
  }
}

std::string_view RequestParser::path() const {
  return state_->text(state_->path);
}

std::string_view RequestParser::host() const {
  return state_->url_host.size > 0 ? state_->text(state_->url_host) : header(Header::kHost);
}

std::string_view RequestParser::header(Header header) const {
  return trimmed(state_->text(state_->values[static_cast<std::size_t>(header)]));
}

bool RequestParser::has_host() const {
  return state_->url_host.size > 0 || (state_->seen & bit_of(Header::kHost)) != 0;
}

bool RequestParser::keep_alive() const {
  return http_should_keep_alive(&state_->parser) != 0;
}
std::string& RequestParser::body() {
  return state_->body;
}

}  // namespace larder::http
