// tests/support/seed.h
//
// The seed of a random test: LARDER_SEED when it is set, else fresh; always printed, so that a failure can be
// run again.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace larder::support {

inline std::uint64_t test_seed() {
  const char* given = std::getenv("LARDER_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::printf("LARDER_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

}  // namespace larder::support
