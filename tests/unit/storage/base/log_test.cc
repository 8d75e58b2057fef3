// Checks that lines reach standard error whole, with their level, and that a level drops those below it.
// Method: standard error is captured around the calls. The journal's form is decided at the first line of a
// process, so it is tested in a child.

#include "storage/base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace larder {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string logged(LogLevel least) {
  testing::internal::CaptureStderr();
  start_log(least);
  log_info("one {} %s");
  log_warning("two");
  log_error("three\nforged");
  log_notice("four");
  return testing::internal::GetCapturedStderr();
}

TEST(Log, WritesLinesAsTheyAre) {
  const std::string lines = logged(LogLevel::kInfo);
  EXPECT_THAT(lines, HasSubstr("Z info: one {} %s\n"));
  EXPECT_THAT(lines, HasSubstr("Z warning: two\n"));
  EXPECT_THAT(lines, HasSubstr("Z error: three?forged\n"));
  EXPECT_THAT(lines, HasSubstr("Z four\n"));
}

TEST(Log, DropsLinesBelowItsLevel) {
  const std::string lines = logged(LogLevel::kWarning);
  EXPECT_THAT(lines, Not(HasSubstr("one")));
  EXPECT_THAT(lines, HasSubstr("two"));
  EXPECT_THAT(logged(LogLevel::kError), Not(HasSubstr("two")));
  EXPECT_THAT(logged(LogLevel::kError), HasSubstr("four"));
}

TEST(Log, KnowsItsLevelsByName) {
  EXPECT_EQ(parse_log_level("info"), LogLevel::kInfo);
  EXPECT_EQ(parse_log_level("warning"), LogLevel::kWarning);
  EXPECT_EQ(parse_log_level("error"), LogLevel::kError);
  EXPECT_EQ(parse_log_level("INFO"), std::nullopt);
  EXPECT_EQ(parse_log_level(""), std::nullopt);
}

TEST(LogDeathTest, GivesTheJournalAPriorityInsteadOfATimeStamp) {
  // "threadsafe" starts the child as a new process, whose first line this is.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("JOURNAL_STREAM", "8:1", 1);
        log_info("up");
        log_warning("careful");
        log_error("down");
        log_notice("here");
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "^<6>up\n<4>careful\n<3>down\n<5>here\n$");
}

}  // namespace
}  // namespace larder
