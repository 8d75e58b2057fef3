#include "ipc/http/session.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "ipc/http/content_coding.h"
#include "ipc/wire/body.h"
#include "ipc/wire/error_json.h"
#include "ipc/wire/shape.h"

namespace larder::http {
namespace {

constexpr std::string_view kJsonType = "application/x-amz-json-1.0";
constexpr std::string_view kTextType = "text/plain; charset=utf-8";
constexpr std::string_view kMetricsType = "text/plain; version=0.0.4";
constexpr std::string_view kTargetPrefix = "DynamoDB_20120810.";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// Replies below this size fit a network packet as they are.
constexpr std::size_t kGzipBytesMin = 1'400;
// A reply's memory up to this size is kept for the next one.
constexpr std::size_t kReplyBytesKept = 64 * 1024;

// A header that is repeated in a reply must not smuggle in a line.
std::string_view echoed(std::string_view value) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return std::ranges::any_of(value, control) ? std::string_view() : value;
}

void release_large(std::string* text) {
  if (text->capacity() > kReplyBytesKept) std::string().swap(*text);
  text->clear();
}

// {"set_ms": 1700000000000} | {"advance_ms": 1000} | {"freeze": true} | {"resume": true}
constexpr wire::Shape kClockMillis{.kind = wire::ShapeKind::kInteger, .name = "Millis"};
constexpr wire::Shape kClockFlag{.kind = wire::ShapeKind::kBoolean, .name = "Flag"};
constexpr wire::ShapeMember kClockMembers[] = {
    {.name = "advance_ms", .shape = &kClockMillis},
    {.name = "freeze", .shape = &kClockFlag},
    {.name = "resume", .shape = &kClockFlag},
    {.name = "set_ms", .shape = &kClockMillis},
};
constexpr wire::Shape kClockInput{
    .kind = wire::ShapeKind::kStructure, .name = "ClockInput", .members = kClockMembers};

}  // namespace

struct Session::Route {
  std::string_view path;
  Next (Session::*get)();   // HEAD too
  Next (Session::*post)();  // null: not served
  std::string_view allow;
};

const Session::Route* Session::find_route(std::string_view path) {
  static constexpr Route kRoutes[] = {
      {"/", &Session::answer_health, &Session::answer_operation, "GET, HEAD, POST, OPTIONS"},
      {"/metrics", &Session::answer_metrics, nullptr, "GET, HEAD, OPTIONS"},
      {"/_larder/clock", &Session::answer_clock, &Session::answer_clock, "GET, HEAD, POST, OPTIONS"},
  };
  for (const Route& route : kRoutes) {
    if (route.path == path) return &route;
  }
  return nullptr;
}

Session::Session(Site& site, SessionTools& tools, api::CompletionInbox& inbox, Owner& owner)
    : Exchange(inbox), site_(site), tools_(tools), owner_(owner), parser_(site.limits.body_bytes_max) {}

Session::Next Session::receive(std::string_view bytes) {
  return parse(bytes);
}

Session::Next Session::parse(std::string_view bytes) {
  const RequestParser::Fed fed = parser_.feed(bytes);
  if (fed.step == RequestParser::Step::kMore) return Next::kRead;
  // Bytes of the connection's own store stay where they are; foreign ones are copied.
  if (kept_.empty()) {
    kept_.assign(bytes.substr(fed.taken));
    kept_from_ = 0;
  } else {
    kept_from_ += fed.taken;
  }
  answering_ = true;
  sent_ = 0;
  if (fed.step == RequestParser::Step::kContinue) {
    interim_ = true;
    head_.assign(kContinue);
    return Next::kWrite;
  }
  if (fed.step == RequestParser::Step::kComplete) return answer();
  last_ = cut_short_ = true;
  const RequestParser::Failure& failure = parser_.failure();
  const ErrorCode code = failure.status == 413 ? ErrorCode::kRequestTooLarge : ErrorCode::kSerialization;
  return reply_error(failure.status, make_error(code, std::string(failure.text)));
}

Session::Next Session::parse_kept() {
  if (kept_from_ < kept_.size()) {
    const Next next = parse(std::string_view(kept_).substr(kept_from_));
    if (next != Next::kRead) return next;
  }
  release_large(&kept_);
  kept_from_ = 0;
  return Next::kRead;
}

