// Hooks in odd orders, with null, finished and unknown objects: neutral answers, no crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "envoy/fake_host/stack.h"
#include "envoy/request.h"

namespace croupier::envoy {
namespace {

using fake::Counts;
using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::Stack;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class HooksTest : public ::testing::Test {
 protected:
  Stack stack_{fleet_of(1, {0, 1, 2, 3, 4, 5}, 3)};

  // What the cluster answers to a stream whose filter state holds these bytes as our token.
  std::string choose_with_token(const std::string& token) {
    FakeStream stream(stack_.filter);
    stream.filter_state()[kTokenKey] = token;
    return stream.choose(stack_.cluster);
  }
  std::uint32_t attempts_in_flight() const {
    std::uint32_t sum = 0;
    for (const auto& load : hub().view()->endpoints->loads) sum += load->outstanding.load();
    return sum;
  }
};

TEST_F(HooksTest, AChoiceWithoutContextIsRefused) {
  const Counts counts;
  EXPECT_EQ(stack_.cluster.lb(0).choose(nullptr), nullptr);
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("refused/no_filter", 1)));
}

TEST_F(HooksTest, ARequestThatNeverMetTheFilterIsRefused) {
  FakeStream stream(stack_.filter);
  const Counts counts;
  EXPECT_EQ(stream.choose(stack_.cluster), "");
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("refused/no_filter", 1)));
}

TEST_F(HooksTest, GarbageTokensAreRefused) {
  FakeStream living(stack_.filter);
  living.request(get_as("acme"));
  const Counts counts;
  for (const std::string& token : {std::string(), std::string("x"), std::string(12, '\0'),
                                   std::string(12, '\xFF'), std::string(1 << 20, 'a')}) {
    EXPECT_EQ(choose_with_token(token), "");
  }
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("refused/no_filter", 5)));
}

TEST_F(HooksTest, TheTokenOfAFinishedStreamIsRefused) {
  std::string token;
  {
    FakeStream finished(stack_.filter);
    finished.request(get_as("acme"));
    token = finished.filter_state()[kTokenKey];
    EXPECT_NE(choose_with_token(token), "");
  }
  EXPECT_EQ(choose_with_token(token), "");
  FakeStream next(stack_.filter);  // in the same place of the table
  next.request(get_as("acme"));
  EXPECT_EQ(choose_with_token(token), "");
}

TEST_F(HooksTest, TheTokenOfAnotherThreadIsRefused) {
  // On two fresh threads the first streams have the same place and generation.
  std::thread([&] {
    FakeStream here(stack_.filter);
    here.request(get_as("acme"));
    const std::string token = here.filter_state()[kTokenKey];
    std::thread([&] {
      FakeStream there(stack_.filter);
      there.request(get_as("acme"));
      EXPECT_NE(there.filter_state()[kTokenKey], token);
      EXPECT_EQ(choose_with_token(token), "");
    }).join();
  }).join();
}

TEST_F(HooksTest, AStreamDestroyedBeforeItsAnswerGivesItsAttemptBack) {
  {
    FakeStream stream(stack_.filter);
    stream.request(get_as("acme"));
    ASSERT_NE(stream.choose(stack_.cluster), "");
    EXPECT_EQ(attempts_in_flight(), 1u);
  }
  EXPECT_EQ(attempts_in_flight(), 0u);
}

TEST_F(HooksTest, AnAnsweredStreamCountsAsInFlightUntilItEnds) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  stream.choose(stack_.cluster);
  stream.response_headers();
  EXPECT_EQ(attempts_in_flight(), 1u);
  stream.destroy();
  EXPECT_EQ(attempts_in_flight(), 0u);
}

TEST_F(HooksTest, AStreamMayEndBeforeItBegan) {
  const Counts counts;
  FakeStream never(stack_.filter);
  FakeStream stream(stack_.filter);
  stream.fail(503, "overload");
  EXPECT_THAT(counts.grown(), IsEmpty());
  EXPECT_EQ(stream.metadata("reason"), "");
}

TEST_F(HooksTest, RepeatedResponseHeadersChangeNothing) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  stream.choose(stack_.cluster);
  stream.response_headers();
  const std::string worker = stream.metadata("worker");
  EXPECT_NE(worker, "");
  const Counts counts;
  stream.response_headers();
  stream.fail(503, "late");
  EXPECT_EQ(stream.metadata("worker"), worker);
  EXPECT_EQ(stream.metadata("reason"), "");
  EXPECT_THAT(counts.grown(), IsEmpty());
}

TEST_F(HooksTest, AnAnsweredRequestIsGivenNoFurtherHost) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  stream.choose(stack_.cluster);
  stream.response_headers();
  EXPECT_EQ(stream.choose(stack_.cluster), "");
}

TEST_F(HooksTest, CancellingIsHarmlessAtAnyTime) {
  int handle = 0;
  const auto& lb = stack_.cluster.lb(0);
  lb.cancel(nullptr);
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  ASSERT_NE(stream.choose(stack_.cluster), "");
  for (int i = 0; i < 2; ++i) lb.cancel(&handle);
  EXPECT_EQ(attempts_in_flight(), 1u);
}

