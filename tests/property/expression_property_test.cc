// Checks conditions and updates on stored bytes against slow twins over trees, on random items and expressions.
// Method: each generator makes the text of an expression and, beside it, what it means as a function on AttributeValue
// trees. The twins compare trees member by member and change them in place, so they share no step with the code under
// test, which compares bytes and copies through. Names and values come from a few, so that they often meet.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/expression/expression.h"
#include "storage/model/attribute_value.h"
#include "tests/support/seed.h"

namespace larder::expression {
namespace {

constexpr int kCases = 20'000;

constexpr std::string_view kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kWrongType = "An operand in the update expression has an incorrect data type";
constexpr std::string_view kWrongPath =
    "The document path provided in the update expression is invalid for update";

using Tree = AttributeValue;
using Steps = std::vector<std::variant<std::string, std::size_t>>;

std::string bytes_of(const Tree& value) {
  std::string bytes;
  append_value(value, bytes);
  return bytes;
}

// ---- The twin's values -------------------------------------------------------------------------------------------

template <class Member>
bool same_members(const std::vector<Member>& a, const std::vector<Member>& b) {
  return a.size() == b.size() &&
         std::ranges::all_of(a, [&](const Member& m) { return std::ranges::count(b, m) == 1; });
}

bool equal(const Tree& a, const Tree& b) {
  if (a.type() != b.type()) return false;
  if (const auto* x = std::get_if<StringValue>(&a)) return x->text == std::get<StringValue>(b).text;
  if (const auto* x = std::get_if<BinaryValue>(&a)) return x->raw == std::get<BinaryValue>(b).raw;
  if (const auto* x = std::get_if<Number>(&a)) return *x == std::get<Number>(b);
  if (const auto* x = std::get_if<bool>(&a)) return *x == std::get<bool>(b);
  if (const auto* x = std::get_if<StringSetValue>(&a)) {
    return same_members(x->members, std::get<StringSetValue>(b).members);
  }
  if (const auto* x = std::get_if<NumberSetValue>(&a)) {
    return same_members(x->members, std::get<NumberSetValue>(b).members);
  }
  if (const auto* x = std::get_if<BinarySetValue>(&a)) {
    return same_members(x->members, std::get<BinarySetValue>(b).members);
  }
  if (const auto* x = std::get_if<ListValue>(&a))
    return std::ranges::equal(x->elements, std::get<ListValue>(b).elements, equal);
  if (const auto* x = std::get_if<MapValue>(&a)) {
    return std::ranges::equal(x->members, std::get<MapValue>(b).members, [](const auto& m, const auto& n) {
      return m.first == n.first && equal(m.second, n.second);
    });
  }
  return true;  // NULL
}

// -1, 0, 1; nothing when the two have no order.
std::optional<int> order(const Tree& a, const Tree& b) {
  const auto sign = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
  if (a.type() != b.type()) return std::nullopt;
  if (const auto* x = std::get_if<StringValue>(&a)) return sign(x->text, std::get<StringValue>(b).text);
  if (const auto* x = std::get_if<BinaryValue>(&a)) return sign(x->raw, std::get<BinaryValue>(b).raw);
  if (const auto* x = std::get_if<Number>(&a)) return sign(*x, std::get<Number>(b));
  return std::nullopt;
}

Tree* find_in(Tree& root, const Steps& steps, std::size_t count) {
  Tree* at = &root;
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto* name = std::get_if<std::string>(&steps[i])) {
      auto* map = std::get_if<MapValue>(at);
      if (map == nullptr || !map->members.contains(*name)) return nullptr;
      at = &map->members.find(*name)->second;
    } else {
      auto* list = std::get_if<ListValue>(at);
      const std::size_t index = std::get<std::size_t>(steps[i]);
      if (list == nullptr || index >= list->elements.size()) return nullptr;
      at = &list->elements[index];
    }
  }
  return at;
}

