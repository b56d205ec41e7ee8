// The claims of docs/policies/bounded.md, each a test.
#include "croupier/bounded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

#include "core/placement/bounded/polynomial.h"
#include "core/placement/bounded/quadruple.h"

namespace croupier {
namespace {

using ::testing::HasSubstr;
using Hand = std::vector<std::uint32_t>;

Hand hand_of(const BoundedDeck& deck, std::uint64_t ordinal, std::uint32_t k) {
  Hand hand(k);
  EXPECT_TRUE(deck.deal(ordinal, hand).has_value());
  return hand;
}

std::size_t overlap(const Hand& a, const Hand& b) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](std::uint32_t worker) {
    return std::find(b.begin(), b.end(), worker) != b.end();
  }));
}

std::size_t largest_overlap(const std::vector<Hand>& hands) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, overlap(hands[i], hands[j]));
  }
  return largest;
}

// The largest difference between two dealt workers' loads over all prefixes.
int imbalance(const std::vector<Hand>& hands, std::uint32_t workers) {
  std::vector<int> load(workers);
  int worst = 0;
  for (const Hand& hand : hands) {
    for (const std::uint32_t worker : hand) ++load[worker];
    const auto [least, most] = std::minmax_element(load.begin(), load.end());
    worst = std::max(worst, *most - *least);
  }
  return worst;
}

Key a_key() {
  return Key(std::string_view("a key for tests"));
}

struct Case {
  BoundedSpec spec;
  const char* construction;
  std::uint32_t dealt;
  std::uint64_t capacity;
  std::uint32_t max_overlap;
  std::uint32_t poison;
};

void PrintTo(const Case& row, std::ostream* stream) {
  *stream << row.spec.workers << ", " << row.spec.hand << ", " << row.spec.max_overlap << " "
          << row.construction;
}

class SmallDecks : public ::testing::TestWithParam<Case> {};

