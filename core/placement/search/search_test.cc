#include "croupier/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "core/placement/search/free_hands.h"

namespace croupier {
namespace {

using placement::FreeHands;
using placement::NumberSet;
using placement::SubsetRanks;
using ::testing::HasSubstr;
using Hand = std::vector<std::uint32_t>;

SearchDeck deck_of(const SearchSpec& spec, const char* key = "a key for tests") {
  return SearchDeck::make(spec, Key(std::string_view(key))).value();
}

// All hands until there is no more; the error's code goes to `end`.
std::vector<Hand> deal_all(SearchDeck& deck, std::uint32_t k, Code& end) {
  std::vector<Hand> hands;
  for (;;) {
    Hand hand(k);
    const auto dealt = deck.next(hand);
    if (!dealt) {
      end = dealt.error().code;
      return hands;
    }
    hands.push_back(hand);
  }
}

std::size_t largest_overlap(const std::vector<Hand>& hands) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Hand both;
      std::set_intersection(hands[i].begin(), hands[i].end(), hands[j].begin(), hands[j].end(),
                            std::back_inserter(both));
      largest = std::max(largest, both.size());
    }
  }
  return largest;
}

TEST(SubsetRanks, NumberEverySubsetOnce) {
  for (std::uint32_t t = 1; t <= 4; ++t) {
    const SubsetRanks ranks(9, t);
    const Hand all{0, 1, 2, 3, 4, 5, 6, 7, 8};
    std::set<std::uint64_t> seen;
    EXPECT_TRUE(ranks.each(all, [&](std::uint64_t rank) { return seen.insert(rank).second; }));
    EXPECT_EQ(seen.size(), ranks.count());
    EXPECT_EQ(*seen.rbegin(), ranks.count() - 1);
    std::vector<std::uint64_t> with;
    for (std::size_t place = 0; place < all.size(); ++place) {
      ranks.each_with(all, place, [&](std::uint64_t rank) { return with.push_back(rank), true; });
    }
    EXPECT_EQ(with.size(), t * ranks.count()) << "each subset once for each of its members";
    for (const std::uint64_t rank : seen) {
      EXPECT_EQ(std::count(with.begin(), with.end(), rank), static_cast<std::ptrdiff_t>(t));
    }
  }
}

TEST(NumberSet, IsASetDenseAndFlat) {
  for (const std::uint64_t bound : {std::uint64_t{1} << 20, std::uint64_t{1} << 60}) {
    NumberSet numbers(bound);
    EXPECT_EQ(numbers.dense(), bound < (std::uint64_t{1} << 40));
    std::set<std::uint64_t> truth;
    std::mt19937_64 random(3);
    for (int i = 0; i < 200'000; ++i) {
      const std::uint64_t number = random() % 5'000 * (bound / 5'000);
      EXPECT_EQ(numbers.contains(number), truth.contains(number));
      if (truth.insert(number).second) {
        numbers.insert(number);
      } else {
        truth.erase(number);
        numbers.erase(number);
      }
    }
    for (std::uint64_t i = 0; i < 5'000; ++i) {
      EXPECT_EQ(numbers.contains(i * (bound / 5'000)), truth.contains(i * (bound / 5'000)));
    }
  }
}

TEST(FreeHands, CountsWhatAHandTakesAway) {
  std::mt19937 random(5);
  for (std::uint32_t t = 1; t <= 4; ++t) {
    constexpr std::uint32_t kWorkers = 9, kHand = 4;
    FreeHands free(kWorkers, kHand, t);
    std::vector<Hand> all;
    for (std::uint32_t mask = 0; mask < 1U << kWorkers; ++mask) {
      Hand hand;
      for (std::uint32_t i = 0; i < kWorkers; ++i) {
        if ((mask >> i & 1) != 0) hand.push_back(i);
      }
      if (hand.size() == kHand) all.push_back(hand);
    }
    for (std::shuffle(all.begin(), all.end(), random); const Hand& hand : all) {
      if (!free.is_free(hand)) continue;
      const auto free_ones = [&] {
        return static_cast<std::uint64_t>(
            std::count_if(all.begin(), all.end(), [&](const Hand& h) { return free.is_free(h); }));
      };
      const std::uint64_t counted = free.count_blocked_by(hand, UINT64_MAX);
      EXPECT_EQ(free.count_blocked_by(hand, 2), std::min<std::uint64_t>(counted, 2));
      const std::uint64_t before = free_ones();
      free.take(hand);
      EXPECT_EQ(counted, before - free_ones() - 1) << "t=" << t;
    }
  }
}

