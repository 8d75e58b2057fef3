// tools/larder_load/histogram.h
//
// Latencies in logarithmic buckets: constant memory, at most 1.6 % error.
// Units    nanoseconds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace larder::load {

class Histogram {
 public:
  void add(std::uint64_t nanoseconds);
  std::uint64_t percentile(double percent) const;  // 0 < percent <= 100; 0 when empty
  std::uint64_t max() const { return max_; }
  std::uint64_t count() const { return count_; }

 private:
  static constexpr int kSubBits = 6;  // 64 buckets per power of two
  static std::size_t bucket(std::uint64_t value);
  static std::uint64_t upper_bound(std::size_t bucket);

  std::array<std::uint64_t, (64 - kSubBits + 1) << kSubBits> counts_{};
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace larder::load