TEST_P(SmallDecks, KeepTheBoundBetweenAllPairs) {
  const Case& row = GetParam();
  const auto plain = BoundedDeck::make(row.spec);
  ASSERT_TRUE(plain.has_value()) << plain.error().message;
  const BoundedShape& shape = plain->shape();
  EXPECT_EQ(shape.construction, row.construction);
  EXPECT_EQ(shape.dealt, row.dealt);
  EXPECT_EQ(shape.capacity, row.capacity);
  EXPECT_EQ(shape.max_overlap, row.max_overlap);
  EXPECT_EQ(shape.poison_survived, row.poison);
  const auto keyed = BoundedDeck::make(row.spec, a_key());
  for (const BoundedDeck* deck : {&*plain, &*keyed}) {
    std::vector<Hand> hands;
    for (std::uint64_t u = 0; u < shape.capacity; ++u) {
      hands.push_back(hand_of(*deck, u, row.spec.hand));
      EXPECT_EQ(deck->ordinal_of(hands.back()), u);
      std::reverse(hands.back().begin(), hands.back().end());
      EXPECT_EQ(deck->ordinal_of(hands.back()), u) << "in any order";
      const std::set<std::uint32_t> distinct(hands.back().begin(), hands.back().end());
      EXPECT_EQ(distinct.size(), row.spec.hand);
      EXPECT_LT(*distinct.rbegin(), shape.dealt);
    }
    EXPECT_LE(largest_overlap(hands), row.max_overlap);
    EXPECT_LE(imbalance(hands, shape.dealt), deck == &*plain ? 1 : 64);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, SmallDecks,
    ::testing::Values(
        Case{{5, 1, 0}, "all", 5, 5, 0, UINT32_MAX},
        Case{{20, 4, 0}, "polynomial", 20, 5, 0, UINT32_MAX},
        Case{{20, 4, 2, 4}, "parity", 20, 125, 2, 1}, Case{{24, 4, 2, 4}, "parity", 24, 216, 2, 1},
        Case{{18, 6, 4}, "parity", 18, 243, 4, 1}, Case{{17, 4, 1}, "polynomial", 16, 16, 1, 3},
        Case{{24, 4, 1}, "polynomial", 20, 25, 1, 3}, Case{{36, 4, 1}, "polynomial", 36, 81, 1, 3},
        Case{{80, 4, 1}, "polynomial", 80, 400, 1, 3},
        Case{{35, 5, 2}, "polynomial", 35, 343, 2, 2}, Case{{64, 8, 1}, "polynomial", 64, 64, 1, 7},
        Case{{8, 4, 1}, "polynomial", 8, 2, 0, UINT32_MAX}, Case{{15, 3, 2}, "all", 15, 125, 2, 1},
        Case{{8, 2, 0}, "parity", 8, 4, 0, UINT32_MAX}, Case{{8, 4, 2}, "quadruple", 8, 14, 2, 1},
        Case{{16, 4, 2}, "quadruple", 16, 140, 2, 1},
        Case{{33, 4, 2}, "quadruple", 32, 1240, 2, 1}));

TEST(Bounded, PolynomialsOverEveryKindOfRing) {
  // A prime, powers of 2, 3 and 5, and products; t from 2 to k.
  for (const auto& [m, k] : std::initializer_list<std::pair<std::uint32_t, std::uint32_t>>{
           {5, 4}, {7, 5}, {4, 4}, {8, 5}, {9, 4}, {25, 3}, {20, 4}, {28, 4}, {35, 4}, {45, 3}}) {
    ASSERT_TRUE(placement::PolynomialDeal::is_valid(m, k, 2));
    for (std::uint32_t t = 2; t <= 3; ++t) {
      const placement::PolynomialDeal deal(k, m, t, k);
      std::vector<Hand> hands;
      for (std::uint64_t u = 0; u < std::min<std::uint64_t>(deal.capacity(), 1500); ++u) {
        hands.emplace_back(k);
        deal.deal(u * 7919 % deal.capacity(), hands.back());
        EXPECT_EQ(deal.ordinal_of(hands.back()), u * 7919 % deal.capacity());
      }
      ASSERT_NE(deal.capacity() % 7919, 0u);  // else hands would repeat
      EXPECT_LE(largest_overlap(hands), t - 1) << m << " " << t;
    }
  }
}

// A ring with a factor below k breaks the bound, as the published figure says.
TEST(Bounded, FifteenSlotsDoNotDoForFourStripes) {
  EXPECT_FALSE(placement::PolynomialDeal::is_valid(15, 4, 2));
  EXPECT_FALSE(placement::PolynomialDeal::is_valid(2, 4, 2));
  EXPECT_FALSE(placement::PolynomialDeal::is_valid(6, 4, 2));
  EXPECT_TRUE(placement::PolynomialDeal::is_valid(15, 3, 2));
}

TEST(Bounded, ElasticHandsOfAnySizeKeepTheBound) {
  const BoundedSpec spec{.workers = 64, .hand = 4, .max_overlap = 1, .stripes = 8};
  for (const bool keyed : {false, true}) {
    const auto deck =
        keyed ? BoundedDeck::make(spec, a_key()).value() : BoundedDeck::make(spec).value();
    EXPECT_EQ(deck.shape().construction, "polynomial");
    EXPECT_EQ(deck.shape().stripes, 8u);
    EXPECT_EQ(deck.shape().stripe_size, 8u);
    EXPECT_EQ(deck.largest_hand(), 8u);
    std::mt19937_64 random(7);
    std::vector<Hand> hands;
    for (std::uint64_t u = 0; u < deck.shape().capacity; ++u) {
      const auto size = static_cast<std::uint32_t>(1 + random() % 8);
      hands.push_back(hand_of(deck, u, size));
      const Hand& hand = hands.back();
      std::set<std::uint32_t> stripes;
      for (const std::uint32_t worker : hand) stripes.insert(worker / 8);
      EXPECT_EQ(stripes.size(), size) << "one of each stripe";
      if (size >= 2) {
        EXPECT_EQ(deck.ordinal_of(hand), u);
      }
      const Hand larger = hand_of(deck, u, 8);
      EXPECT_TRUE(std::equal(hand.begin(), hand.end(), larger.begin())) << "a prefix";
    }
    EXPECT_EQ(largest_overlap(hands), 1u);
  }
}

TEST(Bounded, ElasticHandsOfTheDecksSizeLoadAllStripesEvenly) {
  // 11 stripes of 11; the blocks of hands wander over them.
  const BoundedSpec spec{.workers = 121, .hand = 4, .max_overlap = 1, .stripes = 11};
  const auto deck = BoundedDeck::make(spec).value();
  std::vector<Hand> hands;
  for (std::uint64_t u = 0; u < deck.shape().capacity; ++u) hands.push_back(hand_of(deck, u, 4));
  EXPECT_LE(imbalance(hands, 121), 2);
  const auto keyed = BoundedDeck::make(spec, a_key()).value();
  for (std::uint64_t u = 0; u < hands.size(); ++u) hands[u] = hand_of(keyed, u, 4);
  EXPECT_LE(imbalance(hands, 121), 65);
}

TEST(Bounded, EveryTripleIsInExactlyOneQuadruple) {
  for (std::uint32_t bits = 3; bits <= 8; ++bits) {
    const placement::QuadrupleDeal deal(bits);
    const std::uint32_t n = 1U << bits;
    std::vector<bool> seen(std::size_t{n} * n * n);
    std::uint64_t triples = 0;
    Hand hand(4);
    for (std::uint64_t u = 0; u < deal.capacity(); ++u) {
      deal.deal(u, hand);
      std::sort(hand.begin(), hand.end());
      for (std::size_t left_out = 0; left_out < 4; ++left_out) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < 4; ++i) {
          if (i != left_out) at = at * n + hand[i];
        }
        ASSERT_FALSE(seen[at]);
        seen[at] = true;
        ++triples;
      }
    }
    EXPECT_EQ(triples, std::uint64_t{n} * (n - 1) * (n - 2) / 6) << n;
  }
}

