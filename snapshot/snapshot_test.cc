#include "snapshot/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "snapshot/fleet_segment.h"
#include "snapshot/testing.h"

namespace croupier::snapshot {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::test_contents;
using testing::test_key;
using testing::test_keys;

Result<std::shared_ptr<const Snapshot>> assemble(const Contents& contents,
                                                 std::vector<std::vector<TenantEntry>> layers = {},
                                                 std::vector<std::string> removed_in_last = {}) {
  std::vector<std::string> bytes;
  if (layers.empty()) layers = {contents.tenants};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const bool last = i + 1 == layers.size();
    bytes.push_back(
        TenantTable::build(layers[i], last ? removed_in_last : std::vector<std::string>{}).value());
  }
  Manifest manifest;
  manifest.version = contents.version;
  auto fleet = decode_fleet_segment(encode_fleet_segment(contents));
  if (!fleet) return tl::unexpected(fleet.error());
  return Snapshot::assemble(std::move(manifest), "digest", std::move(*fleet), std::move(bytes),
                            test_keys());
}

std::vector<std::uint32_t> hand_of(const Snapshot& snapshot, std::string_view tenant,
                                   std::uint32_t deck = 0) {
  Hand hand;
  EXPECT_EQ(snapshot.deal(deck, {.tenant = tenant}, hand), Admission::kTenant);
  return hand.workers;
}

TEST(Snapshot, DealsWhatThePolicyDeals) {
  const Contents contents = test_contents();
  const auto snapshot = assemble(contents).value();
  DeckSpec spec{.policy = Policy::kRendezvous, .spread = Spread::kPrefer, .workers = {}};
  for (std::size_t i = 0; i < contents.decks[0].dealt.size(); ++i) {
    const WorkerEntry& worker = contents.workers[contents.decks[0].dealt[i]];
    spec.workers.push_back({worker.id, worker.weight, contents.decks[0].values[i]});
  }
  const auto dealer = make_dealer(spec, test_key()).value();
  DealScratch scratch;
  for (int i = 0; i < 200; ++i) {
    const std::string tenant = "unlisted-" + std::to_string(i);
    std::vector<std::uint32_t> hand;
    ASSERT_TRUE(dealer->deal({tenant}, 3, hand, scratch).has_value());
    EXPECT_EQ(hand_of(*snapshot, tenant), hand);
  }
}

TEST(Snapshot, OverridesAreInheritedFieldByField) {
  const auto snapshot = assemble(test_contents()).value();
  Hand hand;
  snapshot->deal(0, {.tenant = "plain"}, hand);
  EXPECT_EQ(hand.workers.size(), 3u);
  EXPECT_EQ(hand.attempts.max, 2u);
  EXPECT_TRUE(hand.listed);
  snapshot->deal(0, {.tenant = "member-1"}, hand);
  EXPECT_EQ(hand.workers.size(), 5u);
  EXPECT_EQ(hand.attempts.max, 2u);
  const auto group_hand = hand.workers;
  snapshot->deal(0, {.tenant = "member-2"}, hand);
  EXPECT_EQ(hand.workers, group_hand);  // a group shares one hand
  EXPECT_EQ(hand.attempts.max, 4u);
  snapshot->deal(0, {.tenant = "pinned"}, hand);
  EXPECT_THAT(hand.workers, ElementsAre(7, 2));
  EXPECT_TRUE(hand.pinned);
  snapshot->deal(0, {.tenant = "\u79df\u6237-42"}, hand);
  EXPECT_EQ(hand.workers.size(), 4u);
  EXPECT_FALSE(hand.pinned);
}

TEST(Snapshot, UnknownTenantsFollowTheDecksRule) {
  Contents contents = test_contents();
  const auto admission = [&](Unknown rule, Caller caller) {
    contents.decks[0].unknown = rule;
    Hand hand;
    return assemble(contents).value()->deal(0, caller, hand);
  };
  EXPECT_EQ(admission(Unknown::kDeal, {.tenant = "stranger"}), Admission::kTenant);
  EXPECT_EQ(admission(Unknown::kGuest, {.tenant = "stranger"}), Admission::kGuest);
  EXPECT_EQ(admission(Unknown::kRefuse, {.tenant = "stranger"}), Admission::kRefused);
  EXPECT_EQ(admission(Unknown::kRefuse, {.tenant = "plain"}), Admission::kTenant);
  EXPECT_EQ(admission(Unknown::kDeal, {.tenant = ""}), Admission::kGuest);
  // Freely chosen ids never spread over the fleet: unlisted ones share the guest hand.
  EXPECT_EQ(admission(Unknown::kDeal, {.tenant = "stranger", .listed_only = true}),
            Admission::kGuest);
  EXPECT_EQ(admission(Unknown::kDeal, {.tenant = "plain", .listed_only = true}),
            Admission::kTenant);
}

