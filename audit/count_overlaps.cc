#include "audit/count_overlaps.h"

#include <atomic>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace croupier::audit {

Result<Overlaps> count_overlaps(const Placement& placement, std::uint32_t threads) {
  std::vector<OverlapCounter> counters;
  for (std::uint32_t i = 0; i < threads; ++i) {
    auto counter = OverlapCounter::make(placement);
    if (!counter) return tl::unexpected(std::move(counter.error()));
    counters.push_back(std::move(*counter));
  }
  std::atomic<std::uint32_t> next = 0;
  std::atomic<bool> exhausted = false;  // an exception may not leave a thread
  const auto count = [&placement, &next, &exhausted](OverlapCounter& counter) {
    try {
      for (std::uint32_t worker = next++; worker < placement.workers(); worker = next++) {
        counter.count(worker);
      }
    } catch (const std::bad_alloc&) {
      exhausted = true;
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < counters.size(); ++i) {
      others.emplace_back([&count, &counter = counters[i]] { count(counter); });
    }
    count(counters[0]);
  }
  if (exhausted) throw std::bad_alloc();
  return Overlaps::combine(placement, std::move(counters));
}

}  // namespace croupier::audit
