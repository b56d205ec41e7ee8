// Decks of the policies that copy what others deal, from fleet file to hands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/temp_folder.h"
#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Workers i0, i1, ... of the zones a and b in turn, and one deck.
std::string fleet_of(int workers, const std::string& deck, const std::string& rest = "") {
  std::string text = "version: 1\nworkers:\n";
  for (int i = 0; i < workers; ++i) {
    text += "  - {id: i" + std::to_string(i) + ", zone: " + (i % 2 == 0 ? "a" : "b") +
            ", address: \"127.0.0.1:" + std::to_string(9000 + i) + "\"}\n";
  }
  return text + "decks:\n  - {name: api, " + deck + "}\n" + rest;
}

// A ring page of the instances i<first> to i<last>, each a minute younger than the one before.
std::string page_of(int first, int last) {
  std::string page = "{\"shards\":[";
  for (int i = first; i <= last; ++i) {
    const std::string minute = std::to_string(10 + i);
    page += std::string(i == first ? "" : ",") + "{\"id\":\"i" + std::to_string(i) +
            "\",\"zone\":\"" + (i % 2 == 0 ? "a" : "b") +
            "\",\"registered_timestamp\":\"2026-01-01T00:" + minute + ":00Z\",\"tokens\":[";
    for (std::uint32_t token = 0; token < 16; ++token) {
      page += (token == 0 ? "" : ",") +
              std::to_string(2'654'435'761U * (token * 64 + static_cast<std::uint32_t>(i) + 1));
    }
    page += "]}";
  }
  return page + "],\"now\":\"2026-01-01T01:00:00Z\"}";
}

std::string ring_deck(const std::string& size, const std::string& options = "") {
  return "policy: mimir-ring, hand_size: " + size + ", mimir-ring: {ring_file: ring.json" +
         options + "}";
}

struct RingFleet {
  RingFleet(const std::string& page, const std::string& text)
      : page_path(folder.write("ring.json", page)), test(text, folder.path()) {}

  files::TempFolder folder;
  std::string page_path;
  TestFleet test;
};

std::vector<std::uint32_t> hand_of(const TestFleet& test, std::string_view tenant) {
  const auto resolved = resolve(test.fleet(), test.decks[0], tenant);
  EXPECT_TRUE(resolved) << text_of(test.problems);
  return resolved ? resolved->hand : std::vector<std::uint32_t>();
}

std::string only_problem(const TestFleet& test) {
  EXPECT_EQ(test.problems.size(), 1U) << text_of(test.problems);
  return test.problems.empty() ? "" : test.problems[0].message;
}

TEST(RingDeck, TakesTheInstancesInTheOrderOfItsWorkers) {
  const RingFleet ring(page_of(0, 7), fleet_of(8, ring_deck("4")));
  const RingFleet listed(
      page_of(0, 7), fleet_of(8, ring_deck("4") + ", workers: [i7, i3, i0, i1, i2, i6, i5, i4]"));
  EXPECT_TRUE(ring.test.problems.empty()) << text_of(ring.test.problems);
  const auto& options = std::get<MimirRingOptions>(listed.test.decks[0].options);
  EXPECT_EQ(options.instances[0].id, "i7");
  EXPECT_TRUE(options.zone_aware);
  for (int i = 0; i < 100; ++i) {
    const std::string tenant = "t" + std::to_string(i);
    ASSERT_EQ(hand_of(ring.test, tenant).size(), 4U);
    ASSERT_EQ(hand_of(ring.test, tenant), hand_of(listed.test, tenant));
  }
}

TEST(RingDeck, LooksBackFromThePagesTime) {
  const auto options = [](const std::string& more) {
    const RingFleet ring(page_of(0, 3), fleet_of(4, ring_deck("2", more)));
    return std::get<MimirRingOptions>(ring.test.decks[0].options);
  };
  EXPECT_EQ(options(", lookback: 30m").lookback.period, std::chrono::minutes(30));
  EXPECT_EQ(options(", lookback: 30m").lookback.now.time_since_epoch().count(), 1'767'229'200);
  EXPECT_EQ(options("").lookback.now.time_since_epoch().count(), 0);
}

TEST(RingDeck, NamesWorkersAndInstancesThatTheOtherSideLacks) {
  const RingFleet more(page_of(0, 2), fleet_of(10, ring_deck("2")));
  EXPECT_EQ(only_problem(more.test),
            "deck \"api\": 7 workers are not in the ring page: \"i3\", \"i4\", \"i5\", \"i6\", "
            "\"i7\", ...");
  EXPECT_EQ(more.test.problems[0].place.line, 14);
  const RingFleet fewer(page_of(0, 3), fleet_of(2, ring_deck("2")));
  EXPECT_EQ(only_problem(fewer.test),
            "deck \"api\": 2 instances of the ring page are no workers of the deck: \"i2\", "
            "\"i3\"");
  const RingFleet spill(page_of(0, 3), fleet_of(4, ring_deck("2") + ", spill: [i1]"));
  EXPECT_THAT(only_problem(spill.test),
              HasSubstr("1 instances of the ring page are not dealt here"));
}

TEST(RingDeck, HoldsThePageToTheWorkersZonesWhereItHeedsThem) {
  std::string page = page_of(0, 3);
  page.replace(page.find("\"zone\":\"b\""), 10, "\"zone\":\"c\"");
  const RingFleet aware(page, fleet_of(4, ring_deck("2")));
  EXPECT_EQ(only_problem(aware.test),
            "deck \"api\": 1 workers are in another zone than the ring page says: \"i1\" (\"b\", "
            "page \"c\")");
  const RingFleet unaware(page, fleet_of(4, ring_deck("2", ", zone_aware: false")));
  EXPECT_TRUE(unaware.test.problems.empty()) << text_of(unaware.test.problems);
}

TEST(RingDeck, AllIsEverybodyAndNumbersEndWhereAZoneRunsOut) {
  const RingFleet all(page_of(0, 4), fleet_of(5, ring_deck("all")));
  EXPECT_THAT(hand_of(all.test, "t"), ElementsAre(0, 1, 2, 3, 4));
  const RingFleet whole(page_of(0, 4), fleet_of(5, ring_deck("5")));
  EXPECT_EQ(only_problem(whole.test),
            "hand_size 5 does not fit deck \"api\": largest hand 4, or all");
}

TEST(LatticeDeck, RefusesSizesOfItsTenantsToo) {
  const std::string deck = "policy: infima, infima: {dimensions: [zone], seed: -7}, hand_size: ";
  const TestFleet test(fleet_of(6, deck + "4", "tenants: [{id: odd, hand_size: 3}]\n"));
  EXPECT_EQ(only_problem(test),
            "hand_size of tenant \"odd\" 3 does not fit deck \"api\": hand size 3 is no multiple "
            "of 2, the cells of a hand; nearest: 2 or 4");
  EXPECT_EQ(std::get<InfimaOptions>(test.decks[0].options).seed, -7);
}

TEST(FlowDeck, SaysHowManyBitsAreLeft) {
  const TestFleet test(fleet_of(64, "policy: apf, apf: {flow_schema: global}, hand_size: all"));
  EXPECT_THAT(only_problem(test), HasSubstr("the largest hand of this deck is 10"));
}

TEST(HashringDeck, DealsByTheZonesOfWorkersUnlessToldNotTo) {
  const std::string deck = "policy: thanos, hand_size: 3, thanos: ";
  EXPECT_EQ(hand_of(TestFleet(fleet_of(6, deck + "{}")), "t").size(), 4U);
  EXPECT_EQ(hand_of(TestFleet(fleet_of(6, deck + "{zone_aware: false}")), "t").size(), 3U);
  EXPECT_THAT(only_problem(TestFleet(fleet_of(6, deck + "{replication_factor: 5}"))),
              HasSubstr("below the replication factor 5"));
}

TEST(QuerierDeck, DealsEverybodyWithAll) {
  EXPECT_EQ(hand_of(TestFleet(fleet_of(6, "policy: mimir-queriers, hand_size: all")), "t").size(),
            6U);
}

}  // namespace
}  // namespace croupier::fleet
