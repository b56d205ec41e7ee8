// What tests/vectors/apf_dealer.json does not reach: laws, the limits and their neighbours.
#include "croupier/apf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "core/base/uint128.h"

namespace croupier::copies {
namespace {

using Hand = std::vector<std::uint32_t>;
using ::testing::HasSubstr;

struct Shape {
  std::int64_t deck;
  std::int64_t hand;
};

constexpr Shape kShapes[] = {{1, 1},   {2, 2},    {15, 15},  {16, 15},  {32, 12},
                             {64, 10}, {257, 7},  {1000, 4}, {4096, 5}, {kApfMaxDeck, 2},
                             {3, 2},   {1023, 6}, {100, 9}};

Hand dealt(const ApfDealer& dealer, std::uint64_t hash) {
  Hand hand(dealer.hand_size());
  dealer.deal(hash, hand);
  return hand;
}

// The deal as its page puts it: take the card at a position out of the deck, again and again.
Hand naive(const Shape& shape, std::uint64_t hash) {
  std::vector<std::uint32_t> taken;
  for (std::int64_t i = 0; i < shape.hand; ++i) {
    const auto left = static_cast<std::uint64_t>(shape.deck - i);
    std::uint64_t position = hash % left;
    hash /= left;
    std::set<std::uint32_t> sorted(taken.begin(), taken.end());
    for (const std::uint32_t card : sorted) position += card <= position ? 1 : 0;
    taken.push_back(static_cast<std::uint32_t>(position));
  }
  return taken;
}

TEST(Apf, DealsAsTakingCardsOutOfADeck) {
  std::mt19937_64 random(1);
  for (const Shape& shape : kShapes) {
    const ApfDealer dealer = ApfDealer::make(shape.deck, shape.hand).value();
    std::vector<std::uint64_t> hashes = {0, 1, std::numeric_limits<std::uint64_t>::max(),
                                         std::uint64_t{1} << 63};
    for (int i = 0; i < 2'000; ++i) hashes.push_back(random());
    for (const std::uint64_t near : {-2, -1, 0, 1}) {  // where the quotient turns
      for (std::uint64_t i = 1; i < 50; ++i) {
        hashes.push_back(static_cast<std::uint64_t>(shape.deck) * i + near);
        hashes.push_back(0 - static_cast<std::uint64_t>(shape.deck) * i + near);
      }
    }
    for (const std::uint64_t hash : hashes) {
      ASSERT_EQ(dealt(dealer, hash), naive(shape, hash)) << shape.deck << " " << hash;
    }
  }
}

// The hashes from 0 to deck!/(deck - hand)! - 1 = 209 deal every ordered hand once.
TEST(Apf, EveryHandIsDealt) {
  const ApfDealer dealer = ApfDealer::make(7, 3).value();
  std::set<Hand> hands;
  for (std::uint64_t hash = 0; hash < 210; ++hash) {
    const Hand hand = dealt(dealer, hash);
    EXPECT_EQ(std::set(hand.begin(), hand.end()).size(), 3U);
    hands.insert(hand);
  }
  EXPECT_EQ(hands.size(), 210U);
}

TEST(Apf, SmallerHandsArePrefixes) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t hash = random();
    const Hand large = dealt(ApfDealer::make(64, 10).value(), hash);
    const Hand small = dealt(ApfDealer::make(64, 4).value(), hash);
    EXPECT_TRUE(std::equal(small.begin(), small.end(), large.begin()));
  }
}

TEST(Apf, FlowsOfOneQueueNeedNoHash) {
  Hand hand(1, 9);
  ApfDealer::make(1, 1).value().deal_flow("schema", "user", hand);
  EXPECT_EQ(hand, Hand{0});
}

TEST(Apf, TheZeroByteKeepsNamesApart) {
  EXPECT_NE(apf_flow_hash("ab", "c"), apf_flow_hash("a", "bc"));
  EXPECT_NE(apf_flow_hash("a", ""), apf_flow_hash("", "a"));
}

// The bits are computed with floating point; here with whole numbers, at every size of deck at
// which their number changes.
TEST(Apf, RequiredBitsAreThoseOfWholeNumbers) {
  const auto power = [](std::uint64_t deck, int hand) {
    Uint128 product = 1;
    for (int i = 0; i < hand && product >> 64 == 0; ++i) product *= deck;  // 2^64 is enough
    return product;
  };
  for (int hand = 1; hand <= 16; ++hand) {
    for (int bits = 1; bits <= std::min(26 * hand, kApfMaxBits); ++bits) {
      std::uint64_t low = 1;  // the largest deck with deck^hand <= 2^bits
      for (std::uint64_t step = std::uint64_t{1} << 26; step != 0; step >>= 1) {
        if (low + step <= (1U << 26) && power(low + step, hand) <= Uint128{1} << bits) low += step;
      }
      EXPECT_LE(apf_required_bits(static_cast<std::int64_t>(low), hand), bits);
      if (low < (1U << 26)) {
        EXPECT_GT(apf_required_bits(static_cast<std::int64_t>(low + 1), hand), bits);
      }
    }
  }
}

TEST(Apf, RefusesImpossibleShapes) {
  struct Row {
    Shape shape;
    const char* part;
  };
  const Row rows[] = {
      {{0, 1}, "the deck is below 1"},
      {{-1, 2}, "hand 2 of deck -1: the deck is below 1"},
      {{1, 0}, "the hand is below 1"},
      {{5, 6}, "the hand is above the deck"},
      {{kApfMaxDeck + 1, 2}, "the deck is above 67108864"},
      {{512, 7},
       "needs 63 bits of the hash, above the limit of 60; the largest hand of this "
       "deck is 6"},
      {{16, 16}, "the largest hand of this deck is 15"},
      {{kApfMaxDeck, kApfMaxDeck}, "above the limit of 60"},
      {{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()},
       "the deck is above 67108864"},
  };
  for (const Row& row : rows) {
    const auto checked = check_apf(row.shape.deck, row.shape.hand);
    ASSERT_FALSE(checked) << row.part;
    EXPECT_EQ(checked.error().code, Code::kInvalidArgument);
    EXPECT_THAT(checked.error().message, HasSubstr(row.part));
    EXPECT_FALSE(ApfDealer::make(row.shape.deck, row.shape.hand));
    EXPECT_FALSE(apf_squish(row.shape.deck, row.shape.hand, 1));
  }
  for (const Shape& shape : kShapes) EXPECT_TRUE(check_apf(shape.deck, shape.hand));
}

TEST(ApfSquish, EqualsCountingAllHands) {
  // Of the 10 hands of two queues out of five, pairs of elephants cover the mouse's {0, 1}.
  std::vector<unsigned> hands;
  for (unsigned set = 0; set < 32; ++set) {
    if (std::popcount(set) == 2) hands.push_back(set);
  }
  int covered = 0;
  for (const unsigned a : hands) {
    for (const unsigned b : hands) covered += ((a | b) & 3U) == 3U ? 1 : 0;
  }
  EXPECT_DOUBLE_EQ(apf_squish(5, 2, 2).value(), covered / 100.0);
  EXPECT_DOUBLE_EQ(apf_squish(5, 2, 1).value(), 0.1);
}

TEST(ApfSquish, GrowsFromNothingToCertainty) {
  EXPECT_EQ(apf_squish(64, 8, 0).value(), 0.0);
  double last = 0.0;
  for (const std::int64_t elephants : {1, 2, 5, 20, 100, 1'000}) {
    const double chance = apf_squish(64, 8, elephants).value();
    EXPECT_GT(chance, last) << elephants;
    last = chance;
  }
  EXPECT_DOUBLE_EQ(apf_squish(64, 8, kApfMaxElephants).value(), 1.0);
  EXPECT_EQ(apf_squish(1, 1, 1).value(), 1.0);
  EXPECT_EQ(apf_squish(15, 15, 1).value(), 1.0);
}

// With hands of one the chance is 1 - (1 - 1/queues)^elephants.
TEST(ApfSquish, KeepsItsDigitsOverManyElephants) {
  const long double queues = 1'000'003;
  const long double wanted = -std::expm1(1e6L * std::log1p(-1 / queues));
  const double got = apf_squish(1'000'003, 1, kApfMaxElephants).value();
  EXPECT_NEAR(got / static_cast<double>(wanted), 1.0, 1e-12);
}

TEST(ApfSquish, RefusesImpossibleCrowds) {
  for (const std::int64_t elephants : {std::int64_t{-1}, kApfMaxElephants + 1}) {
    const auto refused = apf_squish(64, 8, elephants);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("elephants are not between 0 and 1000000"));
  }
}

}  // namespace
}  // namespace croupier::copies
