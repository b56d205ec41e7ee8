// No exception crosses into Envoy: the hook gives its neutral answer, and the fault is counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "croupier/assert.h"
#include "envoy/fake_host/calls.h"
#include "envoy/fake_host/fake_policy.h"
#include "envoy/fake_host/stack.h"
#include "envoy/hook.h"

namespace croupier::envoy {
namespace {

using fake::Counts;
using fake::FailingCallback;
using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::Stack;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

class FaultTest : public ::testing::Test {
 protected:
  Stack stack_{fleet_of(1, {0, 1, 2, 3, 4, 5}, 3)};
};

TEST_F(FaultTest, AFailedAssertionGivesTheNeutralAnswerAndIsLoggedOnce) {
  const Counts counts;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(guarded("a_hook", 42,
                      []() -> int {
                        CROUPIER_ASSERT(1 + 1 == 3);
                        return 1;
                      }),
              42);
  }
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("module_faults", 3)));
  const std::string log = stack_.envoy.log_text();
  const std::size_t first = log.find("croupier: bug in a_hook: assertion failed: 1 + 1 == 3");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(log.find("a_hook", first + 30), std::string::npos);
}

TEST_F(FaultTest, WhatIsNoExceptionIsCaughtToo) {
  const Counts counts;
  guarded("another_hook", [] { throw 7; });
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("module_faults", 1)));
  EXPECT_THAT(stack_.envoy.log_text(), HasSubstr("bug in another_hook: unknown exception"));
}

TEST_F(FaultTest, AFaultWhileChoosingCostsOneAttempt) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  const Counts counts;
  {
    const FailingCallback failing("lb_get_host_health");
    EXPECT_EQ(stream.choose(stack_.cluster), "");
  }
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("module_faults", 1)));
  EXPECT_THAT(stack_.hand("acme"), Contains(stream.choose(stack_.cluster)));
}

TEST_F(FaultTest, AFaultWhileAdmittingNeverLetsARequestThrough) {
  for (const char* callback : {"http_get_headers", "http_set_header", "http_set_filter_state_bytes",
                               "get_most_specific_route_config"}) {
    FakeStream stream(stack_.filter);
    const Counts counts;
    {
      const FailingCallback failing(callback);
      EXPECT_EQ(stream.request(get_as("acme")), AbiHeadersStatus::kContinue) << callback;
    }
    EXPECT_THAT(counts.grown(), Contains(Pair("module_faults", 1))) << callback;
  }
}

TEST_F(FaultTest, ARefusalThatFailsIsRefusedByTheCluster) {
  FakeStream stream(stack_.filter);
  {
    const FailingCallback failing("http_send_response");
    EXPECT_EQ(stream.request({{":method", "GET"}}), AbiHeadersStatus::kContinue);
  }
  EXPECT_EQ(stream.choose(stack_.cluster), "");
}

TEST_F(FaultTest, AFaultWhileAnsweringLeavesTheStreamWhole) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  stream.choose(stack_.cluster);
  const Counts counts;
  {
    const FailingCallback failing("http_set_dynamic_metadata_string_batch");
    stream.response_headers();
  }
  stream.destroy();
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("module_faults", 1)));
}

TEST_F(FaultTest, AFaultInTheMembershipHookIsHealedByTheNext) {
  {
    const FailingCallback failing("lb_get_hosts_count");
    stack_.cluster.republish(1, 0);
    stack_.envoy.settle();
  }
  stack_.cluster.republish(1, 0);
  stack_.envoy.settle();
  const Counts counts;
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_NE(stream.choose(stack_.cluster), "");
  EXPECT_THAT(counts.grown(), ::testing::Not(Contains(Pair("probes", ::testing::_))));
}

TEST_F(FaultTest, AFaultInThePolicyGivesNoHost) {
  fake::FakePolicy policy(fake::kDeckConfig);
  const Counts counts;
  FakeStream stream(stack_.filter);
  const FailingCallback failing("lb_context_compute_hash_key");
  EXPECT_EQ(policy.choose(&stream), "");
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("module_faults", 1)));
}

}  // namespace
}  // namespace croupier::envoy
