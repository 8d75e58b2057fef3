// ipc/wire/json_reader.h
//
// A JSON request body as a Body, decoded by the operation's Shape in one pass; items and values become
// canonical bytes on the way, without a tree between.
//
// Shape    a member that is null counts as absent. A member that DynamoDB does not know is skipped, as the
// service
//          does. Of a name given twice in one object the last one counts.
// Limits   nesting: values as storage/model/limits.h says, JSON itself 1,024 deep. Size: the front's.
// Lifetime the Body borrows nothing from the reader or from the bytes. A reader keeps its buffers for the
// next
//          request, those of a large request are given back. One per thread or per connection, as the caller
//          likes.
// Errors   kSerialization: not JSON, not UTF-8, a lone surrogate (empty message), or a wrong JSON type (the
// service's
//          text); the first one in document order. The body then holds nothing.
//          A value that breaks a rule of values is no error here but a node of kInvalidValue; of an Item or
//          Key the first one in document order.
// Threads  one at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "ipc/wire/body.h"
#include "ipc/wire/shape.h"
#include "storage/base/result.h"

namespace larder::wire {

class JsonReader {
 public:
  // The parser reads this many bytes past the end of the text; their content does not matter.
  static constexpr std::size_t kPaddingBytes = 64;

  JsonReader();
  ~JsonReader();
  JsonReader(JsonReader&&) noexcept;
  JsonReader& operator=(JsonReader&&) noexcept;

  Result<void> read(std::string_view json, const Shape& input, Body& body);  // copies the text first
  // `json` has kPaddingBytes readable bytes behind it: nothing is copied.
  Result<void> read_padded(std::string_view json, const Shape& input, Body& body);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace larder::wire