Session::Phase Session::phase() const {
  if (answering_) return Phase::kAnswering;
  if (parser_.head_complete()) return Phase::kBody;
  return parser_.started() ? Phase::kHead : Phase::kIdle;
}

std::array<std::string_view, 2> Session::output() const {
  const std::string_view head(head_);
  const std::string_view body(interim_ || head_only_ ? std::string_view() : std::string_view(body_));
  if (sent_ < head.size()) return {head.substr(sent_), body};
  return {body.substr(sent_ - head.size()), {}};
}

void Session::take_output(std::size_t bytes) {
  sent_ += bytes;
}

Session::Next Session::sent() {
  answering_ = false;
  head_.clear();
  sent_ = 0;
  if (interim_) {
    interim_ = false;
    return parse_kept();
  }
  forget();
  writer_.reset();
  release_large(&body_);
  head_only_ = false;
  allow_ = {};
  if (last_) return Next::kClose;
  parser_.reset();
  return parse_kept();
}

Session::Next Session::time_out() {
  if (phase() != Phase::kHead && phase() != Phase::kBody) return Next::kClose;
  last_ = true;
  answering_ = true;
  return reply_error(408, make_error(ErrorCode::kSerialization, "The request did not arrive in time."));
}

Session::Next Session::answer() {
  last_ = !parser_.keep_alive();
  head_only_ = parser_.method() == Method::kHead;
  if (parser_.has_host() && !site_.hosts.allows_host(parser_.host())) {
    const std::string host(parser_.host());
    return reply_error(
        403, make_error(ErrorCode::kAccessDenied,
                        "The host name '" + host + "' is not a loopback name and is not allowed. " +
                            "Start larderd with --allow-host NAME (or --allow-host '*') to serve it."));
  }
  const std::string_view origin = parser_.header(Header::kOrigin);
  if (!origin.empty() && !site_.hosts.allows_origin(origin)) {
    return reply_error(
        403, make_error(ErrorCode::kAccessDenied,
                        "Web pages of '" + std::string(origin) + "' are not allowed. Start larderd " +
                            "with --allow-host NAME (or --allow-host '*') to serve them."));
  }
  if (parser_.method() == Method::kOptions) return answer_preflight();
  const Route* route = find_route(parser_.path());
  const bool on = route != nullptr && (route->path != "/_larder/clock" || site_.test_clock != nullptr) &&
                  (route->path != "/metrics" || site_.append_metrics != nullptr);
  if (!on)
    return reply_error(404, make_error(ErrorCode::kUnknownOperation, "There is nothing at this path."));
  const bool get = parser_.method() == Method::kGet || parser_.method() == Method::kHead;
  const auto handler = get ? route->get : parser_.method() == Method::kPost ? route->post : nullptr;
  if (handler == nullptr) {
    allow_ = route->allow;
    return reply_error(405,
                       make_error(ErrorCode::kUnknownOperation, "This method is not served at this path."));
  }
  return (this->*handler)();
}

Session::Next Session::answer_operation() {
  std::string_view target = parser_.header(Header::kTarget);
  // An operation's name never is empty: a target of another service is an unknown operation.
  target = target.starts_with(kTargetPrefix) ? target.substr(kTargetPrefix.size()) : std::string_view();
  if (site_.dispatcher.start(*this, target, parser_.host()) == api::Dispatcher::Started::kPending)
    return Next::kWait;
  return reply_operation();
}

Result<void> Session::decode(const wire::Shape& shape, wire::Body& body) {
  std::string& bytes = parser_.body();
  const Coding coding = coding_of(parser_.header(Header::kContentEncoding));
  if (coding == Coding::kUnknown) {
    return make_error(ErrorCode::kSerialization, "Content-Encoding must be gzip, deflate or identity.");
  }
  if (coding != Coding::kIdentity) LARDER_TRY_DO(inflate_body(coding, site_.limits.body_bytes_max, &bytes));
  const std::size_t size = bytes.size();
  bytes.resize(size + wire::JsonReader::kPaddingBytes);
  return tools_.reader.read_padded(std::string_view(bytes).substr(0, size), shape, body);
}

