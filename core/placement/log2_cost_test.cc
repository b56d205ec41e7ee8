#include "core/placement/log2_cost.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/placement/rendezvous_order.h"

namespace croupier::placement {
namespace {

static_assert(log2_cost(0) == 64 * kCostOne);
static_assert(log2_cost(std::uint64_t{1} << 63) == kCostOne);
static_assert(log2_cost(~std::uint64_t{0}) >= 1);

TEST(Log2Table, RisesAndIsTheFloorOfTheTrueValue) {
  static_assert(std::numeric_limits<long double>::digits >= 64, "needs extended precision");
  for (std::uint32_t i = 0; i < kLog2Intervals; ++i) {
    EXPECT_LT(kLog2Table[i], kLog2Table[i + 1]);
    EXPECT_LT(kLog2Table[i + 1] - kLog2Table[i], std::uint64_t{1} << 31);
    const long double exact = std::log2(1 + static_cast<long double>(i) / kLog2Intervals);
    EXPECT_EQ(kLog2Table[i], static_cast<std::uint64_t>(exact * kCostOne)) << i;
  }
  EXPECT_EQ(kLog2Table[kLog2Intervals], kCostOne);
}

// Hashes of every magnitude, those next to interval ends among them.
std::vector<std::uint64_t> sample_hashes() {
  std::vector<std::uint64_t> hashes = {0, 1, 2, 3};
  std::mt19937_64 random(7);
  for (int shift = 0; shift < 64; ++shift) {
    for (int i = 0; i < 500; ++i) hashes.push_back(random() >> shift);
  }
  for (std::uint64_t i = 1; i <= kLog2Intervals; ++i) {
    const std::uint64_t end = (std::uint64_t{1} << 63) + (i << 53);  // 0 after the last interval
    for (const std::uint64_t step : {1, 2, 3, 1 << 21}) {
      hashes.push_back(end - step);
      hashes.push_back(end + step);
    }
  }
  return hashes;
}

TEST(Log2Cost, NeverFallsAsTheHashFalls) {
  auto hashes = sample_hashes();
  std::sort(hashes.begin(), hashes.end());
  for (std::size_t i = 1; i < hashes.size(); ++i) {
    ASSERT_GE(log2_cost(hashes[i - 1]), log2_cost(hashes[i])) << hashes[i];
  }
}

// The chord of a concave curve lies below it, so costs are too large, never too small but for
// rounding; by 1 / 4096 = 0.024 % of the cost where hashes are largest, and two units of rounding.
TEST(Log2Cost, IsWithinTheStatedBias) {
  long double largest_bias = 0;
  for (const std::uint64_t hash : sample_hashes()) {
    if (hash > ~std::uint64_t{0} - (std::uint64_t{1} << 40)) continue;  // a cost of few units
    const long double exact = 64 - std::log2(static_cast<long double>(hash | 1));
    const long double cost = static_cast<long double>(log2_cost(hash)) / kCostOne;
    ASSERT_GE(cost, exact - 2.0L / kCostOne) << hash;
    largest_bias = std::max(largest_bias, (cost - exact) / exact);
  }
  EXPECT_LT(largest_bias, 0.0005L);
  EXPECT_GT(largest_bias, 0.0001L);  // the sample reaches where the bias is
}

TEST(RendezvousOrder, HashAloneAgreesWithCostUnderEqualWeights) {
  std::vector<Candidate> by_hash;
  for (const std::uint64_t hash : sample_hashes()) {
    by_hash.push_back({hash, log2_cost(hash), static_cast<std::uint32_t>(by_hash.size())});
  }
  for (const std::uint32_t weight : {1U, 7U, kMaxWeight}) {
    const std::vector<std::uint32_t> weights(by_hash.size(), weight);
    std::vector<Candidate> by_cost = by_hash;
    std::sort(by_cost.begin(), by_cost.end(), CostOrder{weights});
    std::sort(by_hash.begin(), by_hash.end(), HashOrder{});
    for (std::size_t i = 0; i < by_hash.size(); ++i) {
      ASSERT_EQ(by_hash[i].worker, by_cost[i].worker) << i;
    }
  }
}

TEST(RendezvousOrder, BreaksTiesByHashThenWorker) {
  const std::vector<std::uint32_t> weights = {2, 4, 2, 2};
  const CostOrder order{weights};
  const Candidate half{10, 100, 0};
  const Candidate twice{9, 200, 1};  // twice the cost at twice the weight: equal quotients
  EXPECT_TRUE(order(half, twice));
  EXPECT_FALSE(order(twice, half));
  const Candidate same{10, 100, 2};
  EXPECT_TRUE(order(half, same));
  EXPECT_FALSE(order(same, half));
  EXPECT_FALSE(order(half, half));
}

TEST(RendezvousOrder, LargestProductsDoNotWrap) {
  const std::vector<std::uint32_t> weights = {1, kMaxWeight};
  const Candidate light{0, 64 * kCostOne, 0};
  const Candidate heavy{0, 64 * kCostOne, 1};
  EXPECT_TRUE(CostOrder{weights}(heavy, light));
  EXPECT_FALSE(CostOrder{weights}(light, heavy));
}

}  // namespace
}  // namespace croupier::placement
