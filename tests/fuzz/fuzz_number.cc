// Number texts. Law: a text is refused, or its plain decimal parses to the same number, its canonical bytes are
// canonical and give it back, and so does its key; a number and its negation differ by sign alone.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "storage/base/assert.h"
#include "storage/keys/number_key.h"
#include "storage/model/number.h"
#include "storage/model/value_view.h"
#include "storage/model/value_writer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder;  // NOLINT(google-build-using-namespace)
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Number> number = parse_number(text);
  if (!number.ok()) {
    LARDER_ASSERT(number.error().code == ErrorCode::kValidation);
    return 0;
  }
  const std::string plain = to_plain(*number);
  const Result<Number> again = parse_number(plain);
  LARDER_ASSERT(again.ok() && *again == *number && to_plain(*again) == plain);

  std::string bytes;
  value_writer::append_number(*number, bytes);
  LARDER_ASSERT(check_value(bytes).ok());
  LARDER_ASSERT(ValueView(bytes).number() == *number);
  std::string plain_of_bytes;
  append_plain(ValueView(bytes), plain_of_bytes);
  LARDER_ASSERT(plain_of_bytes == plain);

  std::string key;
  keys::append_number(*number, key);
  std::string_view input = key;
  const Result<Number> decoded = keys::decode_number(&input);
  LARDER_ASSERT(decoded.ok() && *decoded == *number && input.empty());

  const Result<Number> nothing = subtract(*number, *number);
  LARDER_ASSERT(nothing.ok() && nothing->is_zero());
  return 0;
}
