// Checks that a Result holds a value or an error, and that the two macros go on or return at once.
// Method: small functions that use the macros, with values that cannot be copied.

#include "storage/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace larder {
namespace {

Result<std::unique_ptr<int>> make(int value) {
  if (value < 0) return validation_error("negative");
  return std::make_unique<int>(value);
}

Result<void> accept(int value) {
  if (value > 9) return validation_error("too large");
  return {};
}

Result<int> doubled(int value, bool& reached) {
  LARDER_TRY(const std::unique_ptr<int> made, make(value));
  LARDER_TRY_DO(accept(*made));
  reached = true;
  return *made * 2;
}

TEST(Result, HoldsAValue) {
  bool reached = false;
  const Result<int> result = doubled(4, reached);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(*result, 8);
  EXPECT_TRUE(reached);
}

TEST(Result, ReturnsTheErrorOfATry) {
  bool reached = false;
  const Result<int> result = doubled(-1, reached);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  EXPECT_EQ(result.error().message, "negative");
  EXPECT_FALSE(reached);
}

TEST(Result, ReturnsTheErrorOfATryWithoutValue) {
  bool reached = false;
  const Result<int> result = doubled(10, reached);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "too large");
  EXPECT_FALSE(reached);
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = make(3);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 3);
}

}  // namespace
}  // namespace larder
