#include "storage/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace larder {

void assert_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "larder: assertion failed: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace larder
