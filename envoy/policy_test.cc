// The second door: endpoints that Envoy has from elsewhere.
#include "envoy/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "envoy/fake_host/fake_policy.h"
#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using fake::Counts;
using fake::FakePolicy;
using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Pair;

constexpr char kPolicyFilter[] = R"({"deck": "api", "missing": "refuse", "door": "policy",
    "identity": [{"header": "x-tenant", "trusted": ["127.0.0.0/8"]}]})";

class PolicyTest : public ::testing::Test {
 protected:
  PolicyTest() { policy_.set_healthy(all_); }

  fake::Stack stack_{fleet_of(1, {0, 1, 2, 3, 4, 5}, 3), 1, kPolicyFilter};
  const std::vector<std::string> hand_ = stack_.hand("acme");
  std::vector<std::string> all_ = stack_.cluster.addresses();
  FakePolicy policy_{fake::kDeckConfig};
  FakeStream stream_{stack_.filter};
};

TEST_F(PolicyTest, EveryAttemptVisitsAnotherMemberOfTheHand) {
  stream_.request(get_as("acme"));
  std::vector<std::string> seen;
  for (int i = 0; i < 3; ++i) seen.push_back(policy_.choose(&stream_));
  EXPECT_THAT(seen, ::testing::UnorderedElementsAreArray(hand_));
  EXPECT_EQ(policy_.choose(&stream_), "");
}

TEST_F(PolicyTest, OnlyHealthyMembersCanBeGiven) {
  std::erase(all_, hand_[0]);
  policy_.set_healthy(all_);
  stream_.request(get_as("acme"));
  for (int i = 0; i < 2; ++i) EXPECT_NE(policy_.choose(&stream_), hand_[0]);
  EXPECT_EQ(policy_.choose(&stream_), "");
}

TEST_F(PolicyTest, AStaleIndexIsCountedAndReadAnew) {
  stream_.request(get_as("acme"));
  ASSERT_NE(policy_.choose(&stream_), "");
  std::rotate(all_.begin(), all_.begin() + 1, all_.end());
  policy_.set_healthy(all_, /*tell=*/false);
  const Counts counts;
  EXPECT_THAT(hand_, Contains(policy_.choose(&stream_)));
  EXPECT_THAT(counts.grown(), Contains(Pair("stale_hosts", 1)));
}

TEST_F(PolicyTest, RequestsWithoutOurTokenAreRefused) {
  const Counts counts;
  EXPECT_EQ(policy_.choose(nullptr), "");
  EXPECT_EQ(policy_.choose(&stream_), "");
  stream_.filter_state()["envoy.hashable_string"] = "some other hash";
  EXPECT_EQ(policy_.choose(&stream_), "");
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("refused/no_filter", 3)));
}

TEST_F(PolicyTest, AnotherDecksRequestIsRefused) {
  FakePolicy other(R"({"deck": "other"})");
  other.set_healthy(all_);
  stream_.request(get_as("acme"));
  const Counts counts;
  EXPECT_EQ(other.choose(&stream_), "");
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("refused/wrong_deck", 1)));
}

TEST_F(PolicyTest, NoHostsAtAllIsARefusalThatSaysSo) {
  policy_.set_healthy({});
  stream_.request(get_as("acme"));
  EXPECT_EQ(policy_.choose(&stream_), "");
  stream_.fail(503, "no_healthy_upstream");
  EXPECT_EQ(stream_.metadata("reason"), "hand exhausted 3 of 3");
}

}  // namespace
}  // namespace croupier::envoy