std::optional<Tree> value_at(const Tree& root, const Steps& steps) {
  Tree copy = root;
  const Tree* found = find_in(copy, steps, steps.size());
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<std::size_t> size_of(const Tree& value) {
  if (const auto* x = std::get_if<StringValue>(&value)) return x->text.size();
  if (const auto* x = std::get_if<BinaryValue>(&value)) return x->raw.size();
  if (const auto* x = std::get_if<ListValue>(&value)) return x->elements.size();
  if (const auto* x = std::get_if<MapValue>(&value)) return x->members.size();
  if (const auto* x = std::get_if<StringSetValue>(&value)) return x->members.size();
  if (const auto* x = std::get_if<NumberSetValue>(&value)) return x->members.size();
  if (const auto* x = std::get_if<BinarySetValue>(&value)) return x->members.size();
  return std::nullopt;
}

bool contains(const Tree& container, const Tree& sought) {
  const auto* text = std::get_if<StringValue>(&sought);
  const auto* raw = std::get_if<BinaryValue>(&sought);
  if (const auto* x = std::get_if<StringValue>(&container))
    return text && x->text.find(text->text) != std::string::npos;
  if (const auto* x = std::get_if<BinaryValue>(&container))
    return raw && x->raw.find(raw->raw) != std::string::npos;
  if (const auto* x = std::get_if<StringSetValue>(&container))
    return text && std::ranges::count(x->members, text->text);
  if (const auto* x = std::get_if<BinarySetValue>(&container))
    return raw && std::ranges::count(x->members, raw->raw);
  if (const auto* x = std::get_if<NumberSetValue>(&container)) {
    const auto* number = std::get_if<Number>(&sought);
    return number && std::ranges::count(x->members, *number);
  }
  if (const auto* x = std::get_if<ListValue>(&container)) {
    return std::ranges::any_of(x->elements, [&](const Tree& element) { return equal(element, sought); });
  }
  return false;
}

bool begins_with(const Tree& value, const Tree& prefix) {
  const auto* x = std::get_if<StringValue>(&value);
  const auto* y = std::get_if<StringValue>(&prefix);
  if (x && y) return x->text.substr(0, y->text.size()) == y->text;
  const auto* v = std::get_if<BinaryValue>(&value);
  const auto* w = std::get_if<BinaryValue>(&prefix);
  return v && w && v->raw.substr(0, w->raw.size()) == w->raw;
}

// ---- Random material -----------------------------------------------------------------------------------------------

struct Operand {
  std::string text;
  std::function<std::optional<Tree>(const Tree&)> value;
};

struct Condition {
  std::string text;
  std::function<bool(const Tree&)> holds;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }
  bool chance(std::size_t in) { return pick(in) == 0; }

  std::string word() {
    static constexpr std::string_view kWords[] = {"", "a", "ab", "abc", "b", "\xc3\xa9"};
    return std::string(kWords[pick(std::size(kWords))]);
  }
  Number number() {
    static constexpr std::string_view kNumbers[] = {"0", "1", "2", "-1", "1.5", "300", "1e30", "-7e-20"};
    return *parse_number(kNumbers[pick(std::size(kNumbers))]);
  }
  std::string name() { return std::string(1, static_cast<char>('p' + pick(4))); }

  template <class Set, class Make>
  Set set(Make make) {
    Set set;
    for (std::size_t i = 0, n = 1 + pick(3); i < n; ++i) {
      auto member = make();
      if (std::ranges::count(set.members, member) == 0) set.members.push_back(std::move(member));
    }
    return set;
  }

  Tree value(int depth) {
    switch (pick(depth > 0 ? 12 : 8)) {
      case 0:
        return StringValue{word()};
      case 1:
        return BinaryValue{word()};
      case 2:
        return chance(2);
      case 3:
        return NullValue{};
      case 4:
        return set<StringSetValue>([&] { return word(); });
      case 5:
        return set<NumberSetValue>([&] { return number(); });
      case 6:
        return set<BinarySetValue>([&] { return word(); });
      case 7:
        return number();
      case 8:
      case 9: {
        ListValue list;
        for (std::size_t i = 0, n = pick(4); i < n; ++i) list.elements.push_back(value(depth - 1));
        return list;
      }
      default:
        return map(depth - 1);
    }
  }
  MapValue map(int depth) {
    MapValue map;
    for (std::size_t i = 0, n = pick(5); i < n; ++i) map.members.insert_or_assign(name(), value(depth));
    return map;
  }

  Steps steps() {
    Steps steps{name()};
    while (steps.size() < 4 && chance(2)) {
      if (chance(2)) {
        steps.emplace_back(name());
      } else {
        steps.emplace_back(pick(4));
      }
    }
    return steps;
  }
  // Now and then a placeholder stands for a name.
  std::string text_of(const Steps& steps) {
    std::string text;
    for (const auto& step : steps) {
      if (const auto* index = std::get_if<std::size_t>(&step)) {
        text += '[' + std::to_string(*index) + ']';
        continue;
      }
      if (!text.empty()) text += '.';
      const std::string& name = std::get<std::string>(step);
      if (chance(4)) {
        names_['#' + name] = name;
        text += '#';
      }
      text += name;
    }
    return text;
  }
  Operand path() {
    const Steps steps = this->steps();
    return {text_of(steps), [steps](const Tree& item) { return value_at(item, steps); }};
  }
  Operand literal(Tree tree) {
    std::string placeholder = ":v" + std::to_string(values_.size());
    values_[placeholder] = bytes_of(tree);
    return {placeholder, [tree](const Tree&) { return std::optional(tree); }};
  }
  Operand operand() {
    switch (pick(5)) {
      case 0:
      case 1:
        return path();
      case 2:
        return size();
      default:
        return literal(value(2));
    }
  }
  Operand size() {
    const Operand of = path();
    return {"size(" + of.text + ")", [of](const Tree& item) -> std::optional<Tree> {
              const std::optional<Tree> value = of.value(item);
              const std::optional<std::size_t> size = value ? size_of(*value) : std::nullopt;
              if (!size) return std::nullopt;
              return Tree(Number::from_uint(*size));
            }};
  }

  Condition condition(int depth) {
    switch (depth > 0 ? pick(8) : 4 + pick(4)) {
      case 0:
      case 1:
        return both(depth, "AND", [](bool a, bool b) { return a && b; });
      case 2:
        return both(depth, "or", [](bool a, bool b) { return a || b; });
      case 3: {
        const Condition of = condition(depth - 1);
        return {"NOT (" + of.text + ")", [of](const Tree& item) { return !of.holds(item); }};
      }
      case 4:
        return range();
      case 5:
        return function();
      default:
        return comparison();
    }
  }

  Binder binder() {
    name_rows_.clear();
    value_rows_.clear();
    for (const auto& [placeholder, name] : names_) name_rows_.push_back({placeholder, name});
    for (const auto& [placeholder, bytes] : values_) value_rows_.push_back({placeholder, ValueView(bytes)});
    return {name_rows_, value_rows_};
  }
  void forget() {
    names_.clear();
    values_.clear();
  }

 private:
  Condition both(int depth, std::string word, bool (*join)(bool, bool)) {
    const Condition a = condition(depth - 1);
    const Condition b = condition(depth - 1);
    return {"(" + a.text + ") " + word + " (" + b.text + ")",
            [a, b, join](const Tree& item) { return join(a.holds(item), b.holds(item)); }};
  }

  Condition comparison() {
    struct Row {
      std::string_view text;
      bool (*holds)(int order);
    };
    static constexpr Row kOrders[] = {{"<", [](int o) { return o < 0; }},
                                      {"<=", [](int o) { return o <= 0; }},
                                      {">", [](int o) { return o > 0; }},
                                      {">=", [](int o) { return o >= 0; }}};
    const Operand a = operand();
    const Operand b = operand();
    const bool unequal = chance(2);
    if (chance(2)) {
      return {a.text + (unequal ? "<>" : "=") + b.text, [a, b, unequal](const Tree& item) {
                const auto x = a.value(item);
                const auto y = b.value(item);
                return (x && y && equal(*x, *y)) != unequal;
              }};
    }
    const Row row = kOrders[pick(4)];
    return {a.text + std::string(row.text) + b.text, [a, b, row](const Tree& item) {
              const auto x = a.value(item);
              const auto y = b.value(item);
              const auto o = x && y ? order(*x, *y) : std::nullopt;
              return o && row.holds(*o);
            }};
  }

  Condition range() {
    const Operand a = operand();
    const Operand b = operand();
    const Operand c = operand();
    if (chance(2)) {
      return {a.text + " BETWEEN " + b.text + " AND " + c.text, [a, b, c](const Tree& item) {
                const auto x = a.value(item);
                const auto low = b.value(item);
                const auto high = c.value(item);
                if (!x || !low || !high) return false;
                const auto o = order(*x, *low);
                const auto p = order(*x, *high);
                return o && p && *o >= 0 && *p <= 0;
              }};
    }
    return {a.text + " IN (" + b.text + "," + c.text + ")", [a, b, c](const Tree& item) {
              const auto x = a.value(item);
              const auto y = b.value(item);
              const auto z = c.value(item);
              return x && ((y && equal(*x, *y)) || (z && equal(*x, *z)));
            }};
  }

  Condition function() {
    const Operand a = path();
    switch (pick(5)) {
      case 0:
        return {"attribute_exists(" + a.text + ")",
                [a](const Tree& item) { return a.value(item).has_value(); }};
      case 1:
        return {"attribute_not_exists( " + a.text + " )", [a](const Tree& item) { return !a.value(item); }};
      case 2: {
        const auto type = static_cast<ValueType>(pick(10));
        const Operand t = literal(StringValue{std::string(type_name(type))});
        return {"attribute_type(" + a.text + "," + t.text + ")", [a, type](const Tree& item) {
                  const auto x = a.value(item);
                  return x && x->type() == type;
                }};
      }
      case 3: {
        const Operand b = chance(2) ? path() : literal(StringValue{word()});
        return {"begins_with(" + a.text + "," + b.text + ")", [a, b](const Tree& item) {
                  const auto x = a.value(item);
                  const auto y = b.value(item);
                  return x && y && begins_with(*x, *y);
                }};
      }
      default: {
        const Operand b = operand();
        return {"contains(" + a.text + "," + b.text + ")", [a, b](const Tree& item) {
                  const auto x = a.value(item);
                  const auto y = b.value(item);
                  return x && y && contains(*x, *y);
                }};
      }
    }
  }

  std::mt19937_64 random_;
  std::map<std::string, std::string> names_;
  std::map<std::string, std::string> values_;
  std::vector<NameSubstitution> name_rows_;
  std::vector<ValueSubstitution> value_rows_;
};