TEST(Snapshot, AllGuestsShareOneHand) {
  Contents contents = test_contents();
  contents.decks[0].unknown = Unknown::kGuest;
  const auto snapshot = assemble(contents).value();
  std::set<std::vector<std::uint32_t>> hands;
  Hand hand;
  for (int i = 0; i < 50; ++i) {
    snapshot->deal(0, {.tenant = "sprayed-" + std::to_string(i)}, hand);
    hands.insert(hand.workers);
  }
  EXPECT_EQ(hands.size(), 1u);
}

TEST(Snapshot, LaterLayersOfTenantsBeatEarlierOnes) {
  Contents contents = test_contents();
  contents.decks[0].unknown = Unknown::kRefuse;
  const TenantEntry larger{
      "plain", std::nullopt, {{.deck = 0, .hand_size = 6, .hand = {}, .attempts = {}}}};
  const auto snapshot =
      assemble(contents, {contents.tenants, {larger, {"new", std::nullopt, {}}}}, {"pinned"})
          .value();
  EXPECT_EQ(hand_of(*snapshot, "plain").size(), 6u);
  EXPECT_EQ(hand_of(*snapshot, "new").size(), 3u);
  EXPECT_EQ(hand_of(*snapshot, "member-1").size(), 5u);
  Hand hand;
  EXPECT_EQ(snapshot->deal(0, {.tenant = "pinned"}, hand), Admission::kRefused);
}

TEST(Snapshot, AHandOfAllTakesEveryWorkerDealtFrom) {
  Contents contents = test_contents();
  contents.decks[1].unknown = Unknown::kDeal;
  const auto hand = hand_of(*assemble(contents).value(), "anyone", 1);
  EXPECT_EQ(std::set(hand.begin(), hand.end()), (std::set<std::uint32_t>{1, 3, 5}));
}

TEST(Snapshot, RefusesHandsLargerThanTheDeck) {
  Contents contents = test_contents();
  contents.decks[0].hand_size = 9;
  EXPECT_THAT(assemble(contents).error().message, HasSubstr("is above 8, the number of workers"));
  contents = test_contents();
  contents.tenants.push_back(
      {"greedy", std::nullopt, {{.deck = 0, .hand_size = 9, .hand = {}, .attempts = {}}}});
  EXPECT_THAT(assemble(contents).error().message, HasSubstr("tenant \"greedy\""));
  contents = test_contents();
  contents.groups[0].overrides[0].hand_size = 9;
  EXPECT_THAT(assemble(contents).error().message, HasSubstr("group \"g\""));
}

TEST(Snapshot, TheFleetSegmentKeepsEveryField) {
  const Contents contents = test_contents();
  const std::string bytes = encode_fleet_segment(contents);
  const auto decoded = decode_fleet_segment(bytes);
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  EXPECT_EQ(encode_fleet_segment(*decoded), bytes);
  EXPECT_EQ(decoded->decks[0].attempts, contents.decks[0].attempts);
  EXPECT_TRUE(decoded->workers[8].draining);
}

TEST(Snapshot, TheFleetSegmentRefusesWhatItDoesNotKnow) {
  const std::string good = encode_fleet_segment(test_contents());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = good;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    changed.replace(at, from.size(), to);
    const auto decoded = decode_fleet_segment(changed);
    return decoded ? std::string("decoded") : decoded.error().message;
  };
  EXPECT_THAT(with("\"policy\": \"rendezvous\"", "\"policy\": \"dice\""), HasSubstr("dice"));
  EXPECT_THAT(with("\"spread\": \"prefer\"", "\"spread\": \"odd\""), HasSubstr("spread"));
  EXPECT_THAT(with("\"spill\": [\n9\n]", "\"spill\": [10]"), HasSubstr("spill"));
  EXPECT_THAT(with("\"spill\": [\n9\n]", "\"spill\": [9,9]"), HasSubstr("free of repeats"));
  EXPECT_THAT(with("\"hand_size\": 3", "\"hand_size\": 0"), HasSubstr("hand_size"));
  EXPECT_THAT(with("\"guest\": \"guest\"", "\"guest\": \"\""), HasSubstr("guest"));
  EXPECT_THAT(with("\"weight\": 1", "\"weight\": 0"), HasSubstr("weight"));
  EXPECT_THAT(with("\"name\": \"api\"", "\"nam\": \"api\""), HasSubstr("name"));
  EXPECT_THAT(with("{", ""), HasSubstr("not JSON"));
}

}  // namespace
}  // namespace croupier::snapshot
