// ipc/wire/reply_writer.h
//
// How a reply is written, whatever its format: JSON for HTTP (json_writer.h), msgpack for the native front.
// Items go out straight from their stored bytes.
//
// Order    begin_structure, member, one value, member, ..., end_structure. A list's or map's count need not
// be known. Limits   none here; the page limits bound what is written. Threads  one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "storage/model/number.h"
#include "storage/model/value_view.h"

namespace larder::wire {

class ReplyWriter {
 public:
  virtual ~ReplyWriter() = default;

  virtual void begin_structure() = 0;
  virtual void member(std::string_view name) = 0;  // wire name or caller's name; then exactly one value
  virtual void end_structure() = 0;
  virtual void begin_list() = 0;
  virtual void end_list() = 0;

  virtual void string(std::string_view text) = 0;
  virtual void integer(std::int64_t value) = 0;
  virtual void real(double value) = 0;  // shortest form; timestamps in seconds, capacity units
  virtual void boolean(bool value) = 0;

  virtual void attribute_value(ValueView value) = 0;  // {"S": ...}
  virtual void item(ItemView item) = 0;               // {"name": {"S": ...}, ...}
  // Only these top-level attributes of the item.
  virtual void item(ItemView item, const std::vector<std::string_view>& attributes) = 0;

  virtual std::size_t size() const = 0;  // bytes written so far
};

}  // namespace larder::wire