// Random operands now and then break a rule that is known before any item is read; nothing else may be refused.
bool expected_refusal(const std::string& message) {
  static constexpr std::string_view kRules[] = {"must be distinct", "Incorrect operand type",
                                                "BETWEEN operator requires", "overlap with each other",
                                                "conflict with each other"};
  return std::ranges::any_of(kRules,
                             [&](std::string_view rule) { return message.find(rule) != std::string::npos; });
}

TEST(ExpressionProperty, ConditionsAgreeWithATwinOverTrees) {
  Generator generator(support::test_seed());
  int evaluated = 0;
  int held = 0;
  for (int i = 0; i < kCases; ++i) {
    generator.forget();
    const Condition want = generator.condition(3);
    Binder binder = generator.binder();
    const auto condition = parse_condition(want.text, Place::kFilterExpression, binder);
    if (!condition.ok()) {
      ASSERT_TRUE(expected_refusal(condition.error().message))
          << want.text << ": " << condition.error().message;
      continue;
    }
    ASSERT_TRUE(binder.check_all_used().ok()) << want.text;
    for (int j = 0; j < 3; ++j) {
      const Tree item = generator.map(3);
      const std::string bytes = bytes_of(item);
      const bool holds = *condition->holds(ItemView(bytes));
      ASSERT_EQ(holds, want.holds(item)) << want.text;
      ++evaluated;
      held += holds ? 1 : 0;
    }
  }
  // The generator is worth something only while it makes both outcomes often.
  EXPECT_GT(evaluated, kCases);
  EXPECT_GT(held, evaluated / 10);
  EXPECT_LT(held, evaluated - evaluated / 10);
}

