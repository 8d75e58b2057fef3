// storage/expression/expression.h
//
// Expressions, parsed and bound once when a request is decoded, evaluated on views as often as needed.
//
//     Binder binder(names, values);                 // ExpressionAttributeNames and ...Values of the request
//     LARDER_TRY(Condition condition, parse_condition(text, Place::kConditionExpression, binder));
//     LARDER_TRY_DO(binder.check_all_used());       // after every expression of the request was parsed
//     ... condition.holds(item)
//
// Errors   kValidation with the service's texts, in the service's order: size of the text, syntax, reserved
// words,
//          placeholders without a definition, arity and operand types known from literals, path conflicts;
//          then check_all_used: unused names, then unused values.
// Lifetime parsed expressions copy nothing: they borrow the text, the names and the values, which the request
// keeps
//          until its reply is encoded.
// Threads  a parsed expression is immutable: any thread. A Binder: one.
// Source   AWS Developer Guide, "Using expressions in DynamoDB"; semantics.md's rules pinned by
//          tests/unit/storage/expression.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/result.h"
#include "storage/model/key_schema.h"
#include "storage/model/value_view.h"

namespace larder::expression {

struct NameSubstitution {
  std::string_view placeholder;  // "#n"
  std::string_view name;
};
struct ValueSubstitution {
  std::string_view placeholder;  // ":v"
  ValueView value;
};

// Which request parameter a text came from: chooses the words of error messages ("Invalid FilterExpression:
// ...").
enum class Place : std::uint8_t {
  kConditionExpression,
  kFilterExpression,
  kKeyConditionExpression,
  kProjectionExpression,
  kUpdateExpression,
};

class Binder {
 public:
  Binder(std::span<const NameSubstitution> names, std::span<const ValueSubstitution> values);
  // Checks the two maps by themselves: placeholder syntax and sizes, total substitution bytes. The emptiness
  // of a given map is the caller's to check, since only it knows "absent" from "empty".
  Result<void> check_definitions() const;
  // "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}"
  Result<void> check_all_used() const;

  // For the parser: marks the substitution as used. Null when undefined.
  const std::string_view* use_name(std::string_view placeholder);
  const ValueView* use_value(std::string_view placeholder);

 private:
  std::span<const NameSubstitution> names_;
  std::span<const ValueSubstitution> values_;
  std::vector<std::uint32_t> names_order_,
      values_order_;  // rows by placeholder; empty when there are few rows
  std::vector<bool> names_used_, values_used_;
};

// One step of a document path: a member name or a list index.
struct PathStep {
  std::string_view name;  // when index < 0
  std::int64_t index = -1;
};
using Path = std::vector<PathStep>;  // never empty; the first step is a name

struct ConditionNode;  // condition_tree.h

// A condition or filter. A default-constructed one holds for everything.
class Condition {
 public:
  Condition();
  Condition(Condition&&) noexcept;
  Condition& operator=(Condition&&) noexcept;
  ~Condition();
  explicit Condition(std::unique_ptr<const ConditionNode> root);
  bool empty() const { return root_ == nullptr; }
  // `item` may be absent (a write's condition on an item that is not there). An error only for what the
  // service reports at evaluation time; most type mismatches are simply false.
  Result<bool> holds(std::optional<ItemView> item) const;
  // Top-level attribute names used: a filter may not name primary key attributes, legacy checks need them
  // too.
  std::vector<std::string_view> top_level_names() const;

 private:
  std::unique_ptr<const ConditionNode> root_;
};

Result<Condition> parse_condition(std::string_view text, Place place, Binder& binder);

// What a Query reads: one partition, and a range of sort keys.
enum class SortOperator : std::uint8_t {
  kNone,
  kEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kBetween,
  kBeginsWith
};
// Values of key attributes, in the key's order.
class KeyValues {
 public:
  void push_back(ValueView value) { values_[size_++] = value; }
  std::span<const ValueView> span() const { return {values_.data(), size_}; }
  std::size_t size() const { return size_; }
  ValueView front() const { return values_.front(); }

