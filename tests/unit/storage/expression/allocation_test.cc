// Checks that evaluating a parsed condition allocates nothing: a filter runs once for every item of a page.
// Method: counts every call of operator new in this program between two points.
#include <gtest/gtest.h>

#include <string>

#include "allocation_count.h"
#include "request.h"

namespace larder::expression {
namespace {

TEST(Condition, AllocatesNothingWhileItRuns) {
  const test::Request request(
      R"({":a": 1, ":b": 9, ":s": "text", ":t": "S", ":big": 123456789012345678901234567890})");
  Binder binder = request.binder();
  const auto condition = parse_condition(
      "n BETWEEN :a AND :b AND begins_with(s, :s) AND contains(l, :a) AND size(l) >= :a AND NOT m.x[1] = :b "
      "AND "
      "(attribute_not_exists(z) OR n IN (:a, :b)) AND attribute_type(s, :t) AND n < :big AND n <> :s",
      Place::kFilterExpression, binder);
  ASSERT_TRUE(condition.ok());
  const std::string item = test::value_bytes(R"({n: 5, s: "text and more", l: [0, 1], m: {x: [1, 2]}})");

  const std::size_t before = test::allocations();
  const Result<bool> holds = condition->holds(ItemView(item));
  const std::size_t after = test::allocations();

  EXPECT_TRUE(*holds);
  EXPECT_EQ(after - before, 0U);
  EXPECT_GT(before, 0U) << "the count counts";
}

}  // namespace
}  // namespace larder::expression