struct Row {
  SearchSpec spec;
  std::size_t at_least;  // the ends that are promised, or close to what is seen
};

class FullDecks : public ::testing::TestWithParam<Row> {};

TEST_P(FullDecks, KeepTheBoundAndEndProven) {
  const auto& [spec, at_least] = GetParam();
  SearchDeck deck = deck_of(spec);
  Code end{};
  const auto hands = deal_all(deck, spec.hand, end);
  EXPECT_EQ(end, Code::kResourceExhausted) << "full, not given up";
  EXPECT_GE(hands.size(), at_least);
  EXPECT_EQ(deck.size(), hands.size());
  EXPECT_LE(largest_overlap(hands), spec.max_overlap);
  for (const Hand& hand : hands) {
    EXPECT_TRUE(std::is_sorted(hand.begin(), hand.end()));
    EXPECT_LT(hand.back(), spec.workers);
  }
  // One hand less leaves room for one hand again: that one, if for no other.
  ASSERT_TRUE(deck.release(hands[hands.size() / 2]));
  Hand again(spec.hand);
  EXPECT_TRUE(deck.next(again));
}

INSTANTIATE_TEST_SUITE_P(Shapes, FullDecks,
                         ::testing::Values(Row{{20, 4, 2}, 212}, Row{{64, 4, 1}, 277},
                                           Row{{64, 4, 2}, 8650}, Row{{12, 4, 0}, 3},
                                           Row{{6, 3, 2}, 20}, Row{{5, 1, 0}, 5},
                                           Row{{40, 6, 2}, 150}, Row{{7, 7, 3}, 1},
                                           Row{{66, 64, 63}, 2145}));

TEST(Search, IsTheSameForTheSameKeyOnly) {
  SearchDeck one = deck_of({100, 4, 2}, "one");
  SearchDeck same = deck_of({100, 4, 2}, "one");
  SearchDeck other = deck_of({100, 4, 2}, "other");
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    Hand a(4), b(4), c(4);
    ASSERT_TRUE(one.next(a) && same.next(b) && other.next(c));
    EXPECT_EQ(a, b);
    equal += a == c;
  }
  EXPECT_LT(equal, 3);
}

// What a key gives by chance must not decide whether the promised number is reached.
TEST(Search, ReachesItsFiguresWithEveryKey) {
  struct Promise {
    SearchSpec spec;
    int keys;
    std::size_t at_least;
  };
  for (const Promise& row : {Promise{{20, 4, 2}, 48, 212}, Promise{{64, 4, 2}, 3, 8650}}) {
    for (int i = 0; i < row.keys; ++i) {
      SearchDeck deck = deck_of(row.spec, ("key " + std::to_string(i)).c_str());
      Code end{};
      EXPECT_GE(deal_all(deck, row.spec.hand, end).size(), row.at_least) << "key " << i;
      EXPECT_EQ(end, Code::kResourceExhausted);
    }
  }
}

// Most workers that one of the hands shares with any other, for every `step`-th hand.
std::size_t sampled_overlap(const std::vector<Hand>& hands, std::uint32_t workers,
                            std::size_t step) {
  std::vector<std::vector<std::uint32_t>> holders(workers);
  for (std::uint32_t i = 0; i < hands.size(); ++i) {
    for (const std::uint32_t worker : hands[i]) holders[worker].push_back(i);
  }
  std::size_t largest = 0;
  std::vector<std::uint32_t> met;  // each hand as often as it shares a worker
  for (std::size_t i = 0; i < hands.size(); i += step) {
    met.clear();
    for (const std::uint32_t worker : hands[i]) {
      met.insert(met.end(), holders[worker].begin(), holders[worker].end());
    }
    std::sort(met.begin(), met.end());
    for (auto at = met.begin(); at != met.end();) {
      const auto end = std::upper_bound(at, met.end(), *at);
      if (*at != i) largest = std::max(largest, static_cast<std::size_t>(end - at));
      at = end;
    }
  }
  return largest;
}

