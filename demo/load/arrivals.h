// When one stream of requests sends, and what: fixed by a seed alone.
#pragma once

#include <chrono>
#include <cstdint>

namespace croupier::demo {

struct Arrival {
  std::chrono::nanoseconds at;  // since the start of the load
  bool post = false;
};

// An open-loop stream: times do not depend on answers. The first arrival is uniform in one period,
// each gap uniform in 0.5 to 1.5 periods. The same seed and stream give the same arrivals on every
// machine.
class Arrivals {
 public:
  // `per_second` above 0; `post_share` 0 to 1.
  Arrivals(std::uint64_t seed, std::uint64_t stream, double per_second, double post_share);

  Arrival next();

 private:
  double uniform();  // in [0, 1)

  std::uint64_t state_;
  double period_ns_;
  double post_share_;
  double at_ns_ = 0;
  bool first_ = true;
};

}  // namespace croupier::demo
