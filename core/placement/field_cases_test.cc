// What operators of such systems ran into, as tests: membership change, growth, zones, overlap.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/placement/test_decks.h"
#include "croupier/hash.h"

namespace croupier::placement {
namespace {

std::string tenant(int i) {
  return "t-" + std::to_string(i);
}

// Tolerance 5 sigma of a binomial; the key is fixed, so the outcome is too.
TEST(FieldCases, C01_OneWorkerInOrOutMovesAtMostOneMember) {
  constexpr int kTenants = 10'000;
  TestDeck before(plain_deck(Policy::kRendezvous, 20));
  TestDeck grown(plain_deck(Policy::kRendezvous, 21));
  DeckSpec shrunk_spec = before.spec();
  shrunk_spec.workers.erase(shrunk_spec.workers.begin() + 7);
  TestDeck shrunk(shrunk_spec);

  int changed = 0;
  for (int i = 0; i < kTenants; ++i) {
    const Ids hand = before.ids(tenant(i), 5);
    const Ids after_growth = grown.ids(tenant(i), 5);
    ASSERT_LE(without(hand, after_growth).size(), 1U);
    ASSERT_LE(without(after_growth, hand).size(), 1U);
    changed += without(hand, after_growth).empty() ? 0 : 1;

    const Ids after_loss = shrunk.ids(tenant(i), 5);
    const bool held = std::count(hand.begin(), hand.end(), "w-7") == 1;
    ASSERT_EQ(without(hand, after_loss), held ? Ids{"w-7"} : Ids{});
    ASSERT_EQ(without(after_loss, hand).size(), held ? 1U : 0U);
  }
  EXPECT_NEAR(changed, 2'381, 213);
}

TEST(FieldCases, C02_GrowingAHandByOneKeepsItsMembersAcrossZones) {
  for (const Spread spread : {Spread::kPrefer, Spread::kBalanced}) {
    TestDeck deck(zoned_deck(spread, {4, 4, 3}));
    for (int i = 0; i < 1'000; ++i) {
      const Positions nine = deck.deal(tenant(i), 9);
      const Positions ten = deck.deal(tenant(i), 10);
      ASSERT_EQ(ten.size(), 10U);
      ASSERT_TRUE(std::equal(nine.begin(), nine.end(), ten.begin()));
      std::map<std::string, int> by_zone;
      for (const std::uint32_t position : ten) {
        ++by_zone[deck.spec().workers[position].values[0]];
      }
      std::vector<int> counts;
      for (const auto& [zone, count] : by_zone) counts.push_back(count);
      std::sort(counts.begin(), counts.end());
      ASSERT_EQ(counts, (std::vector<int>{3, 3, 4}));
    }
  }
}

TEST(FieldCases, C03_UnevenZonesFillTheHandOrRefuseIt) {
  TestDeck balanced(zoned_deck(Spread::kBalanced, {3, 2, 1}));
  const auto refused = balanced.try_deal("acme", 6);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
  EXPECT_EQ(refused.error().message, "hand size 6 is above 5, the largest balanced hand");
  EXPECT_EQ(balanced.largest_hand(), 5U);
  EXPECT_EQ(balanced.deal("acme", 5).size(), 5U);

  TestDeck prefer(zoned_deck(Spread::kPrefer, {3, 2, 1}));
  Positions all = prefer.deal("acme", 6);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (Positions{0, 1, 2, 3, 4, 5}));
}

struct OverlapRow {
  Policy policy;
  const char* hands_sha256;  // of all positions, one byte each, as computed by CPython 3.11
};

// Counts of overlap with one tenant follow the hypergeometric law within 5 sigma. The digest holds
// all 100,000 hands to those of another language, so every process and machine deals the same.
TEST(FieldCases, C04_OverlapFollowsTheLawAndHandsAreTheSameEverywhere) {
  constexpr std::array<OverlapRow, 2> kRows = {
      OverlapRow{Policy::kHmac, "59097c450799a1a731b1f387670ae4061bd2d1ee7f0b87956a5160c2f5ff4243"},
      OverlapRow{Policy::kRendezvous,
                 "b3f8c51484aa9479beae2e857d6f600d69cbb9f1d4285fee9863c92dbecce572"},
  };
  constexpr std::array kWanted = {37'564, 46'233, 14'861, 1'321, 21};
  constexpr std::array kTolerance = {766, 788, 562, 181, 23};
  for (const OverlapRow& row : kRows) {
    TestDeck deck(plain_deck(row.policy, 20), Key("shuffle-shard-v1"));
    const Positions attacker = deck.deal("attacker", 4);
    std::array<int, 5> counts{};
    std::string bytes;
    for (int i = 0; i < 100'000; ++i) {
      const Positions hand = deck.deal(tenant(i), 4);
      ++counts[4 - without(hand, attacker).size()];
      for (const std::uint32_t position : hand) bytes += static_cast<char>(position);
    }
    for (std::size_t overlap = 0; overlap < counts.size(); ++overlap) {
      EXPECT_NEAR(counts[overlap], kWanted[overlap], kTolerance[overlap])
          << policy_name(row.policy) << ", overlap " << overlap;
    }
    EXPECT_EQ(hex(sha256(bytes)), row.hands_sha256) << policy_name(row.policy);
  }
}

}  // namespace
}  // namespace croupier::placement
