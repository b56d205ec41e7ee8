#include "demo/model/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace croupier::demo {
namespace {

using ::testing::ElementsAre;

// Six workers; the attacker holds 0, 1, 2.
Layout small_layout() {
  return {.workers = 6,
          .innocents = {{2, 0, 1}, {0, 1, 3}, {5, 0, 4}, {3, 4, 5}},
          .attacker = {0, 1, 2}};
}

TEST(ModelTest, DownIsWhoSharesEverything) {
  const Prediction prediction = predict(small_layout(), {.attempts = 3}, 45);
  EXPECT_EQ(prediction.reach, Reach::kCertain);
  EXPECT_THAT(prediction.overlap, ElementsAre(3, 2, 1, 0));
  EXPECT_THAT(prediction.down, ElementsAre(true, false, false, false));
  EXPECT_EQ(prediction.touched, 3u);
  EXPECT_EQ(prediction.down_count, 1u);
  EXPECT_DOUBLE_EQ(prediction.least_success, 0.75);
}

TEST(ModelTest, DeathsAreBoundedByRestartsAndByAttempts) {
  EXPECT_EQ(predict(small_layout(), {.attempts = 3}, 45).most_deaths, 3u * 23);
  // One poison request in ten seconds with one attempt each.
  const Attack slow{.poison_per_second = 0.1, .attempts = 1};
  EXPECT_EQ(predict(small_layout(), slow, 40).most_deaths, 5u);
}

TEST(ModelTest, ReachTellsCertaintyFromPossibilityFromNone) {
  const Layout layout = small_layout();
  const Attack fast{.poison_per_second = 5, .attempts = 2, .restart_seconds = 2};
  EXPECT_EQ(predict(layout, fast, 45).reach, Reach::kPossible);
  EXPECT_EQ(predict(layout, fast, 45).down_count, 1u);
  const Attack slow{.poison_per_second = 0.1, .attempts = 2, .restart_seconds = 2};
  EXPECT_EQ(predict(layout, slow, 45).reach, Reach::kNone);
  EXPECT_EQ(predict(layout, slow, 45).down_count, 0u);
}

TEST(ModelTest, PlainPoolMayBeDownAsAWhole) {
  WorkerSet all(20);
  std::iota(all.begin(), all.end(), 0u);
  const Layout pool{.workers = 20, .innocents = std::vector<WorkerSet>(199, all), .attacker = all};
  // 4 attempts * 5 per second * 2 s = 40 kills in a restart, twice what there is.
  const Prediction prediction = predict(pool, {}, 45);
  EXPECT_EQ(prediction.reach, Reach::kPossible);
  EXPECT_EQ(prediction.touched, 199u);
  EXPECT_EQ(prediction.down_count, 199u);
  EXPECT_DOUBLE_EQ(prediction.least_success, 0);
}

TEST(ModelTest, FixedShardsPutAFifthDown) {
  Layout fixed{.workers = 20, .innocents = {}, .attacker = fixed_shard(199, 20, 5)};
  for (std::size_t tenant = 0; tenant < 199; ++tenant) {
    fixed.innocents.push_back(fixed_shard(tenant, 20, 5));
  }
  EXPECT_THAT(fixed.attacker, ElementsAre(16, 17, 18, 19));
  const Prediction prediction = predict(fixed, {}, 45);
  EXPECT_EQ(prediction.down_count, 39u);
  EXPECT_EQ(prediction.touched, 39u);
  EXPECT_TRUE(prediction.down[4]);
  EXPECT_FALSE(prediction.down[5]);
}

TEST(ModelTest, LostPostsFollowTheFormula) {
  const Layout layout = small_layout();
  const Attack attack{.attempts = 3, .requests_per_second = 10, .post_share = 0.5};
  const Prediction prediction = predict(layout, attack, 45);
  // Tenant 1 (alive outside: 3) sends 5/2 POSTs a second to 0 and to 1 as they die; tenant 2 (alive
  // outside: 4, 5) sends 5/3 to 0. Tenant 0 is down, tenant 3 shares nothing.
  const std::vector<std::uint64_t> deaths{10, 4, 7, 0, 0, 0};
  const double expected = (10 * (5.0 / 2 + 5.0 / 3) + 4 * (5.0 / 2)) * 0.002;
  EXPECT_NEAR(expected_lost_posts(layout, prediction, attack, deaths, std::chrono::milliseconds(2)),
              expected, 1e-12);
}

}  // namespace
}  // namespace croupier::demo
