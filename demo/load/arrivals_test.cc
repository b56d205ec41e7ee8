#include "demo/load/arrivals.h"

#include <gtest/gtest.h>

namespace croupier::demo {
namespace {

TEST(ArrivalsTest, SameSeedSameArrivalsOtherSeedOrStreamOthers) {
  Arrivals one(7, 3, 5, 0.2), same(7, 3, 5, 0.2), seed(8, 3, 5, 0.2), stream(7, 4, 5, 0.2);
  bool seed_differs = false, stream_differs = false;
  for (int i = 0; i < 100; ++i) {
    const Arrival arrival = one.next(), again = same.next();
    EXPECT_EQ(arrival.at, again.at);
    EXPECT_EQ(arrival.post, again.post);
    seed_differs |= arrival.at != seed.next().at;
    stream_differs |= arrival.at != stream.next().at;
  }
  EXPECT_TRUE(seed_differs);
  EXPECT_TRUE(stream_differs);
}

TEST(ArrivalsTest, RateGapsAndShareAreAsAsked) {
  Arrivals arrivals(1, 0, 5, 0.2);
  std::chrono::nanoseconds last = arrivals.next().at;
  EXPECT_LT(last, std::chrono::milliseconds(200));
  int posts = 0;
  const int count = 10'000;
  for (int i = 0; i < count; ++i) {
    const Arrival arrival = arrivals.next();
    EXPECT_GE(arrival.at - last, std::chrono::milliseconds(100) - std::chrono::nanoseconds(1));
    EXPECT_LE(arrival.at - last, std::chrono::milliseconds(300) + std::chrono::nanoseconds(1));
    last = arrival.at;
    posts += arrival.post ? 1 : 0;
  }
  // Five standard deviations: the mean gap is 200 ms +- 0.58 ms, posts 2000 +- 40. The seed is
  // fixed.
  EXPECT_NEAR(static_cast<double>(last.count()) / count / 1e6, 200, 3);
  EXPECT_NEAR(posts, 2000, 200);
}

}  // namespace
}  // namespace croupier::demo
