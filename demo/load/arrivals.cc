#include "demo/load/arrivals.h"

namespace croupier::demo {
namespace {

inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Arrivals::Arrivals(std::uint64_t seed, std::uint64_t stream, double per_second, double post_share)
    : state_(mix(mix(seed + kGolden) + stream * kGolden)),
      period_ns_(1e9 / per_second),
      post_share_(post_share) {}

double Arrivals::uniform() {
  state_ += kGolden;
  return static_cast<double>(mix(state_) >> 11) * 0x1p-53;
}

Arrival Arrivals::next() {
  at_ns_ += period_ns_ * (first_ ? uniform() : 0.5 + uniform());
  first_ = false;
  return {std::chrono::nanoseconds(static_cast<std::int64_t>(at_ns_)), uniform() < post_share_};
}

}  // namespace croupier::demo
