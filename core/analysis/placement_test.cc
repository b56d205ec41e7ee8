#include "croupier/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/test_placement.h"
#include "croupier/deal.h"

namespace croupier {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Hand = std::vector<std::uint32_t>;

TEST(Placement, KeepsEqualHandsOnce) {
  PlacementBuilder builder;
  for (const Hand& hand : {Hand{3, 1}, Hand{2}, Hand{1, 3}, Hand{0, 3, 1}, Hand{2}}) {
    ASSERT_TRUE(builder.add(hand));
  }
  const Placement placement = builder.build(5).value();
  EXPECT_EQ(placement.tenants(), 5U);
  ASSERT_EQ(placement.hands(), 3U);
  EXPECT_THAT(placement.members(0), ElementsAre(1, 3));
  EXPECT_THAT(placement.members(1), ElementsAre(2));
  EXPECT_THAT(placement.members(2), ElementsAre(0, 1, 3));
  EXPECT_EQ(placement.count(0), 2U);
  EXPECT_EQ(placement.first_tenant(2), 3U);
  EXPECT_EQ(placement.hand_of(4), 1U);
  EXPECT_THAT(placement.hands_of(3), ElementsAre(0, 2));
  EXPECT_THAT(placement.hands_of(4), IsEmpty());
  EXPECT_EQ(placement.smallest_hand(), 1U);
  EXPECT_EQ(placement.largest_hand(), 3U);
}

TEST(Placement, MayBeEmpty) {
  const Placement placement = PlacementBuilder().build(0).value();
  EXPECT_EQ(placement.tenants() + placement.hands() + placement.workers(), 0U);
  EXPECT_EQ(placement.largest_hand(), 0U);
}

TEST(Placement, RefusesWhatIsNoHand) {
  PlacementBuilder builder;
  ASSERT_TRUE(builder.add(Hand{1, 2}));
  EXPECT_THAT(builder.add(Hand{}).error().message, HasSubstr("without a worker"));
  EXPECT_THAT(builder.add(Hand{7, 4, 7}).error().message, HasSubstr("number 7 is twice"));
  EXPECT_THAT(builder.build(2).error().message, HasSubstr("number 2 is not below 2"));
  EXPECT_THAT(builder.build(kMaxWorkers + 1).error().message, HasSubstr("65537 workers"));
  const Placement placement = builder.build(3).value();
  EXPECT_EQ(placement.tenants(), 1U);
  EXPECT_THAT(placement.members(0), ElementsAre(1, 2));
}

// More hands than the table of equal ones first has room for, each twice.
TEST(Placement, FindsEqualHandsAmongMany) {
  PlacementBuilder builder;
  constexpr std::uint32_t kHands = 3'000;
  for (std::uint32_t i = 0; i < 2 * kHands; ++i) {
    ASSERT_TRUE(builder.add(Hand{i % kHands % 60, 60 + i % kHands / 60}));
  }
  const Placement placement = builder.build(110).value();
  ASSERT_EQ(placement.hands(), kHands);
  for (std::uint32_t i = 0; i < 2 * kHands; ++i) {
    ASSERT_EQ(placement.hand_of(i), i % kHands);
    ASSERT_EQ(placement.count(i % kHands), 2U);
  }
}

}  // namespace
}  // namespace croupier