TEST(Search, AMillionHandsOutOf2048) {
  SearchDeck deck = deck_of({2048, 4, 2});
  std::vector<Hand> hands(1'000'000, Hand(4));
  for (Hand& hand : hands) ASSERT_TRUE(deck.next(hand));
  EXPECT_EQ(deck.size(), hands.size());
  EXPECT_LT(deck.draws(), hands.size() * 102 / 100);
  EXPECT_EQ(sampled_overlap(hands, 2048, 997), 2u) << "two is met, three never";
}

TEST(Search, ImportsHandsOfOtherDealsAndRespectsThem) {
  SearchDeck deck = deck_of({20, 4, 2});
  ASSERT_TRUE(deck.import(Hand{7, 3, 11, 0}));
  EXPECT_EQ(deck.import(Hand{0, 3, 7, 19}).error().code, Code::kFailedPrecondition);
  EXPECT_THAT(deck.import(Hand{0, 3, 7, 19}).error().message,
              HasSubstr("hand 0, 3, 7, 19 would share more than 2 workers"));
  EXPECT_TRUE(deck.import(Hand{0, 3, 8, 19}));
  Code end{};
  auto hands = deal_all(deck, 4, end);
  hands.push_back({0, 3, 7, 11});
  hands.push_back({0, 3, 8, 19});
  EXPECT_LE(largest_overlap(hands), 2u);
}

// Whatever is released and imported on the way, in small decks and others: what is full has no hand
// left, and what comes after a release is free.
TEST(Search, StaysRightThroughReleasesAndImports) {
  for (const SearchSpec& spec : {SearchSpec{20, 4, 2}, SearchSpec{45, 6, 1}}) {
    SearchDeck deck = deck_of(spec);
    Code end{};
    std::vector<Hand> hands = deal_all(deck, spec.hand, end);
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
      std::shuffle(hands.begin(), hands.end(), random);
      for (std::size_t i = 0; i < 5; ++i) ASSERT_TRUE(deck.release(hands[i]));
      ASSERT_TRUE(deck.import(hands[0]));
      hands.erase(hands.begin() + 1, hands.begin() + 5);
      const auto more = deal_all(deck, spec.hand, end);
      EXPECT_EQ(end, Code::kResourceExhausted);
      hands.insert(hands.end(), more.begin(), more.end());
      EXPECT_EQ(deck.size(), hands.size());
      EXPECT_LE(largest_overlap(hands), spec.max_overlap);
    }
  }
}

// Workers in zones and versions: every hand has as many of each, and a walk through all hands finds
// the last one.
TEST(Search, SpreadsHandsOverSeveralAttributes) {
  const SearchSpec spec{.workers = 12, .hand = 4, .max_overlap = 1};
  SearchSpread spread{{{}, {}}};
  for (std::uint32_t worker = 0; worker < spec.workers; ++worker) {
    spread.values[0].push_back(worker % 3);
    spread.values[1].push_back(worker / 6);
  }
  const auto uneven = [&](const Hand& hand) {
    std::array<int, 3> zones{};
    std::array<int, 2> versions{};
    for (const std::uint32_t worker : hand) {
      ++zones[spread.values[0][worker]];
      ++versions[spread.values[1][worker]];
    }
    const auto [least, most] = std::minmax_element(zones.begin(), zones.end());
    return *most > *least + 1 || versions[0] != versions[1];
  };
  auto deck = SearchDeck::make(spec, spread, Key(std::string_view("k"))).value();
  Code end{};
  const auto hands = deal_all(deck, spec.hand, end);
  EXPECT_EQ(end, Code::kResourceExhausted);
  EXPECT_GE(hands.size(), 4u);
  EXPECT_LE(largest_overlap(hands), 1u);
  for (const Hand& hand : hands) EXPECT_FALSE(uneven(hand));
  // No balanced hand is left: all hands that could be added are uneven.
  Hand hand{0, 1, 2, 3};
  int balanced = 0;
  for (hand[0] = 0; hand[0] < 12; ++hand[0]) {
    for (hand[1] = hand[0] + 1; hand[1] < 12; ++hand[1]) {
      for (hand[2] = hand[1] + 1; hand[2] < 12; ++hand[2]) {
        for (hand[3] = hand[2] + 1; hand[3] < 12; ++hand[3]) {
          const auto taken = deck.import(hand);
          EXPECT_FALSE(taken.has_value());
          balanced += uneven(hand) ? 0 : 1;
          EXPECT_EQ(taken.error().code == Code::kInvalidArgument, uneven(hand));
        }
      }
    }
  }
  EXPECT_GT(balanced, 0);
}

