// ipc/wire/json_writer.h
//
// A reply as JSON text, appended to a string of the caller's. Items are written straight from their stored
// bytes: nothing is allocated but the string's own growth.
//
// Shape    UTF-8 as stored; only the quote, the backslash and control characters are escaped.
// Lifetime borrows the string; it may hold bytes already (HTTP headers): size() counts from where the writer
// began. Threads  one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/wire/reply_writer.h"

namespace larder::wire {

class JsonWriter final : public ReplyWriter {
 public:
  explicit JsonWriter(std::string& to) : to_(to), start_(to.size()) {}

  void begin_structure() override;
  void member(std::string_view name) override;
  void end_structure() override;
  void begin_list() override;
  void end_list() override;

  void string(std::string_view text) override;
  void integer(std::int64_t value) override;
  void real(double value) override;
  void boolean(bool value) override;

  void attribute_value(ValueView value) override;
  void item(ItemView item) override;
  void item(ItemView item, const std::vector<std::string_view>& attributes) override;

  std::size_t size() const override { return to_.size() - start_; }

 private:
  void separate();  // before a value

  std::string& to_;
  std::size_t start_;
  bool comma_ = false;  // a member or element stands before, at this level
};

}  // namespace larder::wire
