// Weights as probabilities. Each count is held to 5 sigma: with the 8 counts here a correct deal
// under a random key would fail in about 5 of a million; the key is fixed.
#include <gtest/gtest.h>

#include <cmath>

#include "core/placement/test_decks.h"

namespace croupier::placement {
namespace {

constexpr std::array<double, 4> kShares = {0.1, 0.2, 0.3, 0.4};

// A member's chance to be among the first two draws without replacement.
double share_of_two(std::size_t i) {
  double share = kShares[i];
  for (std::size_t j = 0; j < kShares.size(); ++j) {
    if (j != i) share += kShares[j] * kShares[i] / (1 - kShares[j]);
  }
  return share;
}

TEST(Weights, GiveTheChancesOfDrawsWithoutReplacement) {
  constexpr int kTenants = 100'000;
  DeckSpec spec = plain_deck(Policy::kRendezvous, 4);
  for (std::uint32_t i = 0; i < 4; ++i) spec.workers[i].weight = 25'000 * (i + 1);
  TestDeck deck(spec);
  std::array<int, 4> first{};
  std::array<int, 4> first_two{};
  for (int i = 0; i < kTenants; ++i) {
    const Positions hand = deck.deal("t-" + std::to_string(i), 2);
    ++first[hand[0]];
    ++first_two[hand[0]];
    ++first_two[hand[1]];
  }
  const auto near = [](int count, double share) {
    EXPECT_NEAR(count, kTenants * share, 5 * std::sqrt(kTenants * share * (1 - share)));
  };
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    near(first[i], kShares[i]);
    near(first_two[i], share_of_two(i));
  }
}

TEST(Weights, AHeavierWorkerOnlyJoinsHandsNeverLeaves) {
  DeckSpec light = plain_deck(Policy::kRendezvous, 20);
  light.workers[0].weight = 2;  // so that both decks are weighted
  DeckSpec heavy = light;
  heavy.workers[3].weight = 5;
  TestDeck before(light);
  TestDeck after(heavy);
  int joined = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::string tenant = "t-" + std::to_string(i);
    const Positions old_hand = before.deal(tenant, 4);
    const Positions fresh = without(after.deal(tenant, 4), old_hand);
    ASSERT_TRUE(fresh.empty() || fresh == Positions{3});
    joined += static_cast<int>(fresh.size());
  }
  EXPECT_GT(joined, 500);
}

}  // namespace
}  // namespace croupier::placement