TEST(Search, SpreadsHandsOfLargeDecksAndSaysWhereNoneCanBe) {
  const SearchSpec spec{.workers = 600, .hand = 6, .max_overlap = 2};
  SearchSpread spread{{{}}};
  for (std::uint32_t worker = 0; worker < spec.workers; ++worker) {
    spread.values[0].push_back(worker % 3);
  }
  auto deck = SearchDeck::make(spec, spread, Key(std::string_view("k"))).value();
  std::vector<Hand> hands(2'000, Hand(6));
  for (Hand& hand : hands) {
    ASSERT_TRUE(deck.next(hand).has_value());
    std::array<int, 3> zones{};
    for (const std::uint32_t worker : hand) ++zones[worker % 3];
    EXPECT_THAT(zones, ::testing::Each(2));
  }
  EXPECT_LE(largest_overlap(hands), 2u);

  // One worker of zone 1, and hands of six need two.
  SearchSpread lonely{{std::vector<std::uint32_t>(12)}};
  lonely.values[0][5] = 1;
  const SearchSpec small{.workers = 12, .hand = 6, .max_overlap = 2};
  auto none = SearchDeck::make(small, lonely, Key(std::string_view("k"))).value();
  Hand hand(6);
  const auto dealt = none.next(hand);
  ASSERT_FALSE(dealt.has_value());
  EXPECT_EQ(dealt.error().code, Code::kResourceExhausted);
  lonely.values[0].pop_back();
  EXPECT_FALSE(SearchDeck::make(small, lonely, Key(std::string_view("k"))).has_value());
}

TEST(Search, RefusesWhatIsNoHand) {
  SearchDeck deck = deck_of({20, 4, 2});
  EXPECT_THAT(deck.import(Hand{0, 1, 2}).error().message, HasSubstr("no hand of 4"));
  EXPECT_THAT(deck.import(Hand{0, 1, 2, 20}).error().message,
              HasSubstr("worker 20 is not below 20"));
  EXPECT_THAT(deck.import(Hand{0, 1, 2, 1}).error().message, HasSubstr("worker 1 stands twice"));
  EXPECT_EQ(deck.release(Hand{0, 1, 2, 3}).error().code, Code::kNotFound);
  Hand small(3);
  EXPECT_THAT(deck.next(small).error().message, HasSubstr("not for a hand of 4"));
  EXPECT_EQ(deck.size(), 0u);
}

TEST(Search, RefusesWhatCannotBe) {
  struct Bad {
    SearchSpec spec;
    const char* message;
  };
  for (const Bad& row :
       std::initializer_list<Bad>{{{0, 1, 0}, "number of workers 0 is not between 1 and 65536"},
                                  {{65'537, 1, 0}, "number of workers 65537 is not between"},
                                  {{20, 0, 0}, "hand 0 is not between 1 and 20"},
                                  {{100, 65, 0}, "hand 65 is not between 1 and 64"},
                                  {{20, 4, 4}, "largest overlap 4 is not between 0 and 3"},
                                  {{64, 64, 31}, "subsets of 32, more than 65536"},
                                  {{65'536, 8, 7}, "workers have 2^63 subsets of 8 or more"}}) {
    const auto deck = SearchDeck::make(row.spec, Key(std::string_view()));
    ASSERT_FALSE(deck.has_value()) << row.message;
    EXPECT_EQ(deck.error().code, Code::kInvalidArgument);
    EXPECT_THAT(deck.error().message, HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace croupier