// ---- Updates -----------------------------------------------------------------------------------------------------

struct RightHandSide {
  std::string text;
  std::function<std::variant<Tree, std::string_view>(const Tree&)> value;  // or the text of the refusal
};

struct Action {
  enum Kind { kSet, kRemove, kAdd, kDelete } kind;
  Steps steps;
  std::string text;
  RightHandSide right;
};

RightHandSide plain(const Operand& operand) {
  return {operand.text, [operand](const Tree& item) -> std::variant<Tree, std::string_view> {
            if (const auto value = operand.value(item)) return *value;
            return kMissing;
          }};
}

RightHandSide random_right_hand_side(Generator& generator, int depth) {
  switch (depth > 0 ? generator.pick(6) : 4 + generator.pick(2)) {
    case 0: {
      const Operand path = generator.path();
      const RightHandSide other = random_right_hand_side(generator, 0);
      return {"if_not_exists(" + path.text + "," + other.text + ")",
              [path, other](const Tree& item) -> std::variant<Tree, std::string_view> {
                if (const auto value = path.value(item)) return *value;
                return other.value(item);
              }};
    }
    case 1:
    case 2: {
      const RightHandSide a = plain(generator.path());
      const RightHandSide b = plain(generator.literal(Tree(ListValue{{generator.value(1)}})));
      return {"list_append(" + a.text + "," + b.text + ")",
              [a, b](const Tree& item) -> std::variant<Tree, std::string_view> {
                auto x = a.value(item);
                auto y = b.value(item);
                if (const auto* error = std::get_if<std::string_view>(&x)) return *error;
                auto* list = std::get_if<ListValue>(&std::get<Tree>(x));
                if (list == nullptr) return kWrongType;
                for (const Tree& element : std::get<ListValue>(std::get<Tree>(y)).elements)
                  list->elements.push_back(element);
                return *list;
              }};
    }
    case 3: {
      const RightHandSide a = plain(generator.path());
      const RightHandSide b = plain(generator.literal(Tree(generator.number())));
      const bool minus = generator.chance(2);
      return {a.text + (minus ? " - " : " + ") + b.text,
              [a, b, minus](const Tree& item) -> std::variant<Tree, std::string_view> {
                const auto x = a.value(item);
                if (const auto* error = std::get_if<std::string_view>(&x)) return *error;
                const auto* number = std::get_if<Number>(&std::get<Tree>(x));
                if (number == nullptr) return kWrongType;
                const Number other = std::get<Number>(std::get<Tree>(b.value(item)));
                const auto sum = minus ? subtract(*number, other) : add(*number, other);
                if (!sum.ok()) return "38 significant digits";
                return Tree(*sum);
              }};
    }
    case 4:
      return plain(generator.path());
    default:
      return plain(generator.literal(generator.value(2)));
  }
}

