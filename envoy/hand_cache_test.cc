#include "envoy/hand_cache.h"

#include <gtest/gtest.h>

#include "snapshot/testing.h"

namespace croupier::envoy {
namespace {

using snapshot::Admission;
using snapshot::Caller;
using snapshot::Hand;
using snapshot::Snapshot;

std::shared_ptr<const Snapshot> a_snapshot(std::uint32_t hand_size = 3) {
  snapshot::Contents contents = snapshot::testing::test_contents();
  contents.tenants.clear();  // else they would have to come as a table
  contents.decks[0].hand_size = hand_size;
  contents.decks[0].spread = Spread::kNone;
  contents.decks[0].values.clear();
  for (auto& group : contents.groups) group.overrides.clear();
  return Snapshot::assemble({}, "", std::move(contents), {}, snapshot::testing::test_keys())
      .value();
}

TEST(HandCache, GivesWhatTheSnapshotDeals) {
  const auto snapshot = a_snapshot();
  HandCache cache;
  // Ten times as many tenants as entries, most of them twice.
  for (int i = 0; i < 160'000; ++i) {
    const std::string tenant = "tenant-" + std::to_string(i * 7919 % 81'920);
    const Caller caller{.tenant = tenant, .listed_only = i % 3 == 0};
    Hand dealt;
    Hand cached;
    const std::uint32_t deck = i % 5 == 0 ? 1 : 0;
    ASSERT_EQ(cache.deal(*snapshot, 1, deck, caller, cached), snapshot->deal(deck, caller, dealt));
    if (deck == 1 && !caller.listed_only) continue;  // refused: no hand
    ASSERT_EQ(cached.workers, dealt.workers) << tenant;
    ASSERT_EQ(cached.attempts, dealt.attempts);
    ASSERT_EQ(cached.listed, dealt.listed);
  }
}

TEST(HandCache, DealsOnceForATenantThatComesAgain) {
  const auto snapshot = a_snapshot();
  HandCache cache;
  Hand hand;
  for (int i = 0; i < 5; ++i) cache.deal(*snapshot, 1, 0, {.tenant = "acme"}, hand);
  EXPECT_EQ(cache.deals(), 1u);
  cache.deal(*snapshot, 1, 0, {.tenant = "acme", .listed_only = true}, hand);
  EXPECT_EQ(cache.deals(), 2u) << "a guest now";
}

TEST(HandCache, ForgetsHandsOfOtherSnapshots) {
  const auto before = a_snapshot(3);
  const auto after = a_snapshot(5);
  HandCache cache;
  Hand hand;
  cache.deal(*before, 1, 0, {.tenant = "acme"}, hand);
  EXPECT_EQ(hand.workers.size(), 3u);
  cache.deal(*after, 2, 0, {.tenant = "acme"}, hand);
  EXPECT_EQ(hand.workers.size(), 5u);
}

TEST(HandCache, KeepsNoLargeHands) {
  snapshot::Contents contents;
  for (int i = 0; i < 40; ++i) {
    contents.workers.push_back({"w" + std::to_string(i), "127.0.0.1:" + std::to_string(9000 + i)});
  }
  snapshot::DeckEntry deck;
  deck.name = "all";
  deck.policy = Policy::kPythonSample;
  deck.hand_size = snapshot::kAllWorkers;
  deck.guest = "guest";
  for (std::uint32_t i = 0; i < 40; ++i) {
    deck.dealt.push_back(i);
    deck.members.push_back(i);
  }
  contents.decks = {deck};
  const auto snapshot = Snapshot::assemble({}, "", std::move(contents), {}, {}).value();
  HandCache cache;
  Hand hand;
  for (int i = 0; i < 3; ++i) cache.deal(*snapshot, 1, 0, {.tenant = "acme"}, hand);
  EXPECT_EQ(hand.workers.size(), 40u);
  EXPECT_EQ(cache.deals(), 3u);
}

}  // namespace
}  // namespace croupier::envoy
