// Counts of latencies in buckets of 3 % width.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace croupier::demo {

// Microseconds below 64 are kept exactly; above, each power of two has 32 buckets, so a quantile is
// at most 1/32 too high. Latencies of 2^26 us (67 s) and more count as the largest. 2.8 KB.
class Histogram {
 public:
  using Microseconds = std::chrono::microseconds;

  void add(Microseconds latency);  // negative counts as 0
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  Microseconds mean() const;  // 0 when empty
  // The upper edge of the bucket below which a share of at least `share` (0 to 1) lies; 0 when
  // empty. Cost: one pass over the buckets.
  Microseconds quantile(double share) const;

 private:
  static constexpr std::size_t kBuckets = 704;
  static std::size_t bucket_of(std::uint64_t us);
  static std::uint64_t upper_edge(std::size_t bucket);

  std::array<std::uint32_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0;
  std::uint64_t sum_us_ = 0;
};

}  // namespace croupier::demo
