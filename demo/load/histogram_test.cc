#include "demo/load/histogram.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace croupier::demo {
namespace {

using std::chrono::microseconds;

TEST(HistogramTest, EmptyHasNoQuantile) {
  const Histogram histogram;
  EXPECT_EQ(histogram.quantile(0.5), microseconds(0));
  EXPECT_EQ(histogram.mean(), microseconds(0));
}

TEST(HistogramTest, SmallLatenciesAreExact) {
  Histogram histogram;
  for (int us = 1; us <= 50; ++us) histogram.add(microseconds(us));
  EXPECT_EQ(histogram.quantile(0.5), microseconds(25));
  EXPECT_EQ(histogram.quantile(0.98), microseconds(49));
  EXPECT_EQ(histogram.quantile(0), microseconds(1));
  EXPECT_EQ(histogram.quantile(1), microseconds(50));
}

TEST(HistogramTest, OutOfRangeIsClampedNotLost) {
  Histogram histogram;
  histogram.add(microseconds(-5));
  histogram.add(std::chrono::hours(1));
  EXPECT_EQ(histogram.count(), 2u);
  EXPECT_EQ(histogram.quantile(0.5), microseconds(0));
  EXPECT_EQ(histogram.quantile(1), microseconds((1 << 26) - 1));
}

RC_GTEST_PROP(HistogramTest, QuantileIsAtMostOneThirtySecondTooHigh, ()) {
  const auto share = *rc::gen::inRange(1, 101);
  auto values =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1 << 26)));
  Histogram first, second, merged;
  for (std::size_t i = 0; i < values.size(); ++i) {
    (i % 2 == 0 ? first : second).add(microseconds(values[i]));
  }
  merged.merge(first);
  merged.merge(second);
  std::sort(values.begin(), values.end());
  const std::size_t rank = (values.size() * static_cast<std::size_t>(share) + 99) / 100;
  const auto exact = values[rank - 1];
  // The share is a hundredth, so ceil() of the product may round one rank up.
  const auto next = values[std::min(rank, values.size() - 1)];
  const auto got = merged.quantile(share / 100.0).count();
  RC_ASSERT(got >= exact);
  RC_ASSERT(got <= next + next / 32);
}

}  // namespace
}  // namespace croupier::demo
