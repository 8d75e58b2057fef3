// storage/base/assert.h
//
// LARDER_ASSERT(condition): kept in release builds. A false condition is a bug of ours: one line on
// standard error with file, line and condition, then abort; the service manager restarts the daemon.
#pragma once

namespace larder {
[[noreturn]] void assert_failed(const char* condition, const char* file, int line);
}  // namespace larder

#define LARDER_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::larder::assert_failed(#condition, __FILE__, __LINE__))
