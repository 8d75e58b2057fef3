#include "ipc/api/dispatch.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "ipc/wire/operations.h"
#include "storage/base/assert.h"

namespace larder::api {
namespace {

// What a read may cost a front before it moves to a reader thread: long enough for any point read and most
// pages, short enough that the other connections of the front do not notice.
constexpr std::size_t kInlineBytes = 64 * 1024;
constexpr std::chrono::microseconds kInlineTime{200};
// A reader thread offers its processor after so long: the kernel's own slices are milliseconds, which a front that
// waits for a processor would pass on to all its connections.
constexpr std::chrono::microseconds kSliceTime{100};

Error from_exception(const char* what) {
  return make_error(ErrorCode::kInternal, std::string("The request could not be processed: ") + what);
}

// Calls `body`, which returns a Result; what a library throws becomes an Error here.
template <class Body>
auto guarded(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception& exception) {
    return from_exception(exception.what());
  }
}

}  // namespace

void CompletionInbox::push(Exchange& exchange) noexcept {
  Exchange* head = newest_.load(std::memory_order_relaxed);
  do {
    exchange.next_ = head;
  } while (
      !newest_.compare_exchange_weak(head, &exchange, std::memory_order_acq_rel, std::memory_order_relaxed));
  // The front empties the inbox in one step, so whoever finds it empty is the only one who has to wake it.
  if (head == nullptr) wake_();
}

Exchange* CompletionInbox::take_all() noexcept {
  Exchange* newest = newest_.exchange(nullptr, std::memory_order_acq_rel);
  Exchange* oldest = nullptr;
  while (newest != nullptr) {
    Exchange* older = newest->next_;
    newest->next_ = oldest;
    oldest = newest;
    newest = older;
  }
  return oldest;
}

Exchange* Exchange::take_next() noexcept {
  return std::exchange(next_, nullptr);
}

void Exchange::forget() {
  txn_.reset();
  call_ = {};
  row_ = nullptr;
  reply_ = nullptr;
  body_.clear();
}

Result<void> Exchange::run(engine::WriteTransaction& txn) {
  return guarded([&] { return call_.write->run(txn); });
}

void Exchange::complete(Result<void> outcome) noexcept {
  outcome_ = std::move(outcome);
  inbox_.push(*this);
}

void Exchange::read_on(const Budget& budget, Progress* progress) {
  Result<Progress> result = guarded([&] { return call_.read->run(*txn_, *reply_, budget); });
  if (result.ok()) {
    *progress = *result;
    if (*progress == Progress::kMore) return;
  } else {
    *progress = Progress::kDone;
    outcome_ = std::move(result).error();
  }
  txn_.reset();
}

void Exchange::work() noexcept {
  Progress progress = Progress::kMore;
  while (progress == Progress::kMore) {
    read_on(Budget{.until = std::chrono::steady_clock::now() + kSliceTime}, &progress);
    if (progress == Progress::kMore) std::this_thread::yield();
  }
  inbox_.push(*this);
}

Dispatcher::Started Dispatcher::start(Exchange& exchange, std::string_view operation, std::string_view host) {
  exchange.outcome_ = {};
  Result<Started> started = guarded([&] { return try_start(exchange, operation, host); });
  if (!started.ok()) {
    exchange.outcome_ = std::move(started).error();
    exchange.txn_.reset();
  } else if (*started == Started::kPending) {
    return Started::kPending;
  }
  settle(exchange);
  return Started::kFinished;
}

Result<Dispatcher::Started> Dispatcher::try_start(Exchange& exchange, std::string_view operation,
                                                  std::string_view host) {
  const auto row = std::ranges::lower_bound(services_.operations, operation, {}, &OperationRow::name);
  if (row == services_.operations.end() || row->name != operation) {
    return wire::unknown_operation(operation);
  }
  exchange.row_ = &*row;
  LARDER_TRY_DO(exchange.decode(*row->input, exchange.body_));
  LARDER_TRY_DO(wire::validate(exchange.body_.root(), *row->input));
  Context context = services_.context;
  if (!host.empty()) context.host = host;
  LARDER_TRY(exchange.call_, row->prepare(context, exchange.body_));
  if (exchange.call_.read != nullptr) return start_read(exchange);
  LARDER_ASSERT(exchange.call_.write != nullptr);
  services_.writer.submit(exchange);
  return Started::kPending;
}

Result<Dispatcher::Started> Dispatcher::start_read(Exchange& exchange) {
  LARDER_TRY(engine::ReadTransaction txn, services_.environment.begin_read());
  exchange.txn_.emplace(std::move(txn));
  exchange.reply_ = &exchange.fresh_reply();
  Progress progress = Progress::kMore;
  exchange.read_on({kInlineBytes, std::chrono::steady_clock::now() + kInlineTime}, &progress);
  if (progress == Progress::kDone) return Started::kFinished;
  if (services_.readers.submit(exchange)) return Started::kPending;
  return make_error(ErrorCode::kThrottling, "Too many long reads are waiting; try again.");
}

void Dispatcher::finish(Exchange& exchange) {
  if (exchange.call_.write != nullptr && exchange.outcome_.ok()) {
    exchange.outcome_ = guarded([&]() -> Result<void> {
      exchange.call_.write->encode(exchange.fresh_reply());
      return {};
    });
  }
  settle(exchange);
  exchange.finished();
}

void Dispatcher::settle(Exchange& exchange) {
  if (exchange.outcome_.ok()) {
    services_.metrics.count(exchange.row_, RequestResult::kOk);
    return;
  }
  const Error& error = exchange.outcome_.error();
  const ErrorRow& row = error_row(error.code);
  if (row.http_status < 500) {
    services_.metrics.count(exchange.row_, RequestResult::kClientError);
    return;
  }
  services_.metrics.count(exchange.row_, RequestResult::kServerError);
  const std::string_view name = exchange.row_ == nullptr ? std::string_view("unknown") : exchange.row_->name;
  std::string line(name);
  services_.log.error(line.append(": ").append(error.message));
}

}  // namespace larder::api
