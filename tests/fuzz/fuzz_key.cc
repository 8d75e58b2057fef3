// Number keys, as a damaged page would give them. Law: decoding fails and leaves its input alone, or gives a number
// whose encoding is those very bytes; two decoded keys compare as their numbers do.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "storage/base/assert.h"
#include "storage/keys/number_key.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder;  // NOLINT(google-build-using-namespace)
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string_view rest = bytes;
  std::string_view last_key;
  Number last;
  while (!rest.empty()) {
    const std::string_view before = rest;
    const Result<Number> number = keys::decode_number(&rest);
    if (!number.ok()) {
      LARDER_ASSERT(number.error().code == ErrorCode::kCorruption);
      LARDER_ASSERT(rest == before);
      return 0;
    }
    const std::string_view key = before.substr(0, before.size() - rest.size());
    std::string encoded;
    keys::append_number(*number, encoded);
    LARDER_ASSERT(encoded == key);
    const Result<Number> parsed = parse_number(to_plain(*number));
    LARDER_ASSERT(parsed.ok() && *parsed == *number);
    if (!last_key.empty()) LARDER_ASSERT((last_key.compare(key) <=> 0) == (last <=> *number));
    last_key = key;
    last = *number;
  }
  return 0;
}
