#include "fleet/resolve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Resolved hand_of(const TestFleet& test, std::string_view tenant, std::size_t deck = 0) {
  auto resolved = resolve(test.fleet(), test.decks[deck], tenant);
  EXPECT_TRUE(resolved.has_value());
  return resolved ? *resolved : Resolved();
}

TEST(C03_ImpossibleSpread, IsRefusedWithTheLargestBalancedHand) {
  std::string text = "version: 1\nkeys: [{id: main, file: fleet.key}]\nworkers:\n";
  for (const char* worker : {"a1", "a2", "a3", "b1", "b2", "c1"}) {
    text += std::string("  - {id: ") + worker + ", zone: " + worker[0] + "}\n";
  }
  const std::string deck = "decks: [{name: api, key: main, hand_size: 6, spread: ";
  const TestFleet balanced(text + deck + "{attribute: zone, mode: balanced}}]\n");
  ASSERT_EQ(balanced.problems.size(), 1u);
  EXPECT_THAT(balanced.problems[0].message, HasSubstr("largest balanced hand: 5"));
  EXPECT_EQ(balanced.problems[0].place.line, 10);
  const TestFleet prefer(text + deck + "{attribute: zone, mode: prefer}}]\n");
  EXPECT_TRUE(prefer.problems.empty()) << text_of(prefer.problems);
  EXPECT_EQ(hand_of(prefer, "t").hand.size(), 6u);
}

// hand_size and attempts of a tenant, its group, its deck and the default, field by field.
TEST(C26_FieldwiseInheritance, AnOverrideOfTheHandSizeLeavesAttemptsInherited) {
  const TestFleet test(fleet_text(8, "hand_size: 4, attempts: {max: 3, try_timeout: 150ms}",
                                  "tenants: [{id: acme, hand_size: 2}]\n"));
  const Resolved acme = hand_of(test, "acme");
  EXPECT_EQ(acme.hand.size(), 2u);
  EXPECT_EQ(acme.hand_size.from, "tenant acme");
  EXPECT_EQ(acme.attempts.max, 3u);
  EXPECT_EQ(acme.max_attempts.from, "deck api");
  EXPECT_EQ(acme.attempts.try_timeout, Milliseconds(150));
  EXPECT_EQ(acme.try_timeout.value, "150ms");
  EXPECT_EQ(acme.attempts.repeat, Repeat::kIdempotent);
  EXPECT_EQ(acme.repeat.from, "default");
}

TEST(C26_FieldwiseInheritance, EveryFieldComesFromTheNearestLayerThatSetsIt) {
  const TestFleet test(
      fleet_text(8, "hand_size: 4, attempts: {max: 3, try_timeout: 1s}",
                 "groups: [{id: g, hand_size: 3, attempts: {max: 2, "
                 "all_down: refuse}}]\n"
                 "tenants: [{id: t, group: g, attempts: {try_timeout: unlimited}}]\n"));
  const Resolved tenant = hand_of(test, "t");
  EXPECT_EQ(tenant.hand.size(), 3u);
  EXPECT_EQ(tenant.hand_size.from, "group g");
  EXPECT_EQ(tenant.attempts.max, 2u);
  EXPECT_EQ(tenant.max_attempts.from, "group g");
  EXPECT_EQ(tenant.attempts.try_timeout, Milliseconds(0));
  EXPECT_EQ(tenant.try_timeout.value, "unlimited");
  EXPECT_EQ(tenant.try_timeout.from, "tenant t");
  EXPECT_EQ(tenant.all_down.value, "refuse");
  EXPECT_EQ(tenant.all_down.from, "group g");
}

TEST(Resolve, AGroupSharesOneHandDealtUnderItsId) {
  const TestFleet test(fleet_text(8, "hand_size: 3",
                                  "groups: [{id: g}]\n"
                                  "tenants: [{id: a, group: g}, {id: b, group: g}, g2]\n"));
  EXPECT_EQ(hand_of(test, "a").dealt_as, "g");
  EXPECT_EQ(hand_of(test, "a").hand, hand_of(test, "b").hand);
}

TEST(Resolve, ATenantIsDealtTheSameHandListedOrNot) {
  const TestFleet listed(fleet_text(20, "hand_size: 4", "tenants: [acme]\n"));
  const TestFleet unlisted(fleet_text(20, "hand_size: 4"));
  EXPECT_TRUE(hand_of(listed, "acme").listed);
  EXPECT_FALSE(hand_of(unlisted, "acme").listed);
  EXPECT_EQ(hand_of(listed, "acme").hand, hand_of(unlisted, "acme").hand);
}

TEST(Resolve, UnknownTenantsFollowTheDeclaredRule) {
  const TestFleet guest(fleet_text(8, "hand_size: 2, unknown: guest, guest: visitors"));
  EXPECT_TRUE(hand_of(guest, "x").guest);
  EXPECT_EQ(hand_of(guest, "x").hand, hand_of(guest, "y").hand);
  const TestFleet refuse(fleet_text(8, "hand_size: 2, unknown: refuse", "tenants: [a]\n"));
  EXPECT_TRUE(hand_of(refuse, "x").refused);
  EXPECT_TRUE(hand_of(refuse, "x").hand.empty());
  EXPECT_EQ(hand_of(refuse, "a").hand.size(), 2u);
}

