// Decks that spread over several attributes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

// Three zones and two versions, a worker of each combination but one; then line 9 has the deck.
std::string fleet_without(std::string_view hole, int hand_size, const std::string& rest = "") {
  std::string text = "version: 1\nkeys: [{id: main, file: fleet.key}]\nworkers:\n";
  for (const std::string id : {"a1", "a2", "b1", "b2", "c1", "c2"}) {
    if (id == hole) continue;
    text += "  - {id: " + id + ", zone: " + id[0] + ", attributes: {version: v" + id[1] + "}}\n";
  }
  return text + "decks: [{name: api, key: main, hand_size: " + std::to_string(hand_size) +
         ", spread: {attributes: [zone, version], mode: balanced}}]\n" + rest;
}

TEST(Lattice, AHoleIsReportedWhereTheHandSizeStands) {
  const TestFleet test(fleet_without("b2", 4));
  ASSERT_EQ(test.problems.size(), 1u) << text_of(test.problems);
  EXPECT_EQ(test.problems[0].severity, Severity::kError);
  EXPECT_EQ(test.problems[0].place.line, 9);
  EXPECT_EQ(test.problems[0].message,
            "hand_size 4 cannot be balanced over zone and version in deck \"api\": hand size 4 is "
            "above 1, the largest balanced hand: no worker has \"b\" and \"v2\"");
}

TEST(Lattice, AHoleRefusesATenantsLargerHandAtTheTenant) {
  const TestFleet test(fleet_without("c1", 1, "tenants: [{id: acme, hand_size: 2}]\n"));
  ASSERT_EQ(test.problems.size(), 1u) << text_of(test.problems);
  EXPECT_EQ(test.problems[0].place.line, 10);
  EXPECT_THAT(test.problems[0].message, testing::HasSubstr("no worker has \"c\" and \"v1\""));
}

TEST(Lattice, WithoutHoleEveryAttributeIsBalanced) {
  const TestFleet test(fleet_without("", 5));
  ASSERT_TRUE(test.problems.empty()) << text_of(test.problems);
  for (int i = 0; i < 50; ++i) {
    const auto resolved = resolve(test.fleet(), test.decks[0], "tenant " + std::to_string(i));
    ASSERT_TRUE(resolved.has_value());
    std::map<char, int> counts;
    for (const std::uint32_t worker : resolved->hand) {
      for (const char value : test.fleet().workers[worker].id) ++counts[value];
    }
    for (const char zone : {'a', 'b', 'c'}) EXPECT_THAT(counts[zone], testing::AnyOf(1, 2));
    for (const char version : {'1', '2'}) EXPECT_THAT(counts[version], testing::AnyOf(2, 3));
  }
}

}  // namespace
}  // namespace croupier::fleet
