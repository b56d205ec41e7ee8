// Dealing does not allocate once the scratch is warm. A program of its own, for it counts
// what the program allocates.
#include <gtest/gtest.h>

#include "core/placement/test_decks.h"
#include "croupier/recipes.h"
#include "testing/count_allocations.h"

namespace croupier::placement {
namespace {

std::size_t allocations_when_warm(const Dealer& dealer, std::uint32_t hand_size) {
  DealScratch scratch;
  Positions hand;
  EXPECT_TRUE(dealer.deal({"cold"}, hand_size, hand, scratch));
  const std::size_t before = testing::allocations();
  for (const char* tenant : {"acme", "a much longer name of a tenant than the others have", ""}) {
    EXPECT_TRUE(dealer.deal({tenant}, hand_size, hand, scratch));
  }
  return testing::allocations() - before;
}

TEST(Allocation, NoneWhileDealingWithAWarmScratch) {
  for (const Policy policy :
       {Policy::kHmac, Policy::kRendezvous, Policy::kJavaDemo, Policy::kPythonSample}) {
    const auto dealer = make_dealer(plain_deck(policy, 500), test_key()).value();
    for (const std::uint32_t k : {1, 4, 64, 65, 400, 500}) {
      EXPECT_EQ(allocations_when_warm(*dealer, k), 0U) << policy_name(policy) << ", k=" << k;
    }
  }
}

TEST(Allocation, NoneWithSpreadAndWeights) {
  DeckSpec deck = zoned_deck(Spread::kPrefer, {40, 3, 17, 1});
  deck.workers[7].weight = 5;
  const auto dealer = make_dealer(deck, test_key()).value();
  for (const std::uint32_t k : {1, 4, 30, 61}) EXPECT_EQ(allocations_when_warm(*dealer, k), 0U);
}

TEST(Allocation, NoneWithSeveralAttributes) {
  for (const Spread spread : {Spread::kPrefer, Spread::kBalanced}) {
    DeckSpec deck = plain_deck(Policy::kRendezvous, 60);
    deck.spread = spread;
    for (std::uint32_t i = 0; i < 60; ++i) {
      deck.workers[i].values = {"zone-" + std::to_string(i % 3), "v" + std::to_string(i % 5)};
    }
    const auto dealer = make_dealer(deck, test_key()).value();
    EXPECT_EQ(dealer->largest_hand(), 60U);
    for (const std::uint32_t k : {1, 4, 30, 60}) EXPECT_EQ(allocations_when_warm(*dealer, k), 0U);
  }
}

TEST(Allocation, NoneForSmallHandsOfTheBareHmacRecipe) {
  const HmacRecipe recipe(test_key());
  std::array<std::uint64_t, 64> hand;
  const std::size_t before = testing::allocations();
  EXPECT_TRUE(recipe.deal("acme", 1'000'000, hand));
  EXPECT_EQ(testing::allocations() - before, 0U);
}

}  // namespace
}  // namespace croupier::placement
