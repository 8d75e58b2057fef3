// Stored values, as a damaged page would give them. Law: check_value refuses the bytes with kCorruption, or the tree
// made from them writes the same bytes, every view over them reads without an assert, and both agree.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "storage/base/assert.h"
#include "storage/model/attribute_value.h"
#include "storage/model/item_size.h"
#include "storage/model/limits.h"
#include "storage/model/value_view.h"

namespace larder {
namespace {

void read_all(ValueView view);

void read_members(ValueView view) {
  std::uint32_t seen = 0;
  for (const MemberView member : view.members()) {
    const std::optional<ValueView> found = view.find(member.name);
    LARDER_ASSERT(found.has_value() && found->bytes().data() == member.value.bytes().data());
    read_all(member.value);
    ++seen;
  }
  LARDER_ASSERT(seen == view.count());
}

void read_elements(ValueView view) {
  std::uint32_t seen = 0;
  std::optional<ValueView> last;
  for (const ValueView element : view.elements()) {
    if (view.type() != ValueType::kList) {
      // The members of a set ascend.
      LARDER_ASSERT(!last || *compare_scalars(*last, element) < 0);
      last = element;
    }
    read_all(element);
    ++seen;
  }
  LARDER_ASSERT(seen == view.count());
}

void read_all(ValueView view) {
  switch (view.type()) {
    case ValueType::kString:
    case ValueType::kBinary:
      LARDER_ASSERT(value_size(view) == view.text().size());
      break;
    case ValueType::kNumber:
      LARDER_ASSERT(parse_number(to_plain(view.number())).ok());
      break;
    case ValueType::kBool:
      LARDER_ASSERT(view.boolean() == view.boolean());
      break;
    case ValueType::kNull:
      break;
    case ValueType::kMap:
      read_members(view);
      break;
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      read_elements(view);
      break;
  }
}

}  // namespace
}  // namespace larder

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace larder;  // NOLINT(google-build-using-namespace)
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<void> checked = check_value(bytes);
  if (!checked.ok()) {
    LARDER_ASSERT(checked.error().code == ErrorCode::kCorruption);
    return 0;
  }
  const ValueView view(bytes);
  std::string written;
  append_value(to_tree(view), written);
  LARDER_ASSERT(written == bytes);
  LARDER_ASSERT(within_depth(view, limits::kNestingDepthMax + 1));
  LARDER_ASSERT(compare_scalars(view, view).value_or(std::strong_ordering::equal) == 0);
  read_all(view);
  if (view.type() == ValueType::kMap) LARDER_ASSERT(item_size(ItemView(bytes)) <= value_size(view));
  return 0;
}
