#include "fleet/deals/assign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "fleet/deals/deal_fleets.h"
#include "fleet/deals/guarantee.h"
#include "fleet/deals/pins.h"

namespace croupier::fleet {
namespace {

using ::testing::HasSubstr;
using Hand = std::vector<std::string>;

std::map<std::string, Hand> hands_of(const DealtFleet& dealt, int tenants) {
  std::map<std::string, Hand> hands;
  hands["guest"] = dealt.hand("nobody");
  for (int i = 0; i < tenants; ++i) {
    const std::string id = "t" + std::to_string(i);
    hands[id] = dealt.hand(id);
  }
  return hands;
}

std::size_t largest_overlap(const std::map<std::string, Hand>& hands) {
  std::size_t largest = 0;
  for (auto a = hands.begin(); a != hands.end(); ++a) {
    for (auto b = hands.begin(); b != a; ++b) {
      largest = std::max(largest, shared_members(a->second, b->second));
    }
  }
  return largest;
}

std::string refusal(const Fleet& fleet, std::optional<DealFile> old = {},
                    const AssignOptions& options = {}) {
  const auto done = try_assign(fleet, std::move(old), options);
  return done ? "assigned" : done.error().message;
}

struct Row {
  const char* name;
  std::string deck;
};

class BothPolicies : public ::testing::TestWithParam<Row> {};

TEST_P(BothPolicies, NewTenantsLeaveTheHandsOfOthersAlone) {
  const Fleet few = deal_fleet(worker_lines(24), GetParam().deck, tenant_list(20));
  const Assignment first = assigned(few);
  EXPECT_EQ(first.added, 21u) << "the guest, too";
  EXPECT_EQ(first.file.version, 1u);
  const DealtFleet before(few, first.file);
  EXPECT_TRUE(before.problems.empty()) << text_of(before.problems);

  const Fleet more = deal_fleet(worker_lines(24), GetParam().deck, tenant_list(40));
  const DealtFleet stale(more, first.file);
  ASSERT_EQ(stale.problems.size(), 1u);
  EXPECT_THAT(stale.problems[0].message, HasSubstr("tenant \"t20\" and 19 more"));

  const Assignment second = assigned(more, first.file);
  EXPECT_EQ(second.added, 20u);
  EXPECT_EQ(second.file.version, 2u);
  const DealtFleet after(more, second.file);
  const auto old_hands = hands_of(before, 20);
  const auto new_hands = hands_of(after, 40);
  for (const auto& [id, hand] : old_hands) EXPECT_EQ(new_hands.at(id), hand) << id;
  EXPECT_LE(largest_overlap(new_hands), 2u);

  const Assignment again = assigned(more, second.file);
  EXPECT_FALSE(again.changed);
  EXPECT_EQ(encode(again.file), encode(second.file));
  EXPECT_EQ(encode(assigned(more, first.file).file), encode(second.file)) << "deterministic";
}

TEST_P(BothPolicies, AWorkerThatLeavesChangesOneMemberOfTheHandsThatHadIt) {
  auto workers = worker_lines(24);
  if (GetParam().deck.find("bounded") != std::string::npos) workers = worker_lines(21);
  const Fleet fleet = deal_fleet(workers, GetParam().deck, tenant_list(60));
  const Assignment first = assigned(fleet);
  const auto before = hands_of(DealtFleet(fleet, first.file), 60);
  const std::string leaver = before.at("t7")[1];

  auto draining = workers;
  for (WorkerLine& worker : draining) worker.draining = worker.id == leaver;
  const Fleet drained = deal_fleet(draining, GetParam().deck, tenant_list(60));
  const DealtFleet going(drained, first.file);
  EXPECT_EQ(hands_of(going, 60), before) << "it serves until another is put in its place";
  ASSERT_FALSE(going.problems.empty());
  EXPECT_EQ(going.problems[0].severity, Severity::kWarning);

  std::erase_if(workers, [&](const WorkerLine& worker) { return worker.id == leaver; });
  const Fleet left = deal_fleet(workers, GetParam().deck, tenant_list(60));
  const DealtFleet gone(left, first.file);
  ASSERT_FALSE(gone.problems.empty());
  EXPECT_THAT(gone.problems[0].message, HasSubstr("is not in the deck any more"));

  const Assignment second = assigned(left, first.file);
  EXPECT_GT(second.replaced, 0u);
  EXPECT_EQ(second.redealt, 0u);
  const auto after = hands_of(DealtFleet(left, second.file), 60);
  for (const auto& [id, hand] : before) {
    const bool had = std::count(hand.begin(), hand.end(), leaver) > 0;
    EXPECT_EQ(shared_members(hand, after.at(id)), had ? 3u : 4u) << id;
  }
  EXPECT_LE(largest_overlap(after), 2u);
}

TEST_P(BothPolicies, ReleasedRecordsGo) {
  const Fleet many = deal_fleet(worker_lines(24), GetParam().deck, tenant_list(10));
  const Assignment first = assigned(many);
  const Fleet few = deal_fleet(worker_lines(24), GetParam().deck, tenant_list(4));
  EXPECT_FALSE(assigned(few, first.file).changed) << "who comes back has the hand of before";
  const Assignment released =
      assigned(few, first.file, {.anew = false, .release = true, .imports = {}});
  EXPECT_EQ(released.released, 6u);
  EXPECT_EQ(released.file.records.size(), 5u);
  EXPECT_EQ(released.file.version, 2u);
  const DealtFleet dealt(few, first.file);
  EXPECT_EQ(guarantee_of(few, dealt.decks[0])->unlisted, 6u);
}

TEST_P(BothPolicies, FilesRememberTheLatestVersionsTheyGrewOutOf) {
  std::optional<DealFile> file;
  std::vector<std::string> digests;
  for (int version = 0; version < static_cast<int>(kMaxAncestors) + 3; ++version) {
    const AssignOptions anew{.anew = true, .release = false, .imports = {}};
    file = assigned(deal_fleet(worker_lines(24), GetParam().deck, tenant_list(2)), file, anew).file;
    digests.push_back(digest_of(encode(*file)).substr(0, kAncestorDigits));
  }
  const std::vector<std::string> last(digests.end() - 1 - kMaxAncestors, digests.end() - 1);
  EXPECT_EQ(file->ancestors, last);
}

TEST_P(BothPolicies, AnotherShapeIsRefusedUnlessDealtAnew) {
  const Fleet fleet = deal_fleet(worker_lines(24), GetParam().deck, tenant_list(5));
  const Assignment first = assigned(fleet);
  std::string deck = GetParam().deck;
  deck.replace(deck.find("hand_size: 4"), 12, "hand_size: 5");
  if (const auto at = deck.find("stripes: 4"); at != std::string::npos) deck[at + 9] = '5';
  const Fleet larger = deal_fleet(worker_lines(25), deck, tenant_list(5));
  EXPECT_THAT(refusal(larger, first.file), HasSubstr("hand_size 4, and the deck has 5"));
  const DealtFleet dealt(larger, first.file);
  ASSERT_FALSE(dealt.problems.empty());
  EXPECT_THAT(dealt.problems[0].message, HasSubstr("does not fit deck \"api\""));
  const Assignment anew =
      assigned(larger, first.file, {.anew = true, .release = false, .imports = {}});
  EXPECT_EQ(anew.file.version, 2u);
  EXPECT_EQ(anew.added, 6u);
  EXPECT_EQ(DealtFleet(larger, anew.file).hand("t1").size(), 5u);
}

TEST_P(BothPolicies, AGroupHasOneRecordAndCountsOnce) {
  const std::string rest =
      "groups: [{id: g}]\ntenants: [{id: a, group: g}, {id: b, group: g}, c]\n";
  const Fleet fleet = deal_fleet(worker_lines(24), GetParam().deck, rest);
  const Assignment done = assigned(fleet);
  EXPECT_EQ(done.file.records.size(), 3u) << "g, c and the guest";
  const DealtFleet dealt(fleet, done.file);
  EXPECT_EQ(dealt.hand("a"), dealt.hand("b"));
  EXPECT_EQ(guarantee_of(fleet, dealt.decks[0])->suspended, 0u);
}

TEST_P(BothPolicies, PinsThatBreakTheBoundAreRefusedOrSuspendIt) {
  const Fleet plain = deal_fleet(worker_lines(24), GetParam().deck, tenant_list(8));
  const Assignment first = assigned(plain);
  const Hand near = DealtFleet(plain, first.file).hand("t3");
  const std::string pin = "[" + near[0] + ", " + near[1] + ", " + near[2] + "]";
  std::string rest = tenant_list(8);
  rest.replace(rest.find(']'), 1, ", {id: vip, hand: " + pin + "}]");
  const Fleet refused = deal_fleet(worker_lines(24), GetParam().deck, rest);
  const DealtFleet broken(refused, first.file);
  ASSERT_EQ(broken.problems.size(), 1u) << text_of(broken.problems);
  EXPECT_EQ(broken.problems[0].severity, Severity::kError);
  EXPECT_THAT(broken.problems[0].message,
              HasSubstr("pinned to tenant \"vip\" shares 3 workers with tenant \"t3\""));

  std::string lenient = GetParam().deck;
  lenient.replace(lenient.find("deal_file"), 9, "pins: suspend, deal_file");
  const Fleet admitted = deal_fleet(worker_lines(24), lenient, rest);
  const DealtFleet suspended(admitted, first.file);
  ASSERT_EQ(suspended.problems.size(), 1u);
  EXPECT_EQ(suspended.problems[0].severity, Severity::kWarning);
  EXPECT_EQ(guarantee_of(admitted, suspended.decks[0])->suspended, 1u);

  const std::string two = "[" + near[0] + ", " + near[1] + "]";
  rest.replace(rest.find(pin), pin.size(), two);
  const Fleet within = deal_fleet(worker_lines(24), GetParam().deck, rest);
  EXPECT_TRUE(DealtFleet(within, first.file).problems.empty()) << "two may be shared";
}

INSTANTIATE_TEST_SUITE_P(Deals, BothPolicies,
                         ::testing::Values(Row{"bounded", bounded_deck(2, ", stripes: 4")},
                                           Row{"search", search_deck(2)}),
                         [](const auto& row) { return row.param.name; });

// Workers and tenants come and go for many versions; the bound holds in every one of them, and so
// does every hand that nothing touched.
TEST_P(BothPolicies, TheBoundHoldsThroughAHistoryOfChanges) {
  std::mt19937 random(4);
  auto workers = worker_lines(26);
  int tenants = 10, next_worker = 26;
  std::optional<DealFile> file;
  std::map<std::string, Hand> before;
  for (int step = 0; step < 40; ++step) {
    const Fleet fleet = deal_fleet(workers, GetParam().deck, tenant_list(tenants));
    const auto done = try_assign(fleet, file);
    ASSERT_TRUE(done.has_value()) << step << ": " << done.error().message;
    const DealtFleet dealt(fleet, done->file);
    ASSERT_TRUE(dealt.problems.empty()) << text_of(dealt.problems);
    const auto hands = hands_of(dealt, tenants);
    EXPECT_LE(largest_overlap(hands), 2u) << step;
    std::set<std::string> alive;
    for (const WorkerLine& worker : workers) alive.insert(worker.id);
    for (const auto& [id, hand] : before) {
      const bool whole = std::all_of(hand.begin(), hand.end(),
                                     [&](const std::string& w) { return alive.contains(w); });
      if (whole) {
        EXPECT_EQ(hands.at(id), hand) << step;
      }
    }
    before = hands;
    file = done->file;
    tenants += static_cast<int>(random() % 3);
    workers[random() % workers.size()].id = "w" + std::to_string(next_worker++);
  }
}

TEST(AssignBounded, StripesFollowZonesSoThatEveryHandSpansThem) {
  const std::string deck = bounded_deck(2, ", stripes: 4, attribute: zone");
  const Fleet fleet = deal_fleet(worker_lines(34, 4), deck, tenant_list(50));
  const Assignment first = assigned(fleet);
  EXPECT_EQ(first.file.stripe_size, 8u) << "the smallest zones have 8 workers";
  EXPECT_EQ(first.file.slots.size(), 32u);
  const DealtFleet dealt(fleet, first.file);
  for (const auto& [id, hand] : hands_of(dealt, 50)) {
    std::set<std::string> zones;
    for (const std::string& worker : hand) {
      zones.insert(
          fleet.workers[static_cast<std::size_t>(std::stoi(worker.substr(1)))].attributes.at(
              "zone"));
    }
    EXPECT_EQ(zones.size(), 4u) << id;
  }
  EXPECT_EQ(guarantee_of(fleet, dealt.decks[0])->spares, 2u);

  // w0 is of zone a, which has a spare, w32; w2's zone c has none.
  auto workers = worker_lines(34, 4);
  workers.erase(workers.begin());
  const Fleet less = deal_fleet(workers, deck, tenant_list(50));
  const Assignment second = assigned(less, first.file);
  EXPECT_EQ(second.replaced, 1u);
  EXPECT_EQ(second.file.slots[0], "w32");
  workers.erase(workers.begin() + 1);
  const Fleet least = deal_fleet(workers, deck, tenant_list(50));
  EXPECT_THAT(refusal(least, second.file), HasSubstr("a worker whose \"zone\" is \"c\""));
}

TEST(AssignBounded, ZonesThatCannotShareTheStripesAreRefused) {
  const auto refused = [](int zones, const std::string& more) {
    return refusal(deal_fleet(worker_lines(40, zones), bounded_deck(2, more), tenant_list(1)));
  };
  EXPECT_THAT(refused(3, ", attribute: zone"),
              HasSubstr("4 stripes cannot be shared evenly by the 3 values of \"zone\""));
  EXPECT_THAT(refused(5, ", attribute: zone"),
              HasSubstr("5 values of \"zone\" are more than the 4"));
  EXPECT_EQ(refused(2, ", attribute: zone"), "assigned");
  auto moved = worker_lines(40, 2);
  const Fleet fleet = deal_fleet(moved, bounded_deck(2, ", attribute: zone"), tenant_list(3));
  const Assignment done = assigned(fleet);
  std::swap(moved[0].zone, moved[1].zone);  // workers that went to another zone
  const Fleet torn = deal_fleet(moved, bounded_deck(2, ", attribute: zone"), tenant_list(3));
  const DealtFleet dealt(torn, done.file);
  ASSERT_EQ(dealt.problems.size(), 1u);
  EXPECT_THAT(dealt.problems[0].message, HasSubstr("workers of several values of \"zone\""));
}

TEST(AssignBounded, ElasticDecksGiveSomeTenantsLargerHands) {
  const std::string deck = bounded_deck(1, ", stripes: 8");
  std::string rest = tenant_list(30);
  rest.replace(rest.find("t5"), 2, "{id: t5, hand_size: 8}");
  const Fleet fleet = deal_fleet(worker_lines(64), deck, rest);
  const Assignment done = assigned(fleet);
  const DealtFleet dealt(fleet, done.file);
  ASSERT_TRUE(dealt.problems.empty()) << text_of(dealt.problems);
  EXPECT_EQ(dealt.hand("t5").size(), 8u);
  EXPECT_EQ(dealt.hand("t6").size(), 4u);
  EXPECT_LE(largest_overlap(hands_of(dealt, 30)), 1u);
  rest.replace(rest.find("hand_size: 8"), 12, "hand_size: 9");
  const Fleet larger = deal_fleet(worker_lines(64), deck, rest);
  const DealtFleet refused(larger, done.file);
  ASSERT_EQ(refused.problems.size(), 1u);
  EXPECT_THAT(refused.problems[0].message, HasSubstr("above 8, the number of stripes"));
}

TEST(AssignBounded, ReleasedOrdinalsRestUntilNoFreshOneIsLeft) {
  // 8 workers, hands of 4 sharing 2: 14 hands.
  const std::string deck = bounded_deck(2);
  const AssignOptions release{.anew = false, .release = true, .imports = {}};
  const Fleet full = deal_fleet(worker_lines(8), deck, tenant_list(13));
  const Assignment first = assigned(full);
  EXPECT_EQ(first.file.next, 14u);
  EXPECT_THAT(refusal(deal_fleet(worker_lines(8), deck, tenant_list(14)), first.file),
              HasSubstr("14 of 14 hands are dealt, and 1 more are needed"));
  const Fleet half = deal_fleet(worker_lines(8), deck, tenant_list(6));
  const Assignment start = assigned(half);
  const Fleet fewer = deal_fleet(worker_lines(8), deck, tenant_list(4));
  const Assignment rested = assigned(fewer, start.file, release);
  const Fleet others = deal_fleet(worker_lines(8), deck, tenant_list(13));
  const Assignment refilled = assigned(others, rested.file);
  std::set<std::uint64_t> ordinals;
  for (const DealRecord& record : refilled.file.records) ordinals.insert(record.ordinal);
  EXPECT_EQ(ordinals.size(), 14u);
  const auto ordinal_of = [&](const std::string& id) {
    for (const DealRecord& record : refilled.file.records) {
      if (record.id == id) return record.ordinal;
    }
    return std::uint64_t{99};
  };
  EXPECT_EQ(ordinal_of("t4"), 7u) << "not 5, which rests";
  EXPECT_EQ(ordinal_of("t11"), 5u);
  EXPECT_EQ(ordinal_of("t12"), 6u);
}

TEST(AssignBounded, TakesHandsOfItsOwnDealBackAndNoOthers) {
  const Fleet fleet = deal_fleet(worker_lines(24), bounded_deck(2), tenant_list(6));
  const Assignment first = assigned(fleet);
  const Hand hand = DealtFleet(fleet, first.file).hand("t3");
  AssignOptions options{.anew = true, .release = false, .imports = {{"t0", 0, hand}}};
  const Assignment second = assigned(fleet, first.file, options);
  EXPECT_EQ(DealtFleet(fleet, second.file).hand("t0"), hand);
  Hand other = hand;
  other[0] = other[0] == "w0" ? "w1" : "w0";
  if (shared_members(other, hand) == 3) {
    options.imports[0].hand = other;
    EXPECT_THAT(refusal(fleet, first.file, options), HasSubstr("is none of this deal's"));
  }
  options.imports = {{"t0", 0, hand}, {"t1", 0, hand}};
  EXPECT_THAT(refusal(fleet, first.file, options), HasSubstr("is the hand of \"t0\" already"));
  options.imports = {{"zz", 0, hand}};
  EXPECT_THAT(refusal(fleet, first.file, options),
              HasSubstr("no tenant, group or guest of this id is dealt to there"));
}

TEST(AssignSearch, TakesHandsOfOtherDealsThatKeepTheBound) {
  const Fleet fleet = deal_fleet(worker_lines(20), search_deck(2), tenant_list(5));
  AssignOptions options;
  options.imports = {{"t0", 0, {"w3", "w1", "w2", "w0"}}, {"t1", 0, {"w0", "w1", "w4", "w5"}}};
  const Assignment done = assigned(fleet, {}, options);
  const DealtFleet dealt(fleet, done.file);
  EXPECT_EQ(dealt.hand("t0"), (Hand{"w3", "w1", "w2", "w0"})) << "in its own order";
  EXPECT_LE(largest_overlap(hands_of(dealt, 5)), 2u);
  options.imports[1].hand = {"w0", "w1", "w2", "w5"};
  EXPECT_THAT(refusal(fleet, {}, options), HasSubstr("the hand of \"t1\""));
  options.imports[1].hand = {"w0", "w1", "w2"};
  EXPECT_NE(refusal(fleet, {}, options), "assigned");
  options.imports[1].hand = {"w0", "w1", "w2", "w77"};
  EXPECT_THAT(refusal(fleet, {}, options), HasSubstr("\"w77\" is not dealt from"));
}

TEST(AssignSearch, AFullDeckSaysSo) {
  // 7 workers, hands of 3 sharing 1: seven at most.
  const std::string deck = "policy: search, hand_size: 3, search: {deal_file: f, max_overlap: 1}";
  const Fleet fleet = deal_fleet(worker_lines(7), deck, tenant_list(7));
  EXPECT_THAT(refusal(fleet), HasSubstr("no hand for \"t"));
}

TEST(Guarantee, SaysWhatTheBoundBuys) {
  const Fleet bounded =
      deal_fleet(worker_lines(20), bounded_deck(2, ", stripes: 4"), tenant_list(9));
  const DealtFleet dealt(bounded, assigned(bounded).file);
  const Guarantee of_bounded = guarantee_of(bounded, dealt.decks[0]).value();
  EXPECT_EQ(of_bounded.max_overlap, 2u);
  EXPECT_EQ(of_bounded.poison_survived, 1u);
  EXPECT_EQ(of_bounded.records, 10u);
  EXPECT_EQ(of_bounded.hands_left, 115u);
  EXPECT_FALSE(of_bounded.left_is_limit);

  const Fleet search = deal_fleet(worker_lines(20), search_deck(2), tenant_list(9));
  const DealtFleet searched(search, assigned(search).file);
  const Guarantee of_search = guarantee_of(search, searched.decks[0]).value();
  EXPECT_EQ(of_search.hands_left, 285u - 10u) << "Johnson's bound";
  EXPECT_TRUE(of_search.left_is_limit);

  const Fleet one = deal_fleet(worker_lines(24), bounded_deck(1), tenant_list(9));
  const DealtFleet three(one, assigned(one).file);
  EXPECT_EQ(guarantee_of(one, three.decks[0])->poison_survived, 3u);
}

}  // namespace
}  // namespace croupier::fleet
