#include "demo/load/tally.h"

#include <gtest/gtest.h>

namespace croupier::demo {
namespace {

using namespace std::chrono_literals;

TEST(StreamTallyTest, GapRunsBetweenEndsOfSuccessesOfAnyMethod) {
  StreamTally tally;
  tally.succeed(false, 90ms, 100ms);
  tally.succeed(true, 390ms, 400ms);
  tally.fail(false);
  tally.succeed(false, 550ms, 600ms);
  EXPECT_EQ(tally.longest_gap(), 300ms);
  EXPECT_EQ(tally.last_success(), 600ms);
  tally.finish(700ms);
  EXPECT_EQ(tally.longest_gap(), 300ms);
  tally.finish(1000ms);
  EXPECT_EQ(tally.longest_gap(), 400ms);
}

TEST(StreamTallyTest, WithoutASuccessTheGapIsTheWholeLoad) {
  StreamTally tally;
  tally.start(false);
  tally.fail(false);
  tally.finish(5s);
  EXPECT_EQ(tally.longest_gap(), 5s);
  EXPECT_EQ(tally.last_success(), 0s);
}

TEST(StreamTallyTest, SuccessAfterTheEndMovesNothingBack) {
  StreamTally tally;
  tally.succeed(false, 0ms, 900ms);
  tally.finish(1000ms);
  tally.succeed(false, 990ms, 1010ms);
  EXPECT_EQ(tally.longest_gap(), 900ms);
}

TEST(StreamTallyTest, MethodsAreCountedApart) {
  StreamTally tally;
  for (int i = 0; i < 3; ++i) tally.start(false);
  tally.start(true);
  tally.succeed(false, 1ms, 3ms);
  tally.fail(false);
  tally.fail(true);
  EXPECT_EQ(tally.get().started, 3u);
  EXPECT_EQ(tally.get().succeeded, 1u);
  EXPECT_EQ(tally.get().failed, 1u);
  EXPECT_EQ(tally.get().latency.quantile(1).count(), 2015);  // bucket of 2000 us
  EXPECT_EQ(tally.post().started, 1u);
  EXPECT_EQ(tally.post().failed, 1u);
  EXPECT_EQ(tally.failed(), 2u);
}

}  // namespace
}  // namespace croupier::demo