template <class Set>
void join_or_take(Set& into, const Set& members, bool take) {
  for (const auto& member : members.members) {
    std::erase(into.members, member);
    if (!take) into.members.push_back(member);
  }
}

class Twin {
 public:
  explicit Twin(const Tree& before) : before_(before), after_(before) {}

  // What the update leads to, or all the errors that it could be refused with.
  const Tree& after() const { return after_; }
  const std::set<std::string>& errors() const { return errors_; }

  void run(std::vector<Action> actions) {
    // Appended elements come in the order of their indexes; removed ones go from the back, so that indexes keep
    // their meaning.
    std::ranges::sort(actions, {}, &Action::steps);
    std::vector<Steps> removed;
    for (const Action& action : actions) act(action, removed);
    std::ranges::sort(removed, std::ranges::greater());
    for (const Steps& steps : removed) erase(steps);
  }

 private:
  void act(const Action& action, std::vector<Steps>& removed) {
    const std::optional<Tree> parent = value_at(before_, Steps(action.steps.begin(), action.steps.end() - 1));
    const bool wants_map = std::holds_alternative<std::string>(action.steps.back());
    if (!parent || parent->type() != (wants_map ? ValueType::kMap : ValueType::kList)) {
      errors_.emplace(kWrongPath);
      if (action.kind != Action::kSet) return;
    }
    const std::optional<Tree> present = value_at(before_, action.steps);
    if (action.kind == Action::kRemove) {
      if (present) removed.push_back(action.steps);
      return;
    }
    const auto right = action.right.value(before_);
    if (const auto* error = std::get_if<std::string_view>(&right)) {
      errors_.emplace(*error);
      return;
    }
    if (!errors_.empty()) return;
    const Tree& operand = std::get<Tree>(right);
    if (action.kind == Action::kSet) return put(action.steps, operand);
    if (!present) {
      if (action.kind == Action::kAdd) put(action.steps, operand);
      return;
    }
    if (present->type() != operand.type()) {
      errors_.emplace(kWrongType);
      return;
    }
    Tree value = *present;
    const bool take = action.kind == Action::kDelete;
    if (auto* x = std::get_if<StringSetValue>(&value))
      join_or_take(*x, std::get<StringSetValue>(operand), take);
    if (auto* x = std::get_if<NumberSetValue>(&value))
      join_or_take(*x, std::get<NumberSetValue>(operand), take);
    if (auto* x = std::get_if<BinarySetValue>(&value))
      join_or_take(*x, std::get<BinarySetValue>(operand), take);
    if (auto* x = std::get_if<Number>(&value)) {
      const auto sum = add(*x, std::get<Number>(operand));
      if (!sum.ok()) {
        errors_.emplace("38 significant digits");
        return;
      }
      *x = *sum;
    }
    if (size_of(value) == 0U) {
      removed.push_back(action.steps);
    } else {
      put(action.steps, value);
    }
  }

