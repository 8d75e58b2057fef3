#include "ipc/wire/serialization_errors.h"

#include <array>

namespace larder::wire {
namespace {

constexpr std::string_view kClassPrefix = "com.amazonaws.dynamodb.v20120810.";
constexpr std::string_view kUnexpectedStructure = "Start of structure or map found where not expected";
constexpr std::string_view kUnexpectedField = "Unexpected field type";
constexpr std::string_view kUnexpectedPayload = "Unexpected value type in payload";
constexpr std::string_view kUnexpectedToken = "Unexpected token received from parser";

Error error(std::string_view message) {
  return make_error(ErrorCode::kSerialization, std::string(message));
}

std::string_view token_name(Token token) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"STRING_VALUE", "NUMBER_VALUE", "DECIMAL_VALUE", "TRUE_VALUE",
                                       "FALSE_VALUE", "NULL_VALUE", "START_ARRAY", "START_OBJECT"});
  return kNames[static_cast<std::size_t>(token)];
}

// The type in which the service's own code holds a value of this kind.
std::string java_type(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::kString:
      return "java.lang.String";
    case ShapeKind::kInteger:
      return "java.lang.Integer";
    case ShapeKind::kLong:
      return "java.lang.Long";
    case ShapeKind::kDouble:
      return "java.lang.Double";
    case ShapeKind::kBoolean:
      return "java.lang.Boolean";
    case ShapeKind::kTimestamp:
      return "java.util.Date";
    case ShapeKind::kList:
      return "java.util.List<" + java_type(*shape.element) + ">";
    case ShapeKind::kMap:
      return "java.util.Map<java.lang.String, " + java_type(*shape.element) + ">";
    case ShapeKind::kItem:
      return "java.util.Map<java.lang.String, " + std::string(kClassPrefix) + "AttributeValue>";
    case ShapeKind::kStructure:
    case ShapeKind::kAttributeValue:
      return std::string(kClassPrefix).append(shape.name);
  }
  return {};
}

Error unconvertible(Token found, std::string_view type) {
  return error(std::string(token_name(found)).append(" cannot be converted to ").append(type));
}

// A value that the service holds as one object of a plain class.
Error wrong_scalar(Token found, std::string_view type) {
  if (found == Token::kList)
    return error("Unrecognized collection type class java.lang." + std::string(type));
  if (found == Token::kStructure) return error(kUnexpectedStructure);
  return unconvertible(found, type);
}

Error wrong_boolean(Token found) {
  return found == Token::kString ? error(kUnexpectedToken) : wrong_scalar(found, "Boolean");
}

Error wrong_binary(Token found) {
  if (found == Token::kList) return error("Unrecognized collection type class java.nio.ByteBuffer");
  if (found == Token::kStructure) return error(kUnexpectedStructure);
  return error("only base64-encoded strings are convertible to bytes");
}

Error wrong_list(Token found) {
  return error(found == Token::kStructure ? kUnexpectedStructure : kUnexpectedField);
}

Error wrong_map(Token found, const std::string& type) {
  return found == Token::kList ? error("Unrecognized collection type " + type) : error(kUnexpectedField);
}

Error wrong_structure(Token found, const std::string& type) {
  return found == Token::kList ? error("Unrecognized collection type class " + type)
                               : error(kUnexpectedPayload);
}

std::string not_a_blob(std::string_view text) {
  return std::string("'").append(text).append("' can not be converted to a Blob: ");
}

}  // namespace

Error not_json_error() {
  return error({});
}

Error root_error(Token found) {
  return error(found == Token::kList ? "Start of list found where not expected" : kUnexpectedPayload);
}

Error wrong_type_error(const Shape& wanted, Token found) {
  switch (wanted.kind) {
    case ShapeKind::kString:
      return wrong_scalar(found, "String");
    case ShapeKind::kInteger:
      return wrong_scalar(found, "Integer");
    case ShapeKind::kLong:
      return wrong_scalar(found, "Long");
    case ShapeKind::kDouble:
      return wrong_scalar(found, "Double");
    case ShapeKind::kTimestamp:
      return wrong_scalar(found, "Date");
    case ShapeKind::kBoolean:
      return wrong_boolean(found);
    case ShapeKind::kList:
      return wrong_list(found);
    case ShapeKind::kMap:
    case ShapeKind::kItem:
      return wrong_map(found, java_type(wanted));
    case ShapeKind::kStructure:
    case ShapeKind::kAttributeValue:
      return wrong_structure(found, java_type(wanted));
  }
  return error({});
}

Error wrong_type_error(ValueType wanted, Token found) {
  switch (wanted) {
    case ValueType::kString:
    case ValueType::kNumber:
      return wrong_scalar(found, "String");
    case ValueType::kBinary:
      return wrong_binary(found);
    case ValueType::kBool:
    case ValueType::kNull:
      return wrong_boolean(found);
    case ValueType::kMap:
      return wrong_map(found,
                       "java.util.Map<java.lang.String, " + std::string(kClassPrefix) + "AttributeValue>");
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return wrong_list(found);
  }
  return error({});
}

Error wrong_member_error(ValueType set, Token found) {
  return set == ValueType::kBinarySet ? wrong_binary(found) : wrong_scalar(found, "String");
}

Error base64_length_error(std::string_view text) {
  return error(not_a_blob(text) + "Base64 encoded length is expected a multiple of 4 bytes but found: " +
               std::to_string(text.size()));
}

Error base64_character_error(std::string_view text, char character) {
  return error(not_a_blob(text) + "Invalid Base64 character: '" + character + "'");
}

// The spelling is the service's.
Error base64_last_character_error(std::string_view text) {
  return error(not_a_blob(text) + "Invalid last non-pad Base64 character dectected");
}

}  // namespace larder::wire
