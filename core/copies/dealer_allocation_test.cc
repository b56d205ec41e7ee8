// Decks of the copied policies do not allocate once the scratch is warm.
#include <gtest/gtest.h>

#include "core/copies/test_rings.h"
#include "core/placement/test_decks.h"
#include "testing/count_allocations.h"

namespace croupier::copies {
namespace {

std::size_t allocations_when_warm(const DeckSpec& spec, std::uint32_t size) {
  const auto dealer = make_dealer(spec, placement::test_key()).value();
  DealScratch scratch;
  Positions hand;
  EXPECT_TRUE(
      dealer->deal({"the first tenant, whose name is longer than others"}, size, hand, scratch));
  hand.reserve(spec.workers.size());
  const std::size_t before = testing::allocations();
  for (const char* tenant : {"acme", "a name of a tenant that fits into no string", ""}) {
    EXPECT_TRUE(dealer->deal({tenant}, size, hand, scratch));
  }
  return testing::allocations() - before;
}

TEST(Allocation, NoneInDecksOfTheCopies) {
  DeckSpec spec = placement::zoned_deck(Spread::kNone, {20, 20, 20});
  for (const auto& [policy, options] :
       {std::pair(Policy::kApf, PolicyOptions(ApfOptions{"schema"})),
        std::pair(Policy::kInfima, PolicyOptions(InfimaOptions{{"zone"}, -1})),
        std::pair(Policy::kMimirQueriers, PolicyOptions()),
        std::pair(Policy::kThanos, PolicyOptions(ThanosOptions{true, 3}))}) {
    spec.policy = policy;
    spec.options = options;
    EXPECT_EQ(allocations_when_warm(spec, 6), 0U) << policy_name(policy);
  }
  const RingSpec ring = plain_ring(60, 3, 16);
  const Lookback lookback{std::chrono::seconds(500), at(1'000)};
  spec.policy = Policy::kMimirRing;
  spec.options = MimirRingOptions{ring.instances, true, lookback};
  EXPECT_EQ(allocations_when_warm(spec, 6), 0U);
  EXPECT_EQ(allocations_when_warm(spec, 60), 0U);
}

}  // namespace
}  // namespace croupier::copies
