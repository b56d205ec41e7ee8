// What the published vectors (tests/vectors) do not reach: errors, large hands, extreme n.
#include "croupier/recipes.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>

#include "core/placement/hmac_words.h"
#include "croupier/hash.h"

namespace croupier {
namespace {

template <typename Number>
std::vector<Number> dealt_by_hmac(const Key& key, std::string_view tenant, std::uint64_t workers,
                                  std::size_t k) {
  std::vector<Number> hand(k);
  const HmacRecipe recipe(key);
  std::vector<std::uint64_t> table;
  if constexpr (sizeof(Number) == 8) {
    EXPECT_TRUE(recipe.deal(tenant, workers, hand));
  } else {
    EXPECT_TRUE(recipe.deal(tenant, static_cast<std::uint32_t>(workers), hand, table));
  }
  return hand;
}

TEST(HmacRecipe, BothWidthsDealTheSame) {
  const Key key("k");
  for (const std::size_t k : {1, 5, 64, 65, 300}) {
    const auto wide = dealt_by_hmac<std::uint64_t>(key, "acme", 300, k);
    const auto narrow = dealt_by_hmac<std::uint32_t>(key, "acme", 300, k);
    EXPECT_TRUE(std::equal(wide.begin(), wide.end(), narrow.begin(), narrow.end())) << k;
  }
}

TEST(HmacRecipe, LargeHandsEqualTheNaiveDeal) {
  const Key key("k");
  constexpr std::uint64_t kWorkers = 997;
  const HmacRecipe recipe(key);
  placement::HmacWords words(recipe, "acme");
  std::vector<std::uint64_t> naive;
  std::set<std::uint64_t> seen;
  while (naive.size() < kWorkers) {  // a rejected word has a chance of 1 in 10^16 here
    const std::uint64_t member = words.next() % kWorkers;
    if (seen.insert(member).second) naive.push_back(member);
  }
  EXPECT_EQ(dealt_by_hmac<std::uint64_t>(key, "acme", kWorkers, kWorkers), naive);
}

// With n = 2^63 + 1 nearly half of all words are rejected; with 2^63 none is.
TEST(HmacRecipe, RejectsOnlyBiasedWords) {
  const Key key("k");
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  const HmacRecipe recipe(key);
  placement::HmacWords words(recipe, "acme");
  std::vector<std::uint64_t> all(200);
  for (auto& word : all) word = words.next();

  std::vector<std::uint64_t> masked;
  for (const std::uint64_t word : all) masked.push_back(word % kHalf);
  EXPECT_EQ(dealt_by_hmac<std::uint64_t>(key, "acme", kHalf, 200), masked);

  std::vector<std::uint64_t> kept;
  for (const std::uint64_t word : all) {
    if (word < kHalf + 1) kept.push_back(word);
  }
  EXPECT_LT(kept.size(), 150U);
  EXPECT_EQ(dealt_by_hmac<std::uint64_t>(key, "acme", kHalf + 1, kept.size()), kept);
}

TEST(HmacRecipe, TakesTheLargestN) {
  const auto hand = dealt_by_hmac<std::uint64_t>(Key("k"), "acme",
                                                 std::numeric_limits<std::uint64_t>::max(), 100);
  EXPECT_EQ(std::set<std::uint64_t>(hand.begin(), hand.end()).size(), 100U);
}

TEST(Recipes, RefuseImpossibleHands) {
  std::vector<std::uint32_t> none;
  std::vector<std::uint32_t> three(3);
  EXPECT_FALSE(deal_java_demo("acme", kJavaDemoSeed, 5, none));
  EXPECT_FALSE(deal_java_demo("acme", kJavaDemoSeed, 2, three));
  EXPECT_FALSE(deal_java_demo("acme", kJavaDemoSeed, 0, three));
  EXPECT_FALSE(deal_java_demo("acme", kJavaDemoSeed, 65'537, three));
  EXPECT_TRUE(deal_java_demo("acme", kJavaDemoSeed, 65'536, three));
  EXPECT_FALSE(deal_python_sample("acme", 5, none));
  EXPECT_FALSE(deal_python_sample("acme", 2, three));
  EXPECT_FALSE(deal_python_sample("acme", 0, three));
  EXPECT_TRUE(deal_python_sample("acme", std::numeric_limits<std::uint32_t>::max(), three));
}

// random.Random("acme").sample(range(5000), 70)[:3] and [-2:] of CPython 3.11: a hand too large to
// search, so that the table of distinct members is used.
TEST(PythonSample, LargeHandsOfLargeDecks) {
  std::vector<std::uint32_t> hand(70);
  ASSERT_TRUE(deal_python_sample("acme", 5'000, hand));
  EXPECT_EQ(std::vector(hand.begin(), hand.begin() + 3),
            (std::vector<std::uint32_t>{4196, 3669, 3240}));
  EXPECT_EQ(std::vector(hand.end() - 2, hand.end()), (std::vector<std::uint32_t>{3246, 1250}));
}

// CPython's seed of a str is longer than the generator's 624 words when the text is.
TEST(PythonSample, SeedsLongerThanTheGenerator) {
  std::vector<std::uint32_t> hand(4);
  ASSERT_TRUE(deal_python_sample(std::string(3'000, 'y'), 100, hand));
  EXPECT_EQ(hand, (std::vector<std::uint32_t>{26, 17, 90, 71}));
}

struct SampleRow {
  std::uint32_t workers;
  std::size_t k;
  const char* hands_sha256;  // members as two bytes each, big-endian, of t-0 to t-999
};

// Both sides of each size at which CPython changes its method; digests by CPython 3.11. Single
// hands seldom tell the methods apart.
TEST(PythonSample, ChangesItsMethodWhereCPythonDoes) {
  const SampleRow rows[] = {
      {21, 5, "58c924d1d9df2091357b80d97b6ac8ef583925efcdb6f60371b84535c3356cdb"},
      {22, 5, "454c7608606ad63293dcad9dba151cb9a8ce3f09cc6818a8a29eec866955d618"},
      {85, 6, "02565ee4171178c89eb9a8a9e265881181187191fb1ef003fb141a7c8543afc7"},
      {86, 6, "754ded255486581f1552ad7195eb8b088a0e799690d821af393fe5b0ec3b1e50"},
      {85, 21, "63819f6dc6c50e029560077239913056ac26819fd5cb1de22c8594e54148a872"},
      {86, 21, "2f58447070e535ebd04c2b58f2b03fa9865252de4ad4eecb5795bb8ea1d4fd23"},
      {277, 22, "24e628aaaec59b82deb58700734ac1a6742cf32015cdbe205b650813d15fcc3e"},
      {278, 22, "0e58c326ab2203d25efa06f29307d159a7b2ddff01cb43de7cfd8f36f198eb02"},
      {64, 3, "54a58fc62dae0df31df722eb54559b0d6db228a901f40dac94cf389a545401c1"},
  };
  for (const SampleRow& row : rows) {
    std::vector<std::uint32_t> hand(row.k);
    std::string bytes;
    for (int i = 0; i < 1'000; ++i) {
      ASSERT_TRUE(deal_python_sample("t-" + std::to_string(i), row.workers, hand));
      for (const std::uint32_t member : hand) {
        bytes += static_cast<char>(member >> 8);
        bytes += static_cast<char>(member & 255);
      }
    }
    EXPECT_EQ(hex(sha256(bytes)), row.hands_sha256) << row.workers << ", " << row.k;
  }
}

TEST(JavaDemo, FixedShardsAreNeverNegative) {
  std::set<std::uint32_t> shards;
  for (int i = 0; i < 1'000; ++i) {
    shards.insert(java_demo_fixed_shard("tenant-" + std::to_string(i), kJavaDemoSeed, 7));
  }
  EXPECT_EQ(shards, (std::set<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace croupier