TEST_F(HooksTest, TheMainThreadsLoadBalancerChoosesToo) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  const auto hand = stack_.hand("acme");
  const std::string host = stack_.cluster.address_of(stack_.cluster.main_lb().choose(&stream));
  EXPECT_THAT(hand, ::testing::Contains(host));
}

TEST_F(HooksTest, ALoadBalancerWithoutHostsStillKnowsTheHand) {
  // A thread may be asked before it has heard of any host; the pointers come from the snapshot.
  fake::FakeLb deaf(stack_.cluster.self(), {});
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_THAT(stack_.hand("acme"),
              ::testing::Contains(stack_.cluster.address_of(deaf.choose(&stream))));
}

TEST_F(HooksTest, StrangeHostsInTheClusterAreLeftAlone) {
  auto hosts = stack_.cluster.lb(0).hosts();
  hosts.insert(hosts.begin(), std::make_shared<fake::FakeHost>());
  stack_.cluster.lb(0).update(hosts, 1, 0);
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_THAT(stack_.hand("acme"), ::testing::Contains(stream.choose(stack_.cluster)));
}

TEST_F(HooksTest, UnusedHooksAnswerNothing) {
  const AbiCluster cluster = &stack_.cluster;
  const AbiClusterSelf self = stack_.cluster.self();
  envoy_dynamic_module_on_cluster_drain_started(cluster, self);
  envoy_dynamic_module_on_cluster_scheduled(cluster, self, 99);
  envoy_dynamic_module_on_cluster_worker_timer_fired(&stack_.cluster.lb(0), nullptr, nullptr);
  envoy_dynamic_module_on_cluster_http_callout_done(cluster, self, 1, AbiCalloutResult::kReset,
                                                    nullptr, 0, nullptr, 0);
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_NE(stream.choose(stack_.cluster), "");
}

TEST_F(HooksTest, AfterTheShutdownTheClusterHasNoHostAndEveryHookStillAnswers) {
  FakeStream open(stack_.filter);
  open.request(get_as("acme"));
  ASSERT_NE(open.choose(stack_.cluster), "");
  EXPECT_EQ(stack_.cluster.shutdown(), 1);
  stack_.envoy.settle();
  EXPECT_TRUE(stack_.cluster.addresses().empty());
  EXPECT_EQ(open.choose(stack_.cluster), "");
  FakeStream late(stack_.filter);
  late.request(get_as("acme"));
  EXPECT_EQ(late.choose(stack_.cluster), "");
  envoy_dynamic_module_on_cluster_shutdown(&stack_.cluster, stack_.cluster.self(), nullptr,
                                           nullptr);
  envoy_dynamic_module_on_cluster_scheduled(&stack_.cluster, stack_.cluster.self(), 1);
}

TEST_F(HooksTest, RequestsThatOutliveTheirClusterGetNoHost) {
  FakeStream stream(stack_.filter);
  {
    fake::FakeCluster doomed(stack_.envoy, fake::kDeckConfig);
    stack_.envoy.settle();
    stream.request(get_as("acme"));
    ASSERT_NE(stream.choose(doomed), "");
  }
  fake::FakeCluster next(stack_.envoy, fake::kDeckConfig);
  stack_.envoy.settle();
  // The request's version knows the hosts of the cluster that went; none of the new one's.
  EXPECT_EQ(stream.choose(next), "");
  FakeStream fresh(stack_.filter);
  fresh.request(get_as("acme"));
  EXPECT_THAT(stack_.hand("acme"), ::testing::Contains(fresh.choose(next)));
}

TEST_F(HooksTest, AnAddressThatEnvoyRefusesCostsOnlyItsWorker) {
  auto fleet = fleet_of(2, {0, 1, 2, 3, 4, 5}, 3);
  fleet.workers[4].address = "not-an-address";
  stack_.publish(fleet);
  EXPECT_THAT(stack_.envoy.log_text(), HasSubstr("refuses the address \"not-an-address\""));
  fake::FakeCluster fresh(stack_.envoy, fake::kDeckConfig);
  stack_.envoy.settle();
  EXPECT_EQ(fresh.addresses().size(), 5u);
}

TEST_F(HooksTest, AHandWithAMemberWithoutEndpointUsesTheOthers) {
  auto fleet = fleet_of(2, {0, 1, 2}, 3);
  fleet.workers[1].address = "";
  stack_.publish(fleet);
  for (int i = 0; i < 20; ++i) {
    FakeStream stream(stack_.filter);
    stream.request(get_as("acme"));
    std::set<std::string> seen;
    for (std::string host; !(host = stream.choose(stack_.cluster)).empty();) seen.insert(host);
    EXPECT_THAT(seen, ElementsAre("127.0.0.1:9000", "127.0.0.1:9002"));
  }
}

}  // namespace
}  // namespace croupier::envoy
