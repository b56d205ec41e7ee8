#include "demo/load/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace croupier::demo {

std::size_t Histogram::bucket_of(std::uint64_t us) {
  if (us < 64) return us;
  // The six leading bits, the first of them always set: 32 buckets for each further bit of length.
  const auto shift = static_cast<std::size_t>(std::bit_width(us)) - 6;
  return 32 + 32 * shift + ((us >> shift) - 32);
}

std::uint64_t Histogram::upper_edge(std::size_t bucket) {
  if (bucket < 64) return bucket;
  const std::size_t shift = (bucket - 32) / 32;
  return ((bucket % 32 + 33) << shift) - 1;
}

void Histogram::add(Microseconds latency) {
  const auto us = static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(latency.count(), 0, (std::int64_t{1} << 26) - 1));
  ++buckets_[bucket_of(us)];
  ++count_;
  sum_us_ += us;
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_us_ += other.sum_us_;
}

Histogram::Microseconds Histogram::mean() const {
  return Microseconds(count_ == 0 ? 0 : sum_us_ / count_);
}

Histogram::Microseconds Histogram::quantile(double share) const {
  const auto wanted =
      static_cast<std::uint64_t>(std::max(1.0, std::ceil(share * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    seen += buckets_[i];
    if (seen >= wanted) return Microseconds(upper_edge(i));
  }
  return Microseconds(0);
}

}  // namespace croupier::demo
