// storage/base/result.h
//
// A value or an Error: what every function returns whose failure a client or a disk can cause.
// What only our own bug can cause is LARDER_ASSERT (storage/base/assert.h).
//
//     LARDER_TRY(const Table table, table::find(txn, name));   // declares, or returns the Error
//     LARDER_TRY_DO(write::apply(txn, change));                // goes on, or returns the Error
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "storage/base/error.h"

namespace larder {

template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }

  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *std::get_if<Error>(&state_); }
  Error&& error() && { return std::move(*std::get_if<Error>(&state_)); }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace larder

#define LARDER_CONCAT_(a, b) a##b
#define LARDER_CONCAT(a, b) LARDER_CONCAT_(a, b)

#define LARDER_TRY(declaration, expression) \
  LARDER_TRY_AS_(LARDER_CONCAT(result_, __LINE__), declaration, expression)
#define LARDER_TRY_AS_(result, declaration, expression) \
  auto result = (expression);                           \
  if (!result.ok()) return std::move(result).error();   \
  declaration = *std::move(result)

#define LARDER_TRY_DO(expression)                                                      \
  do {                                                                                 \
    if (auto result_ = (expression); !result_.ok()) return std::move(result_).error(); \
  } while (false)
