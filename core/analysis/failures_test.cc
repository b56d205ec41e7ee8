#include "croupier/failures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "core/analysis/test_placement.h"
#include "croupier/sharing.h"

namespace croupier {
namespace {

using brute_force::Hand;
using brute_force::Hands;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Numbers = std::vector<std::uint32_t>;

Numbers workers_in(Hand hand) {
  Numbers workers;
  for (std::uint32_t bit = 0; bit < 64; ++bit) {
    if ((hand >> bit & 1) != 0) workers.push_back(bit);
  }
  return workers;
}

bool same(const FailureCounts& counts, const brute_force::Harm& harm) {
  return counts.untouched == harm.untouched && counts.touched == harm.touched &&
         counts.degraded == harm.degraded && counts.down == harm.down &&
         counts.by_workers_lost == harm.by_workers_lost;
}

TEST(Failures, OfTwoWorkers) {
  const Placement placement = place({0b0011, 0b0101, 0b0011, 0b1000, 0b1100}, 4);
  const FailureCounts counts = count_failed(placement, Numbers{0, 1});
  EXPECT_EQ(counts.untouched, 2U);
  EXPECT_EQ(counts.touched, 3U);
  EXPECT_EQ(counts.degraded, 1U);
  EXPECT_EQ(counts.down, 2U);
  EXPECT_THAT(counts.by_workers_lost, ElementsAre(2, 1, 2));
  EXPECT_THAT(tenants_of(placement, counts.down_hands), ElementsAre(0, 2));
}

TEST(Failures, OfNoWorkerTouchNobody) {
  const FailureCounts counts = count_failed(place({0b01, 0b11}, 2), Numbers{});
  EXPECT_EQ(counts.untouched, 2U);
  EXPECT_THAT(counts.down_hands, IsEmpty());
}

// A poison tenant is not its own victim; its twin is.
TEST(Failures, OfAPoisonTenant) {
  const Placement placement = place({0b0011, 0b0101, 0b0011}, 4);
  const Numbers poison{0};
  const Numbers failed = workers_of(placement, poison);
  EXPECT_THAT(failed, ElementsAre(0, 1));
  const FailureCounts counts = count_failed(placement, failed, poison);
  EXPECT_EQ(counts.touched, 2U);
  EXPECT_EQ(counts.down, 1U);
}

TEST(Failures, TwinsAreGrouped) {
  const Placement placement = place({0b001, 0b010, 0b100, 0b010, 0b001, 0b010}, 3);
  EXPECT_THAT(twin_groups(placement), ElementsAre(ElementsAre(0, 4), ElementsAre(1, 3, 5)));
}

RC_GTEST_PROP(AnyFailures, AreThoseOfLookingAtEveryTenant, ()) {
  const AnyHands any = any_hands();
  const Placement placement = place(any.hands, any.workers);
  const auto size = *rc::gen::inRange(0U, std::min(any.workers, 6U) + 1);
  const Hand failed = any_hand(any.workers, size);
  const FailureCounts counts = count_failed(placement, workers_in(failed));
  const auto harm = brute_force::harm(any.hands, failed);
  RC_ASSERT(same(counts, harm));
  RC_ASSERT(tenants_of(placement, counts.down_hands) == harm.down_tenants);
}

RC_GTEST_PROP(AnyFailures, OfPoisonTenantsLeaveThemOut, ()) {
  const AnyHands any = any_hands();
  RC_PRE(!any.hands.empty());
  const auto drawn = *rc::gen::container<std::set<std::uint32_t>>(
      rc::gen::inRange(0U, static_cast<std::uint32_t>(any.hands.size())));
  const Numbers poison(drawn.begin(), drawn.end());
  Hand failed = 0;
  for (const std::uint32_t tenant : poison) failed |= any.hands[tenant];
  const Placement placement = place(any.hands, any.workers);
  RC_ASSERT(workers_of(placement, poison) == workers_in(failed));
  RC_ASSERT(same(count_failed(placement, workers_in(failed), poison),
                 brute_force::harm(any.hands, failed, drawn)));
}

RC_GTEST_PROP(AnySharing, IsThatOfLookingAtEveryTenant, ()) {
  const AnyHands any = any_hands();
  RC_PRE(!any.hands.empty());
  const auto tenant = *rc::gen::inRange(0U, static_cast<std::uint32_t>(any.hands.size()));
  const Hand own = any.hands[tenant];
  std::vector<Numbers> sharing(brute_force::size_of(own) + 1);
  for (std::uint32_t other = 0; other < any.hands.size(); ++other) {
    const Hand both = own & any.hands[other];
    if (other != tenant && both != 0) sharing[brute_force::size_of(both)].push_back(other);
  }
  RC_ASSERT(tenants_sharing(place(any.hands, any.workers), tenant) == sharing);
}

RC_GTEST_PROP(AnyTwins, AreInOneGroup, ()) {
  const AnyHands any = any_hands();
  std::map<Hand, Numbers> by_hand;
  for (std::uint32_t tenant = 0; tenant < any.hands.size(); ++tenant) {
    by_hand[any.hands[tenant]].push_back(tenant);
  }
  std::vector<Numbers> groups;
  for (const auto& [hand, tenants] : by_hand) {
    if (tenants.size() > 1) groups.push_back(tenants);
  }
  std::sort(groups.begin(), groups.end());
  RC_ASSERT(twin_groups(place(any.hands, any.workers)) == groups);
}

}  // namespace
}  // namespace croupier
