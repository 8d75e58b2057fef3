#include "storage/model/item_size.h"

#include "storage/base/assert.h"
#include "storage/model/value_layout.h"

namespace larder {
namespace {

constexpr std::size_t kContainerOverhead = 3;
constexpr std::size_t kElementOverhead = 1;

std::size_t number_size(const Number& number) {
  const DigitCounts digits = digit_counts(number);
  return 1 + static_cast<std::size_t>((digits.integer + 1) / 2 + (digits.fraction + 1) / 2) +
         (number.negative ? 1 : 0);
}

std::size_t set_size(std::string_view body);

// The size of everything in `bytes`, which hold `left` values end to end. Names count as strings do, and a
// container adds the same whatever its contents, so one flat walk does without a stack.
std::size_t walk(std::string_view bytes, std::uint64_t left) {
  std::size_t size = 0;
  for (; left != 0; --left) {
    const Header header = trusted_header(bytes);
    switch (header.tag) {
      case Tag::kNil:
      case Tag::kBool:
        size += 1;
        break;
      case Tag::kUnsigned:
        size += number_size(Number::from_uint(header.value));
        break;
      case Tag::kSigned:
        size += number_size(Number::from_int(static_cast<std::int64_t>(header.value)));
        break;
      case Tag::kString:
      case Tag::kBinary:
        size += header.payload;
        break;
      case Tag::kExt:
        size += header.ext == static_cast<std::uint8_t>(Ext::kNumber)
                    ? number_size(ValueView(bytes).number())
                    : set_size(bytes.substr(header.head, header.payload));
        break;
      case Tag::kArray:
        size += kContainerOverhead + kElementOverhead * header.value;
        left += header.value;
        break;
      case Tag::kMap:
        size += kContainerOverhead + kElementOverhead * header.value;
        left += 2 * header.value;
        break;
      case Tag::kUnknown:
        LARDER_ASSERT(false && "trusted_header gives no unknown tag");
        break;
    }
    bytes.remove_prefix(header.head + header.payload);
  }
  return size;
}

std::size_t set_size(std::string_view body) {
  const ArrayBody array = array_body(body);
  return walk(array.members, array.count);
}

}  // namespace

std::size_t value_size(ValueView value) {
  return walk(value.bytes(), 1);
}

std::size_t item_size(ItemView item) {
  const Header header = trusted_header(item.bytes());
  LARDER_ASSERT(header.tag == Tag::kMap);
  return walk(item.bytes().substr(header.head), 2 * header.value);
}

}  // namespace larder