 private:
  std::array<ValueView, kKeyPartsMax> values_{ValueView({}), ValueView({}), ValueView({}), ValueView({})};
  std::size_t size_ = 0;
};

struct KeyCondition {
  KeyValues partition_key;  // of every partition key attribute
  KeyValues sort_equal;     // of the sort key attributes before the one that the operator is about
  SortOperator sort_operator = SortOperator::kNone;
  std::optional<ValueView> sort_low;   // the operand; with kBetween the lower bound
  std::optional<ValueView> sort_high;  // kBetween only
};
// Checks against `key`: which attributes, which operators ("Query key condition not supported", "Query
// condition missed key schema element: PK"), value types ("One or more parameter values were invalid:
// Condition parameter type does not match schema type"), sizes and emptiness, BETWEEN bounds in order.
// Of a key with several attributes: all of the partition key by equality; of the sort key from the left without a gap,
// all but the last one used by equality.
Result<KeyCondition> parse_key_condition(std::string_view text, const KeyAttributes& key, Binder& binder);

struct ProjectionNode;  // projection_tree.h

// Which parts of an item a reply shows. A default-constructed one shows everything.
class Projection {
 public:
  Projection();
  Projection(Projection&&) noexcept;
  Projection& operator=(Projection&&) noexcept;
  ~Projection();
  explicit Projection(std::unique_ptr<const ProjectionNode> root);
  bool empty() const { return root_ == nullptr; }
  // Appends the canonical bytes of the projected item (an empty map when nothing matches) to `to`.
  void append(ItemView item, std::string& to) const;
  // Only whole top-level attributes, for encoders that need no copy: null when there are nested paths.
  const std::vector<std::string_view>* top_level_only() const;
  std::vector<std::string_view> top_level_names() const;

 private:
  std::unique_ptr<const ProjectionNode> root_;
};

Result<Projection> parse_projection(std::string_view text, Binder& binder);

struct UpdatePlan;  // update_plan.h

// An update expression.
class Update {
 public:
  Update();
  Update(Update&&) noexcept;
  Update& operator=(Update&&) noexcept;
  ~Update();
  explicit Update(std::unique_ptr<const UpdatePlan> plan);
  bool empty() const { return plan_ == nullptr; }

  // The item after the update, as canonical bytes. `before` is the stored item or, when there is none, an
  // item of the key attributes alone (the caller makes it). Every right-hand side reads `before`. Errors
  // (kValidation): a missing operand, a wrong operand type, an impossible path, a number out of range,
  // nesting too deep. The item size limit is the caller's to check.
  Result<std::string> apply(ItemView before) const;
  // ReturnValues UPDATED_OLD / UPDATED_NEW: just the touched fragments of `item`, as canonical map bytes (an
  // empty map when none exists).
  std::string touched_fragments(ItemView item) const;
  // Top-level names written: "Cannot update attribute PK. This attribute is part of the key" is the caller's
  // check.
  std::vector<std::string_view> top_level_names() const;

 private:
  std::unique_ptr<const UpdatePlan> plan_;
};

Result<Update> parse_update(std::string_view text, Binder& binder);

// ---- Legacy parameters, translated to the same trees
// -------------------------------------------------------

enum class LegacyOperator : std::uint8_t {
  kEq,
  kNe,
  kLe,
  kLt,
  kGe,
  kGt,
  kNotNull,
  kNull,
  kContains,
  kNotContains,
  kBeginsWith,
  kIn,
  kBetween,
};
struct LegacyCondition {  // one entry of Expected, QueryFilter, ScanFilter, KeyConditions
  std::string_view attribute;
  LegacyOperator comparison = LegacyOperator::kEq;
  std::vector<ValueView>
      operands;  // AttributeValueList; Expected's Value/Exists forms are put in these terms first
};
enum class LegacyConnective : std::uint8_t { kAnd, kOr };  // ConditionalOperator
enum class LegacyAction : std::uint8_t { kPut, kDelete, kAdd };
struct LegacyUpdate {  // one entry of AttributeUpdates
  std::string_view attribute;
  LegacyAction action = LegacyAction::kPut;
  std::optional<ValueView> value;
};

// Errors: operand counts and types per operator, with the service's texts ("One or more parameter values were
// invalid: Invalid number of argument(s) for the EQ ComparisonOperator").
Result<Condition> condition_from_legacy(std::span<const LegacyCondition> conditions,
                                        LegacyConnective connective);
Result<KeyCondition> key_condition_from_legacy(std::span<const LegacyCondition> conditions,
                                               const KeyAttributes& key);
Result<Projection> projection_from_legacy(std::span<const std::string_view> attributes_to_get);
Result<Update> update_from_legacy(std::span<const LegacyUpdate> updates);

}  // namespace larder::expression
