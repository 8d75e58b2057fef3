// storage/expression/container_builder.h
//
// Appends a map or list whose number of members is known only at the end: the header goes first for a guessed
// count, and the bytes behind it move only when the right header has another length.
//
// Lifetime borrows the string, to which the caller appends names and values between construction and
// `finish`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/model/value_view.h"

namespace larder::expression {

class ContainerBuilder {
 public:
  ContainerBuilder(ValueType type, std::uint32_t count_guess, std::string& to);  // kMap or kList
  void append_name(std::string_view name);
  // With 0 everything appended is taken back, and the answer is false.
  bool finish(std::uint32_t count);
  // As above, but 0 leaves an empty container.
  void finish_even_if_empty(std::uint32_t count);

 private:
  ValueType type_;
  std::uint32_t count_guess_;
  std::string& to_;
  std::size_t begin_;
  std::size_t body_;
};

}  // namespace larder::expression
