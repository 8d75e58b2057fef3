// storage/expression/expression_errors.h
//
// Every text with which an expression, a placeholder map or a legacy condition is refused: the service's own
// words, since client programs match on them. All are kValidation.
//
// Source   the real service's replies; pinned row by row in tests/unit/storage/expression.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/error.h"
#include "storage/expression/expression.h"
#include "storage/expression/path.h"

namespace larder::expression::errors {

// "ConditionExpression", "FilterExpression", ...
std::string_view place_name(Place place);

// ---- Found while parsing: "Invalid <Place>: ..."
// ---------------------------------------------------------------
Error empty_expression(Place place);
Error expression_too_long(Place place, std::size_t bytes);
Error syntax(Place place, std::string_view token, std::string_view near);
Error redundant_parentheses(Place place);
Error unknown_function(Place place, std::string_view function);
Error function_not_allowed_here(Place place, std::string_view function);  // in this kind of expression
Error function_misused(Place place, std::string_view function);           // in this position
Error reserved_keyword(Place place, std::string_view word);
Error undefined_name(Place place, std::string_view placeholder);
Error undefined_value(Place place, std::string_view placeholder);
Error list_index_out_of_range(Place place, std::string_view index);
Error path_too_deep(Place place, std::size_t levels);
Error operand_count(Place place, std::string_view operation, std::size_t operands);
Error path_required(Place place, std::string_view operation);
Error operand_type(Place place, std::string_view operation, std::string_view type);
Error action_operand_type(std::string_view action, ValueType type);  // ADD and DELETE of an update expression
Error attribute_type_name(Place place, std::string_view type);
Error same_operands(Place place, std::string_view operation, const Path& path);
Error between_types_differ(Place place, ValueView low, ValueView high);
Error between_bounds_reversed(Place place, ValueView low, ValueView high);
Error too_many_in_operands(Place place, std::size_t operands);
Error too_many_operators(Place place, std::size_t operators);
Error section_repeated(std::string_view section);
Error paths_overlap(Place place, const Path& one, const Path& two);
Error paths_conflict(Place place, const Path& one, const Path& two);

// ---- Key conditions
// ----------------------------------------------------------------------------------------------
Error key_operator(std::string_view operation);
Error key_nested_operation();
Error key_nested_attribute();
Error key_several_attributes();
Error key_no_attribute();
Error key_attribute_not_first(std::string_view operation);
Error key_repeated();
Error key_conditions_count();
Error key_element_missed(std::string_view attribute);
Error key_not_supported();
Error key_type_mismatch();
Error key_empty_value(std::string_view attribute, ValueType type);
Error key_partition_too_long();
Error key_sort_too_long();

// ---- Placeholder maps
// ----------------------------------------------------------------------------------------------
Error invalid_placeholder(std::string_view parameter, std::string_view placeholder);
Error placeholder_too_long(std::string_view parameter, std::size_t bytes);
Error substitution_empty_name(std::string_view placeholder);
Error substitution_name_too_long(std::string_view placeholder);
Error substitutions_too_large();
Error unused_placeholders(std::string_view parameter, const std::vector<std::string_view>& placeholders);

// ---- Found while an update runs
// ------------------------------------------------------------------------------------
Error operand_missing();
Error operand_wrong_type();
Error legacy_update_type_mismatch();
Error path_invalid_for_update();
Error nesting_exceeded();
Error item_too_large();

// ---- Legacy parameters
// ---------------------------------------------------------------------------------------------
Error legacy_argument_count(std::string_view comparison);
Error legacy_argument_type(std::string_view comparison, ValueType type);
Error legacy_argument_types_differ();
Error legacy_between_reversed();
Error legacy_not_indexable();
Error legacy_value_required();
Error legacy_action_type(std::string_view action, ValueType type);
Error legacy_duplicate_attribute(std::string_view attribute);

}  // namespace larder::expression::errors