TEST(Bounded, ThePublishedQuadruplesAt2048) {
  const auto deck = BoundedDeck::make({2048, 4, 2}).value();
  EXPECT_EQ(deck.shape().construction, "quadruple");
  EXPECT_EQ(deck.shape().capacity, 357'389'824u);
  for (const auto& [ordinal, expected] : std::initializer_list<std::pair<std::uint64_t, Hand>>{
           {0, {0, 1, 2, 3}},
           {511, {2044, 2045, 2046, 2047}},
           {512, {0, 1, 4, 5}},
           {123'456'789, {533, 662, 1070, 1197}},
           {357'389'823, {511, 512, 1024, 2047}}}) {
    Hand hand = hand_of(deck, ordinal, 4);
    std::sort(hand.begin(), hand.end());
    EXPECT_EQ(hand, expected);
  }
}

TEST(Bounded, AMillionOrdinalsComeBackAt2048) {
  std::mt19937_64 random(1);
  for (const BoundedSpec& spec :
       {BoundedSpec{2048, 4, 2}, BoundedSpec{2048, 4, 2, 4}, BoundedSpec{2048, 4, 1}}) {
    const auto plain = BoundedDeck::make(spec).value();
    const auto keyed = BoundedDeck::make(spec, a_key()).value();
    Hand hand(4);
    // The polynomial deal's way back is the slow one.
    const int rounds = plain.shape().construction == "polynomial" ? 100'000 : 1'000'000;
    for (int i = 0; i < rounds; ++i) {
      const std::uint64_t ordinal = random() % plain.shape().capacity;
      const BoundedDeck& deck = i % 16 == 0 ? keyed : plain;
      ASSERT_TRUE(deck.deal(ordinal, hand));
      ASSERT_EQ(deck.ordinal_of(hand), ordinal);
    }
  }
}

TEST(Bounded, SampledPairsAt2048KeepTheBound) {
  std::mt19937_64 random(2);
  for (const BoundedSpec& spec :
       {BoundedSpec{2048, 4, 2}, BoundedSpec{2048, 4, 2, 4}, BoundedSpec{2048, 4, 1}}) {
    const auto deck = BoundedDeck::make(spec, a_key()).value();
    std::vector<Hand> hands;
    for (int i = 0; i < 3000; ++i) {
      hands.push_back(hand_of(deck, random() % deck.shape().capacity, 4));
    }
    std::sort(hands.begin(), hands.end());
    hands.erase(std::unique(hands.begin(), hands.end()), hands.end());
    EXPECT_LE(largest_overlap(hands), deck.shape().max_overlap);
  }
}

