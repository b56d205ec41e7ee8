// Choosing inside the hand: health, indices that shift, attempts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using fake::Counts;
using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::Stack;
using ::testing::Contains;
using ::testing::Pair;
using ::testing::UnorderedElementsAreArray;

class ChoiceTest : public ::testing::Test {
 protected:
  Stack stack_{fleet_of(1, {0, 1, 2, 3, 4, 5, 6, 7}, 4)};
  const std::vector<std::string> hand_ = stack_.hand("acme");

  // All attempts of one new request, until it gets no host.
  std::vector<std::string> attempts(const std::string& tenant = "acme") {
    FakeStream stream(stack_.filter);
    stream.request(get_as(tenant));
    std::vector<std::string> hosts;
    for (std::string host; !(host = stream.choose(stack_.cluster)).empty();) hosts.push_back(host);
    return hosts;
  }
};

TEST_F(ChoiceTest, C11EveryAttemptVisitsAnotherMember) {
  for (int i = 0; i < 20; ++i) EXPECT_THAT(attempts(), UnorderedElementsAreArray(hand_));
}

TEST_F(ChoiceTest, C14NoAttemptLeavesTheHandWhateverFails) {
  for (std::size_t down = 0; down <= hand_.size(); ++down) {
    if (down > 0) stack_.cluster.fail(hand_[down - 1]);
    stack_.envoy.settle();
    for (int i = 0; i < 20; ++i) {
      for (const std::string& host : attempts()) EXPECT_THAT(hand_, Contains(host));
    }
  }
}

TEST_F(ChoiceTest, HealthyMembersComeFirstAndOneThatLooksDownIsProbed) {
  stack_.cluster.fail(hand_[1]);
  stack_.cluster.fail(hand_[2]);
  stack_.envoy.settle();
  const Counts counts;
  const auto hosts = attempts();
  ASSERT_EQ(hosts.size(), 3u);  // two that look well, one probe, then the refusal
  EXPECT_TRUE(hosts[2] == hand_[1] || hosts[2] == hand_[2]);
  EXPECT_THAT(counts.grown(), Contains(Pair("probes", 1)));
}

TEST_F(ChoiceTest, ADegradedHostIsWorthAsking) {
  for (const std::string& address : hand_) {
    stack_.cluster.set_health(address, AbiHostHealth::kDegraded);
  }
  stack_.envoy.settle();
  const Counts counts;
  EXPECT_EQ(attempts().size(), 4u);
  EXPECT_THAT(counts.grown(), ::testing::Not(Contains(Pair("probes", ::testing::_))));
}

TEST_F(ChoiceTest, AHealedMemberServesAgain) {
  stack_.cluster.fail(hand_[0]);
  stack_.envoy.settle();
  stack_.cluster.heal(hand_[0]);
  stack_.envoy.settle();
  EXPECT_THAT(attempts(), Contains(hand_[0]));
}

TEST_F(ChoiceTest, RequestsGoToTheLeastOutstandingMember) {
  std::vector<std::unique_ptr<FakeStream>> open;
  std::multiset<std::string> hosts;
  for (int i = 0; i < 12; ++i) {
    open.push_back(std::make_unique<FakeStream>(stack_.filter));
    open.back()->request(get_as("acme"));
    hosts.insert(open.back()->choose(stack_.cluster));
  }
  for (const std::string& address : hand_) EXPECT_EQ(hosts.count(address), 3u);
}

TEST_F(ChoiceTest, AStaleIndexIsCountedAndNotFollowed) {
  // The thread's list shifted, and the hook has not said so yet: every index names another host.
  auto shifted = stack_.cluster.lb(0).hosts();
  std::rotate(shifted.begin(), shifted.begin() + 1, shifted.end());
  stack_.cluster.lb(0).shift(shifted);
  const Counts counts;
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_THAT(hand_, Contains(stream.choose(stack_.cluster)));
  EXPECT_THAT(counts.grown(), Contains(Pair("stale_hosts", ::testing::Gt(0u))));
}

TEST_F(ChoiceTest, AnIndexBeyondTheShrunkListIsCountedAndNotFollowed) {
  stack_.cluster.lb(0).shift({});
  const Counts counts;
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_THAT(hand_, Contains(stream.choose(stack_.cluster)));
  EXPECT_THAT(counts.grown(), Contains(Pair("stale_hosts", ::testing::Gt(0u))));
}

TEST_F(ChoiceTest, AfterTheHookTheIndicesAreRightAgain) {
  auto shifted = stack_.cluster.lb(0).hosts();
  std::rotate(shifted.begin(), shifted.begin() + 3, shifted.end());
  stack_.cluster.lb(0).update(shifted, 1, 1);
  stack_.cluster.fail(hand_[2]);  // by address, in whatever place it is now
  const Counts counts;
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  for (int i = 0; i < 3; ++i) EXPECT_NE(stream.choose(stack_.cluster), hand_[2]);
  EXPECT_EQ(stream.choose(stack_.cluster), hand_[2]);
  EXPECT_THAT(counts.grown(), ::testing::Not(Contains(Pair("stale_hosts", ::testing::_))));
}

TEST_F(ChoiceTest, AHandOfOneHasOneAttempt) {
  stack_.publish(fleet_of(2, {0, 1, 2, 3}, 1));
  EXPECT_EQ(attempts(), stack_.hand("acme"));
}

TEST_F(ChoiceTest, ASpillPoolServesWhenTheHandIsUsedUp) {
  auto fleet = fleet_of(2, {0, 1, 2, 3}, 2);
  fleet.workers.push_back({.id = "spare", .address = "127.0.0.1:9999"});
  fleet.decks[0].members.push_back(4);
  fleet.decks[0].spill = {4};
  stack_.publish(fleet);
  const Counts counts;
  const auto hosts = attempts();
  ASSERT_EQ(hosts.size(), 3u);
  EXPECT_EQ(hosts[2], "127.0.0.1:9999");
  EXPECT_THAT(counts.grown(), Contains(Pair("spilled", 1)));
}

TEST_F(ChoiceTest, AClusterOfAnotherDeckGivesNoHost) {
  auto fleet = fleet_of(2, {0, 1, 2, 3}, 2);
  fleet.decks.push_back(fleet.decks[0]);
  fleet.decks[1].name = "other";
  stack_.publish(fleet);
  fake::FakeCluster other(stack_.envoy, R"({"deck": "other"})");
  stack_.envoy.settle();
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  const Counts counts;
  EXPECT_EQ(stream.choose(other), "");
  EXPECT_THAT(counts.grown(), ::testing::ElementsAre(Pair("refused/wrong_deck", 1)));
}

}  // namespace
}  // namespace croupier::envoy
