// Snapshots that come and go under requests: a request keeps the version it started with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::Stack;
using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::UnorderedElementsAreArray;

class SwapTest : public ::testing::Test {
 protected:
  Stack stack_{fleet_of(1, {0, 1, 2, 3, 4}, 3)};
};

TEST_F(SwapTest, ARequestKeepsTheVersionItStartedWith) {
  FakeStream old(stack_.filter);
  old.request(get_as("acme"));
  const auto old_hand = stack_.hand("acme");
  std::set<std::string> seen{old.choose(stack_.cluster)};
  stack_.publish(fleet_of(2, {10, 11, 12, 13}, 3));
  FakeStream fresh(stack_.filter);
  fresh.request(get_as("acme"));
  EXPECT_THAT(stack_.hand("acme"), Contains(fresh.choose(stack_.cluster)));
  seen.insert(old.choose(stack_.cluster));
  seen.insert(old.choose(stack_.cluster));
  EXPECT_THAT(seen, UnorderedElementsAreArray(old_hand));
  old.response_headers();
  EXPECT_EQ(old.metadata("version"), "1");
}

TEST_F(SwapTest, EndpointsLeaveOnlyAfterTheLastRequestThatKnowsThem) {
  const auto before = stack_.cluster.addresses();
  FakeStream old(stack_.filter);
  old.request(get_as("acme"));
  stack_.publish(fleet_of(2, {10, 11, 12, 13}, 3));
  stack_.retire();
  EXPECT_THAT(stack_.cluster.addresses(), IsSupersetOf(before));
  EXPECT_NE(old.choose(stack_.cluster), "");
  old.response_headers();  // no more attempts: the answer alone needs no endpoint
  stack_.retire();
  EXPECT_THAT(stack_.cluster.addresses(),
              UnorderedElementsAreArray(
                  {"127.0.0.1:9010", "127.0.0.1:9011", "127.0.0.1:9012", "127.0.0.1:9013"}));
}

TEST(IdleThreads, DoNotKeepOldVersions) {
  Stack wide(fleet_of(2, {0, 1, 2}, 2), /*workers=*/3);
  wide.publish(fleet_of(3, {5, 6, 7}, 2));
  wide.retire();
  EXPECT_FALSE(wide.cluster.has("127.0.0.1:9000"));
}

TEST_F(SwapTest, ARequestOlderThanAnyKeepsNoEndpoint) {
  FakeStream stuck(stack_.filter);
  stuck.request(get_as("acme"));
  ASSERT_NE(stuck.choose(stack_.cluster), "");
  stack_.publish(fleet_of(2, {10, 11, 12}, 3));
  stack_.retire(kMaxViewAge + std::chrono::minutes(1));
  EXPECT_FALSE(stack_.cluster.has("127.0.0.1:9000"));
  // Nor is a removed host ever named again.
  EXPECT_EQ(stack_.cluster.lb(0).choose(&stuck), nullptr);
}

TEST_F(SwapTest, AnAddressThatComesBackIsAnotherHost) {
  FakeStream stuck(stack_.filter);
  stuck.request(get_as("acme"));
  stack_.publish(fleet_of(2, {10, 11, 12}, 3));
  stack_.retire(kMaxViewAge + std::chrono::minutes(1));
  stack_.publish(fleet_of(3, {0, 1, 2, 3, 4}, 3));
  EXPECT_EQ(stack_.cluster.lb(0).choose(&stuck), nullptr);
  FakeStream fresh(stack_.filter);
  fresh.request(get_as("acme"));
  EXPECT_THAT(stack_.hand("acme"), Contains(fresh.choose(stack_.cluster)));
}

TEST_F(SwapTest, AWorkerThatStaysKeepsItsHostAndItsLoad) {
  const auto host = [&] { return stack_.cluster.lb(0).hosts()[0].get(); };
  const auto* before = host();
  FakeStream open(stack_.filter);
  open.request(get_as("acme"));
  open.choose(stack_.cluster);
  stack_.publish(fleet_of(2, {0, 1, 2, 3, 4, 5}, 3));
  EXPECT_EQ(host(), before);
  std::uint32_t in_flight = 0;
  for (const auto& load : hub().view()->endpoints->loads) in_flight += load->outstanding.load();
  EXPECT_EQ(in_flight, 1u);
}

TEST_F(SwapTest, AThreadThatHasNotHeardOfANewHostMayStillBeSentThere) {
  // Published, but the worker's loop has not run: its list is the old one.
  const auto snapshot = fake::snapshot_of(fleet_of(2, {20, 21}, 2));
  hub().publish(snapshot);
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  EXPECT_THAT(fake::hand_addresses(*snapshot, "acme"), Contains(stream.choose(stack_.cluster)));
  stack_.envoy.settle();
}

TEST_F(SwapTest, ADeckThatLeavesTheFleetRefusesItsRequests) {
  auto fleet = fleet_of(2, {0, 1, 2}, 2);
  fleet.decks[0].name = "renamed";
  stack_.publish(fleet);
  FakeStream stream(stack_.filter);
  const fake::Counts counts;
  EXPECT_EQ(stream.request(get_as("acme")), AbiHeadersStatus::kStopIteration);
  EXPECT_EQ(stream.answer()->status, 503u);
  EXPECT_THAT(counts.grown(), Contains(::testing::Pair("refused/unknown_deck", 1)));
  stack_.retire();
  EXPECT_TRUE(stack_.cluster.addresses().empty());
}

}  // namespace
}  // namespace croupier::envoy