wire::ReplyWriter& Session::fresh_reply() {
  body_.clear();
  return writer_.emplace(body_);
}

void Session::finished() {
  Next next = Next::kClose;
  try {
    next = reply_operation();
  } catch (const std::exception& exception) {
    site_.log.error(std::string("http reply: ") + exception.what());
  }
  owner_.session_ready(next);
}

Session::Next Session::reply_operation() {
  if (error() == nullptr) return reply(200, kJsonType, true);
  const int status = error_row(error()->code).http_status;
  if (status != 500) return reply_error(status, *error());
  // What broke inside is for the log; the client learns that it was not its fault.
  return reply_error(
      status, make_error(ErrorCode::kInternal, "The request failed inside the server; its log says why."));
}

Session::Next Session::reply_error(int status, const Error& error) {
  body_.clear();
  wire::append_error_json(error, body_);
  return reply(status, kJsonType, true);
}

Session::Next Session::reply(int status, std::string_view content_type, bool of_operation) {
  // Asked here and not when the request came: a drain may have begun while it was with the writer.
  last_ = last_ || site_.draining.load(std::memory_order_relaxed);
  ReplyHead head;
  head.status = status;
  head.content_type = content_type;
  if (body_.size() >= kGzipBytesMin && accepts_gzip(parser_.header(Header::kAcceptEncoding))) {
    packed_.clear();
    head.gzip = gzip_append(body_, &packed_);
    if (head.gzip) body_.swap(packed_);
    release_large(&packed_);
  }
  head.content_length = body_.size();
  head.keep_alive = !last_;
  head.crc = of_operation;
  if (of_operation) head.crc32 = crc32_of(body_);
  const std::string_view origin = parser_.header(Header::kOrigin);
  if (!origin.empty() && site_.hosts.allows_origin(origin)) {
    head.allow_origin = site_.hosts.allows_any() ? std::string_view("*") : echoed(origin);
    if (parser_.method() == Method::kOptions) {
      const std::string_view asked = echoed(parser_.header(Header::kRequestHeaders));
      head.allow_headers = asked.empty() ? std::string_view("*") : asked;
    }
  }
  head.allow = allow_;
  head_.clear();
  tools_.heads.append(head, &head_);
  sent_ = 0;
  return Next::kWrite;
}

Session::Next Session::answer_health() {
  body_.assign("healthy: ").append(parser_.host()).append("\n");
  return reply(200, kTextType);
}

Session::Next Session::answer_metrics() {
  body_.clear();
  site_.append_metrics(body_);
  return reply(200, kMetricsType);
}

Session::Next Session::answer_preflight() {
  body_.clear();
  allow_ = "GET, HEAD, POST, OPTIONS";
  return reply(200, {});
}

Session::Next Session::answer_clock() {
  if (parser_.method() == Method::kPost) {
    const Result<void> changed = change_clock();
    if (!changed.ok()) return reply_error(error_row(changed.error().code).http_status, changed.error());
  }
  body_.assign("{\"now_ms\":").append(std::to_string(site_.test_clock->now().value)).append("}");
  return reply(200, "application/json");
}

Result<void> Session::change_clock() {
  wire::Body request;
  LARDER_TRY_DO(decode(kClockInput, request));
  const auto members = request.root().members;
  const bool one = members.size() == 1;
  const wire::Node* node = one ? &members[0].node : nullptr;
  if (!one || (node->kind == wire::NodeKind::kBoolean && !node->boolean)) {
    return validation_error(
        R"(Give exactly one of {"set_ms": N}, {"advance_ms": N}, {"freeze": true}, {"resume": true}.)");
  }
  const std::string_view name = members[0].name;
  bool in_range = true;
  if (name == "set_ms") in_range = site_.test_clock->set(EpochMillis{node->integer});
  if (name == "advance_ms") in_range = site_.test_clock->advance(node->integer);
  if (name == "freeze") site_.test_clock->freeze();
  if (name == "resume") site_.test_clock->resume();
  if (!in_range) {
    return validation_error("The clock goes from 0 to " + std::to_string(TestClock::kMaxMillis) +
                            " milliseconds, the end of the year 9999.");
  }
  return {};
}

}  // namespace larder::http
