#include "storage/expression/expression_errors.h"

#include <array>
#include <initializer_list>

#include "storage/model/limits.h"

namespace larder::expression::errors {
namespace {

constexpr auto kPlaceNames = std::to_array<std::string_view>({
    "ConditionExpression",
    "FilterExpression",
    "KeyConditionExpression",
    "ProjectionExpression",
    "UpdateExpression",
});

// The service spells types out where it speaks of ADD and DELETE; the order is that of ValueType.
constexpr auto kLongTypeNames = std::to_array<std::string_view>({
    "STRING",
    "NUMBER",
    "BINARY",
    "BOOLEAN",
    "NULL",
    "MAP",
    "LIST",
    "STRING_SET",
    "NUMBER_SET",
    "BINARY_SET",
});
static_assert(kLongTypeNames.size() == static_cast<std::size_t>(ValueType::kBinarySet) + 1);

Error refusal(std::initializer_list<std::string_view> parts) {
  std::string message;
  for (const std::string_view part : parts) message += part;
  return validation_error(std::move(message));
}

Error invalid(Place place, std::initializer_list<std::string_view> parts) {
  std::string message = "Invalid ";
  message += place_name(place);
  message += ": ";
  for (const std::string_view part : parts) message += part;
  return validation_error(std::move(message));
}

Error invalid_parameter(std::initializer_list<std::string_view> parts) {
  std::string message = "One or more parameter values were invalid: ";
  for (const std::string_view part : parts) message += part;
  return validation_error(std::move(message));
}

std::string base64(std::string_view raw) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < raw.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8U | (at + i < raw.size() ? static_cast<unsigned char>(raw[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i <= raw.size() ? kAlphabet[group >> (18U - 6U * i) & 63U] : '=';
    }
  }
  return text;
}

// A bound of BETWEEN, as the service prints it: "{S:text}". Bounds are always scalars.
std::string scalar_text(ValueView value) {
  std::string text = "{";
  text += type_name(value.type());
  text += ':';
  switch (value.type()) {
    case ValueType::kString:
      text += value.text();
      break;
    case ValueType::kBinary:
      text += base64(value.text());
      break;
    case ValueType::kNumber:
      append_plain(value.number(), text);
      break;
    case ValueType::kBool:
    case ValueType::kNull:
    case ValueType::kMap:
    case ValueType::kList:
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      break;
  }
  return text + '}';
}

}  // namespace

std::string_view place_name(Place place) {
  return kPlaceNames[static_cast<std::size_t>(place)];
}

Error empty_expression(Place place) {
  return invalid(place, {"The expression can not be empty;"});
}

Error expression_too_long(Place place, std::size_t bytes) {
  return invalid(place, {"Expression size has exceeded the maximum allowed size; expression size: ",
                         std::to_string(bytes)});
}

Error syntax(Place place, std::string_view token, std::string_view near) {
  return invalid(place, {"Syntax error; token: \"", token, "\", near: \"", near, "\""});
}

Error redundant_parentheses(Place place) {
  return invalid(place, {"The expression has redundant parentheses;"});
}

Error unknown_function(Place place, std::string_view function) {
  return invalid(place, {"Invalid function name; function: ", function});
}

Error function_not_allowed_here(Place place, std::string_view function) {
  const std::string_view kind = place == Place::kUpdateExpression ? "an update" : "a condition";
  return invalid(place, {"The function is not allowed in ", kind, " expression; function: ", function});
}

Error function_misused(Place place, std::string_view function) {
  return invalid(place,
                 {"The function is not allowed to be used this way in an expression; function: ", function});
}

Error reserved_keyword(Place place, std::string_view word) {
  return invalid(place, {"Attribute name is a reserved keyword; reserved keyword: ", word});
}

Error undefined_name(Place place, std::string_view placeholder) {
  return invalid(place,
                 {"An expression attribute name used in the document path is not defined; attribute name: ",
                  placeholder});
}

Error undefined_value(Place place, std::string_view placeholder) {
  return invalid(place, {"An expression attribute value used in expression is not defined; attribute value: ",
                         placeholder});
}

Error list_index_out_of_range(Place place, std::string_view index) {
  return invalid(place, {"List index is not within the allowable range; index: [", index, "]"});
}

Error path_too_deep(Place place, std::size_t levels) {
  return invalid(
      place, {"The document path has too many nesting elements; nesting levels: ", std::to_string(levels)});
}

Error operand_count(Place place, std::string_view operation, std::size_t operands) {
  return invalid(place, {"Incorrect number of operands for operator or function; operator or function: ",
                         operation, ", number of operands: ", std::to_string(operands)});
}

Error path_required(Place place, std::string_view operation) {
  return invalid(place, {"Operator or function requires a document path; operator or function: ", operation});
}

Error operand_type(Place place, std::string_view operation, std::string_view type) {
  return invalid(place, {"Incorrect operand type for operator or function; operator or function: ", operation,
                         ", operand type: ", type});
}

Error action_operand_type(std::string_view action, ValueType type) {
  return invalid(Place::kUpdateExpression,
                 {"Incorrect operand type for operator or function; operator: ", action,
                  ", operand type: ", kLongTypeNames[static_cast<std::size_t>(type)],
                  ", typeSet: ALLOWED_FOR_", action, "_OPERAND"});
}

Error attribute_type_name(Place place, std::string_view type) {
  return invalid(place, {"Invalid attribute type name found; type: ", type,
                         ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"});
}

Error same_operands(Place place, std::string_view operation, const Path& path) {
  return invalid(place,
                 {"The first operand must be distinct from the remaining operands for this operator or "
                  "function; operator: ",
                  operation, ", first operand: ", path_text(path)});
}

Error between_types_differ(Place place, ValueView low, ValueView high) {
  return invalid(place,
                 {"The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
                  "operand: AttributeValue: ",
                  scalar_text(low), ", upper bound operand: AttributeValue: ", scalar_text(high)});
}

Error between_bounds_reversed(Place place, ValueView low, ValueView high) {
  return invalid(place,
                 {"The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
                  "lower bound operand: AttributeValue: ",
                  scalar_text(low), ", upper bound operand: AttributeValue: ", scalar_text(high)});
}

Error too_many_in_operands(Place place, std::size_t operands) {
  return invalid(place, {"The IN operator is provided with too many operands; number of operands: ",
                         std::to_string(operands)});
}

Error too_many_operators(Place place, std::size_t operators) {
  return invalid(place,
                 {"The expression contains too many operators; operator count: ", std::to_string(operators)});
}

Error section_repeated(std::string_view section) {
  return invalid(Place::kUpdateExpression,
                 {"The \"", section, "\" section can only be used once in an update expression;"});
}

Error paths_overlap(Place place, const Path& one, const Path& two) {
  return invalid(place,
                 {"Two document paths overlap with each other; must remove or rewrite one of these paths; "
                  "path one: ",
                  path_text(one), ", path two: ", path_text(two)});
}

Error paths_conflict(Place place, const Path& one, const Path& two) {
  return invalid(place,
                 {"Two document paths conflict with each other; must remove or rewrite one of these paths; "
                  "path one: ",
                  path_text(one), ", path two: ", path_text(two)});
}

Error key_operator(std::string_view operation) {
  return invalid(Place::kKeyConditionExpression,
                 {"Invalid operator used in KeyConditionExpression: ", operation});
}

Error key_nested_operation() {
  return invalid(Place::kKeyConditionExpression,
                 {"KeyConditionExpressions cannot contain nested operations"});
}

Error key_nested_attribute() {
  return invalid(Place::kKeyConditionExpression,
                 {"KeyConditionExpressions cannot have conditions on nested attributes"});
}

Error key_several_attributes() {
  return invalid(
      Place::kKeyConditionExpression,
      {"Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"});
}

Error key_no_attribute() {
  return invalid(Place::kKeyConditionExpression,
                 {"Invalid condition in KeyConditionExpression: No key attribute specified"});
}

Error key_attribute_not_first(std::string_view operation) {
  return invalid(Place::kKeyConditionExpression,
                 {"Invalid condition in KeyConditionExpression: ", operation,
                  " operator must have the key attribute as its first operand"});
}

Error key_repeated() {
  return refusal({"KeyConditionExpressions must only contain one condition per key"});
}

Error key_conditions_count() {
  return refusal({"Conditions can be of length 1 or 2 only"});
}

Error key_element_missed(std::string_view attribute) {
  return refusal({"Query condition missed key schema element: ", attribute});
}

Error key_not_supported() {
  return refusal({"Query key condition not supported"});
}

Error key_type_mismatch() {
  return invalid_parameter({"Condition parameter type does not match schema type"});
}

Error key_empty_value(std::string_view attribute, ValueType type) {
  return refusal(
      {"One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain "
       "an empty ",
       type == ValueType::kBinary ? "binary" : "string", " value. Key: ", attribute});
}

Error key_partition_too_long() {
  return invalid_parameter({"Size of hashkey has exceeded the maximum size limit of",
                            std::to_string(limits::kPartitionKeyBytesMax), " bytes"});
}

Error key_sort_too_long() {
  return invalid_parameter({"Aggregated size of all range keys has exceeded the size limit of ",
                            std::to_string(limits::kSortKeyBytesMax), " bytes"});
}

Error invalid_placeholder(std::string_view parameter, std::string_view placeholder) {
  return refusal({parameter, " contains invalid key: Syntax error; key: \"", placeholder, "\""});
}

Error placeholder_too_long(std::string_view parameter, std::size_t bytes) {
  return refusal({parameter,
                  " contains invalid key: The expression attribute map contains a key that is too long; "
                  "key size: ",
                  std::to_string(bytes)});
}

Error substitution_empty_name(std::string_view placeholder) {
  return refusal(
      {"ExpressionAttributeNames contains invalid value: Empty attribute name; key: \"", placeholder, "\""});
}

Error substitution_name_too_long(std::string_view placeholder) {
  return refusal(
      {"ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than ",
       std::to_string(limits::kAttributeNameBytesMax + 1), " bytes; key: \"", placeholder, "\""});
}

Error substitutions_too_large() {
  return refusal(
      {"The total size of ExpressionAttributeNames and ExpressionAttributeValues has exceeded the maximum "
       "allowed size"});
}

Error unused_placeholders(std::string_view parameter, const std::vector<std::string_view>& placeholders) {
  std::string keys;
  for (const std::string_view placeholder : placeholders) {
    if (!keys.empty()) keys += ", ";
    keys += placeholder;
  }
  return refusal({"Value provided in ", parameter, " unused in expressions: keys: {", keys, "}"});
}

Error operand_missing() {
  return refusal({"The provided expression refers to an attribute that does not exist in the item"});
}

Error operand_wrong_type() {
  return refusal({"An operand in the update expression has an incorrect data type"});
}

Error legacy_update_type_mismatch() {
  return refusal({"Type mismatch for attribute to update"});
}

Error path_invalid_for_update() {
  return refusal({"The document path provided in the update expression is invalid for update"});
}

Error nesting_exceeded() {
  return refusal(
      {"Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond "
       "supported limit"});
}

Error item_too_large() {
  return refusal({"Item size to update has exceeded the maximum allowed size"});
}

Error legacy_argument_count(std::string_view comparison) {
  return invalid_parameter({"Invalid number of argument(s) for the ", comparison, " ComparisonOperator"});
}

Error legacy_argument_type(std::string_view comparison, ValueType type) {
  return invalid_parameter(
      {"ComparisonOperator ", comparison, " is not valid for ", type_name(type), " AttributeValue type"});
}

Error legacy_argument_types_differ() {
  return invalid_parameter({"AttributeValues inside AttributeValueList must be of same type"});
}

Error legacy_between_reversed() {
  return refusal(
      {"The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"});
}

Error legacy_not_indexable() {
  return refusal({"Attempted conditional constraint is not an indexable operation"});
}

Error legacy_value_required() {
  return invalid_parameter({"Only DELETE action is allowed when no attribute value is specified"});
}

Error legacy_action_type(std::string_view action, ValueType type) {
  return invalid_parameter({action, " is not supported for the type ", type_name(type)});
}

Error legacy_duplicate_attribute(std::string_view attribute) {
  return invalid_parameter({"Duplicate value in attribute name: ", attribute});
}

}  // namespace larder::expression::errors
