#include "croupier/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "core/analysis/test_placement.h"

namespace croupier {
namespace {

using ::testing::DoubleEq;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Load, SpreadsWeightOverTheHand) {
  const Placement placement = place({0b00011, 0b00001, 0b01110, 0b00001}, 5);
  const std::vector<double> weights{4, 0.5, 6, 0.25};
  const Load load = count_load(placement, weights);
  EXPECT_THAT(load.tenants, ElementsAre(3, 2, 1, 1, 0));
  EXPECT_THAT(load.weight, ElementsAre(2.75, 4, 2, 2, 0));
  EXPECT_DOUBLE_EQ(load.max_over_mean, 4 / (10.75 / 5));
  EXPECT_THAT(load.idle, ElementsAre(4));
}

TEST(Load, CountsEveryTenantOnceWithoutWeights) {
  const Load load = count_load(place({0b0011, 0b0001, 0b1110}, 4));
  EXPECT_THAT(load.weight,
              ElementsAre(1.5, DoubleEq(0.5 + 1.0 / 3), DoubleEq(1.0 / 3), DoubleEq(1.0 / 3)));
  EXPECT_THAT(load.idle, IsEmpty());
}

TEST(Load, OfNobodyIsNothing) {
  const Load nobody = count_load(PlacementBuilder().build(2).value());
  EXPECT_THAT(nobody.tenants, Each(0U));
  EXPECT_THAT(nobody.idle, ElementsAre(0, 1));
  EXPECT_EQ(nobody.max_over_mean, 0);
  const Load weightless = count_load(place({0b01}, 2), std::vector<double>{0});
  EXPECT_EQ(weightless.max_over_mean, 0);
  EXPECT_THAT(weightless.idle, ElementsAre(1));
}

RC_GTEST_PROP(AnyLoad, AddsUp, ()) {
  const AnyHands any = any_hands();
  std::vector<double> weights;
  for (std::size_t i = 0; i < any.hands.size(); ++i) weights.push_back(*rc::gen::inRange(0, 9));
  const Load load = count_load(place(any.hands, any.workers), weights);
  const auto sum = [](const auto& items, auto zero) {
    return std::accumulate(items.begin(), items.end(), zero);
  };
  std::uint64_t members = 0;
  for (const brute_force::Hand hand : any.hands) members += brute_force::size_of(hand);
  RC_ASSERT(sum(load.tenants, std::uint64_t{0}) == members);
  RC_ASSERT(std::abs(sum(load.weight, 0.0) - sum(weights, 0.0)) < 1e-6);
}

}  // namespace
}  // namespace croupier
