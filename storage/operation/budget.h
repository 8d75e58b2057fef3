// storage/operation/budget.h
//
// What a read may spend before it must give its thread back, so that one large page never holds a front.
// Units    bytes of items read; a point of the steady clock.
// Limits   a page never stops in the middle of an item: at least one item is evaluated per run.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace larder::operation {

struct Budget {
  std::size_t bytes = SIZE_MAX;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

enum class Progress : std::uint8_t { kDone, kMore };

}  // namespace larder::operation
