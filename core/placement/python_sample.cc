// The algorithm is specified in docs/policies/python-sample.md.
#include "core/placement/python_sample.h"

#include <numeric>

#include "core/placement/distinct_hand.h"
#include "core/placement/hand_size.h"
#include "core/placement/python_random.h"
#include "croupier/recipes.h"

namespace croupier {
namespace placement {
namespace {

// Up to this many workers sample() swaps within a list, above it redraws repeats: 21, and for
// k > 5 also the smallest power of 4 that is at least 3k.
std::uint64_t largest_pool(std::uint64_t k) {
  if (k <= 5) return 21;
  std::uint64_t power = 1;
  while (power < 3 * k) power *= 4;
  return 21 + power;
}

}  // namespace

void fill_python_sample(std::string_view tenant, std::uint32_t workers,
                        std::span<std::uint32_t> hand, std::vector<std::uint32_t>& pool,
                        std::vector<std::uint64_t>& table) {
  PythonRandom random(tenant);
  if (workers > largest_pool(hand.size())) {
    DistinctHand<std::uint32_t> distinct(hand, table);
    while (!distinct.full()) distinct.offer(random.below(workers));
    return;
  }
  pool.resize(workers);
  std::iota(pool.begin(), pool.end(), 0U);
  std::uint32_t left = workers;
  for (std::uint32_t& member : hand) {
    const std::uint32_t j = random.below(left);
    member = pool[j];
    pool[j] = pool[--left];
  }
}

}  // namespace placement

Result<void> deal_python_sample(std::string_view tenant, std::uint32_t workers,
                                std::span<std::uint32_t> hand) {
  std::vector<std::uint32_t> pool;
  std::vector<std::uint64_t> table;
  return placement::check_hand_size(hand.size(), workers, "the number of workers").map([&] {
    placement::fill_python_sample(tenant, workers, hand, pool, table);
  });
}

}  // namespace croupier
