#include "audit/questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/count_overlaps.h"
#include "audit/test_files.h"

namespace croupier::audit {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// b is a worker and a zone of others too; only is a worker and the zone of it alone.
std::unique_ptr<Input> small() {
  return read({.hands = "acme,w1,w2\nglobex,w2,b\ninitech,w2,w1\nhooli,only\n",
               .workers = "w1,a\nw2,a\nb,b\nw4,b\nonly,only\n",
               .depends = "db,w2,b\n"})
      .value();
}

TEST(Fail, TakesWorkersZonesAndDependencies) {
  const auto input = small();
  EXPECT_THAT(fail(*input, "w4")->failed, ElementsAre(3));
  EXPECT_THAT(fail(*input, "a")->failed, ElementsAre(0, 1));
  EXPECT_THAT(fail(*input, "db,w1,w2")->failed, ElementsAre(0, 1, 2));
}

TEST(Fail, NamesWhoIsDown) {
  const auto input = small();
  const auto answer = fail(*input, "a").value();
  EXPECT_EQ(answer.counts.touched, 3U);
  EXPECT_EQ(answer.counts.degraded, 1U);
  EXPECT_THAT(answer.down_tenants, ElementsAre(0, 2));
  EXPECT_THAT(fail(*input, "w4")->down_tenants, IsEmpty());
}

TEST(Fail, RefusesNamesOfNothingAndOfSeveralThings) {
  const auto input = small();
  EXPECT_THAT(fail(*input, "only")->failed, ElementsAre(4));
  EXPECT_EQ(fail(*input, "b").error().message,
            "\"b\" names several things, a worker, a zone or a dependency, and they are not the "
            "same workers");
  EXPECT_EQ(fail(*input, "w1,w9").error().message, "\"w9\" is no worker, zone or dependency");
  EXPECT_EQ(fail(*input, "w1,").error().message, "field 2 is empty");
  EXPECT_EQ(fail(*input, "").error().message, "nothing is named");
}

TEST(Poison, IsNotItsOwnVictim) {
  const auto input = small();
  const auto one = poison(*input, "acme").value();
  EXPECT_THAT(one.failed, ElementsAre(0, 1));
  EXPECT_EQ(one.counts.untouched, 1U);
  EXPECT_EQ(one.counts.touched, 2U);
  EXPECT_THAT(one.down_tenants, ElementsAre(2));
  const auto both = poison(*input, "initech,acme,acme").value();
  EXPECT_EQ(both.counts.touched, 1U);
  EXPECT_THAT(both.down_tenants, IsEmpty());
  EXPECT_EQ(poison(*input, "acme,x").error().message, "\"x\" is no tenant");
}

TEST(LookUps, SayWhoSharesWhoHoldsAndWhatIsShared) {
  const auto input = small();
  EXPECT_THAT(who_shares(*input, "acme")->by_shared,
              ElementsAre(IsEmpty(), ElementsAre(1), ElementsAre(2)));
  EXPECT_THAT(tenants_of(*input, "w2")->tenants, ElementsAre(0, 1, 2));
  EXPECT_THAT(tenants_of(*input, "w4")->tenants, IsEmpty());
  EXPECT_THAT(overlap(*input, "globex,acme")->shared, ElementsAre(1));
  EXPECT_THAT(overlap(*input, "globex,hooli")->shared, IsEmpty());
}

TEST(LookUps, RefuseWhatIsNotThere) {
  const auto input = small();
  EXPECT_EQ(who_shares(*input, "w1").error().message, "\"w1\" is no tenant");
  EXPECT_EQ(tenants_of(*input, "acme").error().message, "\"acme\" is no worker");
  EXPECT_EQ(overlap(*input, "acme,w1").error().message, "\"w1\" is no tenant");
  EXPECT_EQ(overlap(*input, "acme").error().message, "names 1 tenants, not 2");
}

TEST(CountOverlaps, IsTheSameOnAnyNumberOfThreads) {
  std::string hands;
  for (int i = 0; i < 2'000; ++i) {
    hands += "t" + std::to_string(i) + ",w" + std::to_string(i % 7) + ",x" +
             std::to_string(i % 11) + ",y" + std::to_string(i % 13) + "\n";
  }
  const auto input = read({.hands = hands}).value();
  const auto one = count_overlaps(input->placement, 1).value();
  const auto three = count_overlaps(input->placement, 3).value();
  EXPECT_EQ(one.pairs(), three.pairs());
  for (std::uint32_t hand = 0; hand < input->placement.hands(); ++hand) {
    ASSERT_TRUE(std::ranges::equal(one.exactly(hand), three.exactly(hand)));
  }
}

}  // namespace
}  // namespace croupier::audit
