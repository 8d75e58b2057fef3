#include "ipc/wire/value_errors.h"

#include "storage/model/limits.h"

namespace larder::wire {
namespace {

Error invalid(std::string text) {
  return validation_error("One or more parameter values were invalid: " + std::move(text));
}

std::string joined(const std::vector<std::string_view>& members) {
  std::string text = "[";
  for (const std::string_view member : members) {
    if (text.size() > 1) text += ", ";
    text += member;
  }
  return text += ']';
}

}  // namespace

Error empty_value_error() {
  return validation_error(
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
}

Error several_types_error() {
  return validation_error(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
      "datatypes");
}

Error false_null_error() {
  return invalid("Null attribute value types must have the value of true");
}

Error empty_number_error() {
  return validation_error("The parameter cannot be converted to a numeric value");
}

Error empty_set_error(ValueType set) {
  switch (set) {
    case ValueType::kStringSet:
      return invalid("An string set  may not be empty");
    case ValueType::kNumberSet:
      return invalid("An number set  may not be empty");
    default:
      return invalid("Binary sets should not be empty");
  }
}

Error null_member_error(ValueType set) {
  switch (set) {
    case ValueType::kStringSet:
      return invalid("An string set may not have a null string as a member");
    case ValueType::kNumberSet:
      return invalid("An number set may not have a null number as a member");
    default:
      return invalid("Binary sets may not contain null values");
  }
}

Error duplicate_member_error(ValueType set, const std::vector<std::string_view>& members) {
  switch (set) {
    case ValueType::kStringSet:
      return invalid("Input collection " + joined(members) + " contains duplicates.");
    case ValueType::kNumberSet:
      return validation_error("Input collection contains duplicates");
    default:
      return invalid("Input collection " + joined(members) + "of type BS contains duplicates.");
  }
}

Error empty_name_error() {
  return invalid("Empty attribute name");
}

Error name_too_long_error() {
  return invalid("Attribute name is too large, must be less than 65536 bytes");
}
static_assert(limits::kAttributeNameBytesMax == 65'535);

Error too_deep_error() {
  return validation_error("Nesting Levels have exceeded supported limits");
}

}  // namespace larder::wire