TEST(Bounded, KeyedLoadsAreEqualAtTheEndOfEveryGroup) {
  const BoundedSpec spec{64, 4, 2, 4};  // stripes of 16: 256 blocks, 64 to a group
  const auto deck = BoundedDeck::make(spec, a_key()).value();
  std::vector<int> load(64);
  int worst = 0;
  for (std::uint64_t u = 0; u < deck.shape().capacity; ++u) {
    if (u % (64 * 16) == 0) {
      const auto [least, most] = std::minmax_element(load.begin(), load.end());
      EXPECT_EQ(*least, *most) << u;
    }
    for (const std::uint32_t worker : hand_of(deck, u, 4)) ++load[worker];
    const auto [least, most] = std::minmax_element(load.begin(), load.end());
    worst = std::max(worst, *most - *least);
  }
  EXPECT_LE(worst, 64);
  EXPECT_GT(worst, 1) << "a key hides something";
}

TEST(Bounded, KeysGiveDifferentOrdersOfTheSameHands) {
  const BoundedSpec spec{20, 4, 2, 4};
  const auto one = BoundedDeck::make(spec, a_key()).value();
  const auto other = BoundedDeck::make(spec, Key(std::string_view("another"))).value();
  std::set<Hand> of_one, of_other;
  int same = 0;
  for (std::uint64_t u = 0; u < one.shape().capacity; ++u) {
    const Hand a = hand_of(one, u, 4);
    const Hand b = hand_of(other, u, 4);
    same += a == b;
    of_one.insert(a);
    of_other.insert(b);
  }
  EXPECT_EQ(of_one, of_other);
  EXPECT_LT(same, 10);
}

TEST(Bounded, MoreHandsThanCanBeNumberedMeanASmallerOverlap) {
  const auto deck = BoundedDeck::make({65'536, 16, 15}).value();
  EXPECT_LT(deck.shape().capacity, std::uint64_t{1} << 63);
  EXPECT_LT(deck.shape().max_overlap, 15u);
  EXPECT_GT(deck.shape().capacity, 1'000'000'000'000u);
}

TEST(Bounded, RefusesWhatCannotBe) {
  struct Row {
    BoundedSpec spec;
    const char* message;
  };
  for (const Row& row : std::initializer_list<Row>{
           {{0, 1, 0}, "0 workers are not between 1 and 65536"},
           {{65'537, 1, 0}, "65537 workers are not between 1 and 65536"},
           {{4, 0, 0}, "hand 0 is not between 1 and 4, the number of workers"},
           {{4, 5, 0}, "hand 5 is not between 1 and 4, the number of workers"},
           {{8, 4, 4}, "largest overlap 4 is not between 0 and 3, one less than the hand"},
           {{8, 4, 2, 4, 3},
            "4 stripes of 3 workers need 12, and there are 8; a stripe can have 2"},
           {{8, 4, 1, 4, 2}, "the nearest stripes that can: 4"},
           {{24, 4, 1, 4, 6}, "the nearest stripes that can: 5 and 7"},
           {{60, 4, 1, 4, 15}, "every prime-power factor of a stripe must be at least 4"},
           {{20, 4, 1, 3}, "3 stripes are not between 4, the hand, and 20, the number of workers"},
           {{20, 4, 2, 21}, "21 stripes are not between 4"},
           {{20, 4, 1, 8, 3}, "8 stripes of 3 workers need 24, and there are 20"},
           {{60, 4, 1, 8, 6},
            "8 stripes of 6 workers cannot deal hands of 4 that share at most 1"}}) {
    const auto deck = BoundedDeck::make(row.spec);
    ASSERT_FALSE(deck.has_value()) << row.message;
    EXPECT_EQ(deck.error().code, Code::kInvalidArgument);
    EXPECT_THAT(deck.error().message, HasSubstr(row.message));
  }
  const auto deck = BoundedDeck::make({20, 4, 2, 4}).value();
  Hand hand(4);
  EXPECT_THAT(deck.deal(125, hand).error().message, HasSubstr("ordinal 125 is not below 125"));
  Hand small(3);
  EXPECT_THAT(deck.deal(0, small).error().message, HasSubstr("hand size 3 is not the deck's, 4"));
  for (const Hand& none : {Hand{0, 1, 2}, Hand{0, 1, 2, 3}, Hand{0, 5, 10, 16}, Hand{0, 0, 5, 10},
                           Hand{0, 5, 10, 99}, Hand{}}) {
    EXPECT_FALSE(deck.ordinal_of(none).has_value());
  }
}

}  // namespace
}  // namespace croupier
