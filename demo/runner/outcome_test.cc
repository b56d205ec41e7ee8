// The check must pass a run as predicted and fail each way of departing from it.
#include "demo/runner/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demo/runner/fixtures.h"

namespace croupier::demo {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// As fixed_outcome(), but of the croupier listener.
Outcome croupier_outcome() {
  Outcome outcome = fixed_outcome();
  outcome.listener = "croupier";
  return outcome;
}

TEST(OutcomeTest, RunAsPredictedBreaksNoPromise) {
  EXPECT_THAT(broken_promises(fixed_outcome()), IsEmpty());
  EXPECT_THAT(broken_promises(croupier_outcome()), IsEmpty());
}

TEST(OutcomeTest, OutOfServiceIsLongerThanARestart) {
  EXPECT_FALSE(is_out_of_service(tally_with_outage(3s, 3s)));
  EXPECT_FALSE(is_out_of_service(tally_with_outage(3s, 4s)));
  EXPECT_TRUE(is_out_of_service(tally_with_outage(3s, 5s)));   // 2.2 s between two successes
  EXPECT_TRUE(is_out_of_service(tally_with_outage(0s, 3s)));   // from the start of the load
  EXPECT_TRUE(is_out_of_service(tally_with_outage(7s, 10s)));  // to its end
}

TEST(OutcomeTest, PredictedDownButServedIsBroken) {
  Outcome outcome = croupier_outcome();
  outcome.report.innocents[4] = tally_with_outage(3s, 4s);
  EXPECT_THAT(broken_promises(outcome),
              ElementsAre("croupier: 1 predicted down were not out of service: tenant-004"));
}

TEST(OutcomeTest, OutOfServiceButNotPredictedIsBroken) {
  Outcome outcome = croupier_outcome();
  outcome.report.innocents[5] = tally_with_outage(3s, 6s);
  EXPECT_THAT(broken_promises(outcome),
              ElementsAre(HasSubstr("1 not predicted down were out of service: tenant-005"),
                          HasSubstr("12 GETs of tenants that share fewer than 4 workers failed")));
}

TEST(OutcomeTest, OneStrayGetIsBrokenOneStrayPostIsNot) {
  Outcome outcome = croupier_outcome();
  outcome.report.innocents[0].start(true);
  outcome.report.innocents[0].fail(true);
  EXPECT_THAT(broken_promises(outcome), IsEmpty());
  EXPECT_EQ(summarize(outcome).stray_posts, 1u);
  outcome.report.innocents[0].start(false);
  outcome.report.innocents[0].fail(false);
  EXPECT_THAT(broken_promises(outcome),
              ElementsAre("croupier: 1 GETs of tenants that share fewer than 4 workers failed"));
}

TEST(OutcomeTest, FixedMustLoseAFifth) {
  Outcome outcome = fixed_outcome();
  for (std::size_t i = 0; i < kInnocents; ++i) {
    outcome.prediction.down[i] = i < 20;  // the sets agree, but they are a tenth
    outcome.report.innocents[i] = tally_with_outage(3s, i < 20 ? 6s : 3s);
  }
  EXPECT_THAT(broken_promises(outcome),
              ElementsAre(HasSubstr("20 of 199 innocents were out of service, not a fifth")));
}

TEST(OutcomeTest, PoolMustHurtMost) {
  Outcome outcome = fixed_outcome();
  outcome.listener = "pool";
  EXPECT_THAT(broken_promises(outcome), ElementsAre("pool: only 39 of 199 innocents had failures"));
  for (StreamTally& tally : outcome.report.innocents) tally = tally_with_outage(3s, 4s);
  EXPECT_THAT(broken_promises(outcome), IsEmpty());
}

TEST(OutcomeTest, AnAttackThatKilledNobodyProvesNothing) {
  Outcome outcome = croupier_outcome();
  outcome.deaths.assign(kWorkers, 0);
  EXPECT_THAT(broken_promises(outcome), ElementsAre("croupier: the attack killed no worker"));
}

TEST(OutcomeTest, ALoadThatDidNotRunProvesNothing) {
  Outcome outcome = croupier_outcome();
  outcome.seconds = 12;
  EXPECT_THAT(broken_promises(outcome),
              ElementsAre("croupier: only 9950 of 11940 requests were sent"));
}

TEST(OutcomeTest, AMachineThatIsTooSlowIsNamed) {
  Outcome outcome = croupier_outcome();
  outcome.report.failures[static_cast<std::size_t>(Failure::kNoRoom)] = 3;
  EXPECT_THAT(broken_promises(outcome), ElementsAre(HasSubstr("this machine is too slow")));
}

TEST(OutcomeTest, SummaryCountsTenantsAndRequests) {
  const Summary summary = summarize(fixed_outcome());
  EXPECT_EQ(summary.innocents, 199u);
  EXPECT_EQ(summary.had_failures, 39u);
  EXPECT_EQ(summary.had_get_failures, 39u);
  EXPECT_EQ(summary.had_post_failures, 39u);
  EXPECT_EQ(summary.out_of_service, summary.predicted_down);
  EXPECT_EQ(summary.get.started, 199u * 40);
  EXPECT_EQ(summary.get.failed, 39u * 12);
  EXPECT_EQ(summary.post.failed, 39u * 3);
  EXPECT_EQ(summary.killed, 12u);
}

}  // namespace
}  // namespace croupier::demo
