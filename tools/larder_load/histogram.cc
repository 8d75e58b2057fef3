#include "tools/larder_load/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace larder::load {

std::size_t Histogram::bucket(std::uint64_t value) {
  constexpr std::uint64_t kLinear = std::uint64_t{1} << kSubBits;
  if (value < kLinear) return static_cast<std::size_t>(value);
  const int shift = static_cast<int>(std::bit_width(value)) - 1 - kSubBits;
  return static_cast<std::size_t>((static_cast<std::uint64_t>(shift + 1) << kSubBits) +
                                  ((value >> shift) - kLinear));
}

std::uint64_t Histogram::upper_bound(std::size_t bucket) {
  constexpr std::uint64_t kLinear = std::uint64_t{1} << kSubBits;
  if (bucket < kLinear) return bucket;
  const auto shift = static_cast<int>((bucket >> kSubBits) - 1);
  const std::uint64_t sub = (bucket & (kLinear - 1)) + kLinear;
  return ((sub + 1) << shift) - 1;
}

void Histogram::add(std::uint64_t nanoseconds) {
  ++counts_[std::min(bucket(nanoseconds), counts_.size() - 1)];
  ++count_;
  max_ = std::max(max_, nanoseconds);
}

std::uint64_t Histogram::percentile(double percent) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(percent / 100.0 * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank && seen > 0) return std::min(upper_bound(i), max_);
  }
  return max_;
}

}  // namespace larder::load