  void put(const Steps& steps, const Tree& value) {
    Tree* parent = find_in(after_, steps, steps.size() - 1);
    ASSERT_NE(parent, nullptr);
    if (const auto* name = std::get_if<std::string>(&steps.back())) {
      std::get<MapValue>(*parent).members.insert_or_assign(*name, value);
      return;
    }
    std::vector<Tree>& elements = std::get<ListValue>(*parent).elements;
    // Elements appended before by this update are not meant by their indexes.
    const std::size_t index = std::get<std::size_t>(steps.back());
    if (value_at(before_, steps)) {
      elements[index] = value;
    } else {
      elements.push_back(value);
    }
  }

  void erase(const Steps& steps) {
    Tree* parent = find_in(after_, steps, steps.size() - 1);
    ASSERT_NE(parent, nullptr);
    if (const auto* name = std::get_if<std::string>(&steps.back())) {
      std::get<MapValue>(*parent).members.erase(*name);
    } else {
      std::vector<Tree>& elements = std::get<ListValue>(*parent).elements;
      elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(std::get<std::size_t>(steps.back())));
    }
  }

  const Tree& before_;
  Tree after_;
  std::set<std::string> errors_;
};

std::vector<Action> random_actions(Generator& generator) {
  std::vector<Action> actions;
  for (std::size_t i = 0, n = 1 + generator.pick(4); i < n; ++i) {
    Action action{static_cast<Action::Kind>(generator.pick(4)), generator.steps(), "", {}};
    action.text = generator.text_of(action.steps);
    if (action.kind == Action::kSet) {
      action.right = random_right_hand_side(generator, 1);
      action.text += " = " + action.right.text;
    } else if (action.kind != Action::kRemove) {
      const bool number = action.kind == Action::kAdd && generator.chance(2);
      const Tree operand = number ? Tree(generator.number())
                           : generator.chance(2)
                               ? Tree(generator.set<StringSetValue>([&] { return generator.word(); }))
                               : Tree(generator.set<NumberSetValue>([&] { return generator.number(); }));
      action.right = plain(generator.literal(operand));
      action.text += ' ' + action.right.text;
    }
    actions.push_back(std::move(action));
  }
  return actions;
}

std::string text_of(const std::vector<Action>& actions) {
  static constexpr std::string_view kKeywords[] = {"SET ", "remove ", "ADD ", "Delete "};
  std::string text;
  for (const Action::Kind kind : {Action::kRemove, Action::kSet, Action::kDelete, Action::kAdd}) {
    std::string section;
    for (const Action& action : actions) {
      if (action.kind == kind)
        section += (section.empty() ? std::string(kKeywords[kind]) : ", ") + action.text;
    }
    if (!section.empty()) text += section + ' ';
  }
  return text;
}

TEST(ExpressionProperty, UpdatesAgreeWithATwinOverTrees) {
  Generator generator(support::test_seed());
  int applied = 0;
  int refused = 0;
  for (int i = 0; i < kCases; ++i) {
    generator.forget();
    const std::vector<Action> actions = random_actions(generator);
    const std::string text = text_of(actions);
    Binder binder = generator.binder();
    const auto update = parse_update(text, binder);
    if (!update.ok()) {
      ASSERT_TRUE(expected_refusal(update.error().message)) << text << ": " << update.error().message;
      continue;
    }
    ASSERT_TRUE(binder.check_all_used().ok()) << text;
    for (int j = 0; j < 3; ++j) {
      const Tree item = generator.map(3);
      const std::string before = bytes_of(item);
      const auto after = update->apply(ItemView(before));
      Twin twin(item);
      twin.run(actions);
      if (!after.ok()) {
        ++refused;
        ASSERT_TRUE(std::ranges::any_of(
            twin.errors(),
            [&](const std::string& error) { return after.error().message.find(error) != std::string::npos; }))
            << text << ": " << after.error().message;
        continue;
      }
      ++applied;
      ASSERT_TRUE(twin.errors().empty()) << text << ": " << *twin.errors().begin();
      ASSERT_TRUE(check_value(*after).ok()) << text;
      ASSERT_EQ(*after, bytes_of(twin.after())) << text;
      ASSERT_TRUE(check_value(update->touched_fragments(ItemView(*after))).ok()) << text;
    }
  }
  EXPECT_GT(applied, kCases / 4);
  EXPECT_GT(refused, kCases / 4);
}

}  // namespace
}  // namespace larder::expression