TEST(Resolve, WhatOnlyClientsChooseNamesGuests) {
  const std::string path = "identity: {sources: [{path_segment: 0}]}\n";
  const std::string mixed =
      "identity: {sources: [{header: x-t, trusted: [127.0.0.0/8]}, {path_segment: 0}]}\n";
  for (const char* unknown : {"deal", "refuse", "guest"}) {
    SCOPED_TRACE(unknown);
    const std::string deck = std::string("hand_size: 2, unknown: ") + unknown;
    TestFleet chosen(fleet_text(8, deck, path + "tenants: [{id: listed}]\n"));
    EXPECT_TRUE(hand_of(chosen, "other").guest);
    EXPECT_FALSE(hand_of(chosen, "other").refused);
    EXPECT_FALSE(hand_of(chosen, "listed").guest);
    EXPECT_FALSE(hand_of(chosen, "listed").guest_when_chosen);
    TestFleet both(fleet_text(8, deck, mixed));
    const bool guest = unknown == std::string("guest");
    EXPECT_EQ(hand_of(both, "other").guest, guest);
    EXPECT_EQ(hand_of(both, "other").guest_when_chosen, !guest);
    EXPECT_EQ(hand_of(both, "other").refused, unknown == std::string("refuse"));
  }
}

TEST(Resolve, APinnedHandIsTakenAsWritten) {
  const TestFleet test(fleet_text(8, "hand_size: 2", "tenants: [{id: a, hand: [w5, w1, w3]}]\n"));
  const Resolved pinned = hand_of(test, "a");
  EXPECT_THAT(pinned.hand, ElementsAre(5, 1, 3));
  EXPECT_TRUE(pinned.pinned);
  EXPECT_EQ(pinned.hand_origin.value, "pinned");
}

TEST(Resolve, DedicatedSpillAndDrainingWorkersAreNotDealt) {
  const TestFleet test(
      "version: 1\nkeys: [{id: main, file: fleet.key}]\n"
      "workers: [{id: w0}, {id: w1}, {id: w2, state: draining}, {id: w3}, {id: w4}, {id: w5}]\n"
      "decks:\n"
      "  - {name: api, key: main, hand_size: all, spill: [w3]}\n"
      "  - {name: web, key: main, hand_size: all}\n"
      "routes: [{deck: api}]\n"
      "tenants: [{id: whale, decks: {api: {hand_size: dedicated, hand: [w4]}}}, b]\n");
  EXPECT_THAT(test.decks[0].dealt, ElementsAre(0, 1, 5));
  EXPECT_THAT(test.decks[1].dealt, ElementsAre(0, 1, 3, 5)) << "dedicated in every deck";
  EXPECT_THAT(hand_of(test, "whale").hand, ElementsAre(4));
  EXPECT_THAT(hand_of(test, "b").hand, testing::UnorderedElementsAre(0, 1, 5));
}

TEST(Resolve, ListedByIndexEqualsListedById) {
  std::string tenants = "groups: [{id: g, hand_size: 5}]\ntenants:\n  - {id: member, group: g}\n";
  for (int i = 0; i < 200; ++i) tenants += "  - t" + std::to_string(i) + "\n";
  const TestFleet test(fleet_text(20, "hand_size: 4, attempts: {max: 2}", tenants));
  for (std::uint32_t i = 0; i < test.fleet().tenants.size(); ++i) {
    const auto by_index = resolve_listed(test.fleet(), test.decks[0], i);
    ASSERT_TRUE(by_index.has_value());
    const Resolved by_id = hand_of(test, test.fleet().tenants[i].id);
    EXPECT_EQ(by_index->hand, by_id.hand);
    EXPECT_EQ(by_index->attempts, by_id.attempts);
    EXPECT_EQ(std::set(by_id.hand.begin(), by_id.hand.end()).size(), by_id.hand.size());
  }
}

TEST(Resolve, RefusesWhatIsNoId) {
  const TestFleet test(fleet_text(4, "hand_size: 2"));
  EXPECT_FALSE(resolve(test.fleet(), test.decks[0], "").has_value());
  EXPECT_FALSE(resolve(test.fleet(), test.decks[0], "a\nb").has_value());
}

TEST(DealDecks, AnUnloadedKeyIsAProblemOfItsDeck) {
  const Loaded loaded = parse(fleet_text(4, "hand_size: 2"), "test.yaml", ".");
  std::vector<Problem> problems;
  const auto decks = deal_decks(loaded.fleet, {}, {}, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("key \"main\" of deck \"api\" is not loaded"));
  EXPECT_FALSE(resolve(loaded.fleet, decks[0], "t").has_value());
}

}  // namespace
}  // namespace croupier::fleet
