// Checks that a false condition ends the process with its text and that a true one costs nothing but its
// evaluation. Method: a death test; asserts are kept in every build type, so no preset is left out.

#include "storage/base/assert.h"

#include <gtest/gtest.h>

namespace larder {
namespace {

TEST(AssertDeathTest, NamesConditionAndFile) {
  const int one = 1;
  EXPECT_DEATH(LARDER_ASSERT(one == 2), "assertion failed: one == 2 \\(.*assert_test.cc:[0-9]+\\)");
}

TEST(Assert, EvaluatesItsConditionOnce) {
  int evaluated = 0;
  LARDER_ASSERT(++evaluated == 1);
  EXPECT_EQ(evaluated, 1);
}

}  // namespace
}  // namespace larder
