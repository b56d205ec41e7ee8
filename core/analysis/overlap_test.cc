#include "croupier/overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "core/analysis/test_placement.h"

namespace croupier {
namespace {

using brute_force::Hand;
using brute_force::Hands;
using brute_force::Row;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::uint64_t inside(const Hands& hands, std::size_t tenant) {
  return brute_force::harm(hands, hands[tenant], {static_cast<std::uint32_t>(tenant)}).down;
}

// The work divided among so many counters, as threads would.
Overlaps divided(const Placement& placement, std::uint32_t parts) {
  std::vector<OverlapCounter> counters;
  for (std::uint32_t part = 0; part < parts; ++part) {
    counters.push_back(OverlapCounter::make(placement).value());
  }
  for (std::uint32_t worker = placement.workers(); worker-- > 0;) {
    counters[worker % parts].count(worker);
  }
  return Overlaps::combine(placement, std::move(counters));
}

// What is wrong, or nothing.
std::string compare(const Hands& hands, const Placement& placement, const Overlaps& overlaps) {
  if (overlaps.pairs() != brute_force::pairs(hands)) return "pairs";
  for (std::uint32_t tenant = 0; tenant < hands.size(); ++tenant) {
    const std::uint32_t hand = placement.hand_of(tenant);
    const auto row = overlaps.exactly(hand);
    const std::string which = " of tenant " + std::to_string(tenant);
    if (Row(row.begin(), row.end()) != brute_force::exactly(hands, tenant)) return "row" + which;
    if (overlaps.covered(hand) != inside(hands, tenant)) return "hands inside that" + which;
  }
  return "";
}

Hands random_hands(std::size_t tenants, std::uint32_t workers, std::uint32_t smallest,
                   std::uint32_t largest) {
  std::mt19937 random(20);
  Hands hands(tenants);
  for (Hand& hand : hands) {
    const auto size = smallest + random() % (largest - smallest + 1);
    while (brute_force::size_of(hand) < size) hand |= Hand{1} << random() % workers;
  }
  return hands;
}

TEST(Overlaps, OfFourTenants) {
  const Hands hands{0b00111, 0b01110, 0b00111, 0b11000};
  const Placement placement = place(hands, 5);
  const Overlaps overlaps = Overlaps::of(placement).value();
  EXPECT_THAT(overlaps.pairs(), ElementsAre(2, 1, 2, 1));
  EXPECT_THAT(overlaps.exactly(placement.hand_of(0)), ElementsAre(1, 0, 1, 1));
  EXPECT_THAT(overlaps.exactly(placement.hand_of(3)), ElementsAre(2, 1, 0));
  EXPECT_EQ(overlaps.largest(), 3U);
}

// Every placement of four tenants on three workers, and of three on four.
TEST(Overlaps, OfEverySmallPlacement) {
  for (const auto& [tenants, workers] : {std::pair(4U, 3U), std::pair(3U, 4U)}) {
    const std::uint64_t choices = (1U << workers) - 1;
    std::uint64_t all = 1;
    for (std::uint32_t i = 0; i < tenants; ++i) all *= choices;
    for (std::uint64_t number = 0; number < all; ++number) {
      Hands hands;
      std::uint64_t rest = number;
      for (std::uint32_t i = 0; i < tenants; ++i, rest /= choices) {
        hands.push_back(1 + rest % choices);
      }
      const Placement placement = place(hands, workers);
      ASSERT_EQ(compare(hands, placement, Overlaps::of(placement).value()), "") << number;
    }
  }
}

// All hands of k of n workers, so that every subset is shared.
TEST(Overlaps, OfAllHandsThereAre) {
  for (const std::uint32_t size : {1U, 3U, 6U}) {
    Hands hands;
    for (Hand hand = 0; hand < 1U << 12; ++hand) {
      if (brute_force::size_of(hand) == size) hands.push_back(hand);
    }
    const Placement placement = place(hands, 12);
    EXPECT_EQ(compare(hands, placement, Overlaps::of(placement).value()), "") << size;
  }
}

TEST(Overlaps, OfTheLargestHandsCountedBySubsets) {
  const Hands equal = random_hands(4'200, 24, kMaxSubsetHand, kMaxSubsetHand);
  const Placement placement = place(equal, 24);
  EXPECT_EQ(compare(equal, placement, divided(placement, 2)), "");
}

// Small hands by subsets, large ones by comparison, and pairs of one of each.
TEST(Overlaps, OfHandsOfAllSizes) {
  const Hands hands = random_hands(6'000, 40, 1, 40);
  const Placement placement = place(hands, 40, 1'600);
  EXPECT_EQ(compare(hands, placement, divided(placement, 3)), "");
}

TEST(Overlaps, OfManyTwins) {
  Hands hands = random_hands(5'000, 8, 4, 4);
  const Placement placement = place(hands, 8);
  ASSERT_EQ(placement.hands(), 70U);
  EXPECT_EQ(compare(hands, placement, Overlaps::of(placement).value()), "");
}

RC_GTEST_PROP(AnyOverlaps, AreThoseOfComparingAllPairs, ()) {
  const AnyHands any = any_hands();
  const Placement placement = place(any.hands, any.workers, *rc::gen::element(1U, 1'000U));
  const auto parts = *rc::gen::inRange(1U, 4U);
  RC_ASSERT(compare(any.hands, placement, divided(placement, parts)) == "");
}

RC_GTEST_PROP(AnyOverlaps, CountEveryPairOnce, ()) {
  const AnyHands any = any_hands();
  const Placement placement = place(any.hands, any.workers);
  const Overlaps overlaps = Overlaps::of(placement).value();
  std::uint64_t pairs = 0;
  for (const std::uint64_t count : overlaps.pairs()) pairs += count;
  const std::uint64_t tenants = any.hands.size();
  RC_ASSERT(2 * pairs == tenants * tenants - tenants);
}

RC_GTEST_PROP(AnyOverlaps, NameTheWorstAttacker, ()) {
  const AnyHands any = any_hands();
  RC_PRE(!any.hands.empty());
  const Placement placement = place(any.hands, any.workers);
  const WorstAttacker worst = worst_attacker(placement, Overlaps::of(placement).value());
  std::vector<std::uint64_t> down;
  std::vector<std::uint64_t> touched;
  for (std::uint32_t tenant = 0; tenant < any.hands.size(); ++tenant) {
    const auto harm = brute_force::harm(any.hands, any.hands[tenant], {tenant});
    down.push_back(harm.down);
    touched.push_back(harm.touched);
  }
  const auto first_most = [](const std::vector<std::uint64_t>& harms) {
    return static_cast<std::uint32_t>(std::max_element(harms.begin(), harms.end()) - harms.begin());
  };
  RC_ASSERT(worst.most_down_by == first_most(down));
  RC_ASSERT(worst.most_touched_by == first_most(touched));
  RC_ASSERT(worst.most_down == down[worst.most_down_by]);
  RC_ASSERT(worst.most_touched == touched[worst.most_touched_by]);
}

TEST(Overlaps, OfNobody) {
  const Placement placement = PlacementBuilder().build(3).value();
  const Overlaps overlaps = Overlaps::of(placement).value();
  EXPECT_THAT(overlaps.pairs(), ElementsAre(0));
  EXPECT_EQ(overlaps.largest(), 0U);
}

// One worker of each of 17 pairs.
TEST(Overlaps, RefuseTooManyLargeHands) {
  PlacementBuilder builder;
  constexpr std::uint32_t kSize = kMaxSubsetHand + 1;
  constexpr std::uint32_t kTenants = 110'000;
  std::vector<std::uint32_t> hand(kSize);
  for (std::uint32_t tenant = 0; tenant < kTenants; ++tenant) {
    for (std::uint32_t i = 0; i < kSize; ++i) hand[i] = 2 * i + (tenant >> i & 1);
    ASSERT_TRUE(builder.add(hand));
  }
  const auto refused = Overlaps::of(builder.build(2 * kSize).value());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kResourceExhausted);
  EXPECT_THAT(refused.error().message,
              AllOf(HasSubstr("more than 16 workers"), HasSubstr("takes 205700000000 steps")));
}

}  // namespace
}  // namespace croupier
