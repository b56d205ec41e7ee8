#include "croupier/suspects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/analysis/test_placement.h"
#include "croupier/bounded.h"

namespace croupier {
namespace {

using brute_force::Hand;
using brute_force::Hands;
using brute_force::size_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Numbers = std::vector<std::uint32_t>;

Numbers workers_in(Hand hand) {
  Numbers workers;
  for (std::uint32_t bit = 64; bit-- > 0;) {
    if ((hand >> bit & 1) != 0) workers.push_back(bit);
  }
  return workers;
}

Suspects find(const Hands& hands, Hand sick, const SuspectOptions& options = {}) {
  return find_suspects(place(hands, 64), workers_in(sick), options).value();
}

// ---- what must be found, by trying all sets of tenants ----

struct Culprits {
  Hand together = 0;
  std::multiset<Hand> hands;
  std::size_t missing = 0, extra = 0;
  bool operator<(const Culprits& other) const { return hands < other.hands; }
};

// All sets of at most `most` tenants, each with a sick worker, one for each combination of tenants.
std::vector<Culprits> all_sets(const Hands& hands, Hand sick, std::size_t most) {
  std::vector<Culprits> sets{{}};
  for (const Hand hand : hands) {
    if ((hand & sick) == 0) continue;
    for (std::size_t i = 0, until = sets.size(); i < until; ++i) {
      if (sets[i].hands.size() == most) continue;
      Culprits larger = sets[i];
      larger.together |= hand;
      larger.hands.insert(hand);
      sets.push_back(larger);
    }
  }
  sets.erase(sets.begin());
  for (Culprits& set : sets) {
    set.missing = size_of(set.together & ~sick);
    set.extra = size_of(sick & ~set.together);
  }
  return sets;
}

template <typename Measure>
void keep_least(std::vector<Culprits>& sets, const Measure& measure) {
  std::size_t least = SIZE_MAX;
  for (const Culprits& set : sets) least = std::min(least, measure(set));
  std::erase_if(sets, [&](const Culprits& set) { return measure(set) != least; });
}

std::size_t wrong_of(const Culprits& set) {
  return set.missing + set.extra;
}
std::size_t smallest_hand_of(const Culprits& set) {
  std::size_t smallest = SIZE_MAX;
  for (const Hand hand : set.hands) smallest = std::min(smallest, size_of(hand));
  return smallest;
}

// The sets that are left, by the header's definition.
std::vector<Culprits> sets_left(const Hands& hands, Hand sick, const SuspectOptions& options) {
  std::vector<Culprits> sets = all_sets(hands, sick, options.culprits);
  if (options.limits) {
    std::erase_if(sets, [&options](const Culprits& set) {
      return set.missing > options.limits->missing || set.extra > options.limits->extra;
    });
  } else {
    keep_least(sets, wrong_of);
    const std::size_t largest = brute_force::largest_hand(hands);
    std::erase_if(sets, [largest](const Culprits& set) { return wrong_of(set) >= largest; });
  }
  keep_least(sets, [](const Culprits& set) { return set.hands.size(); });
  return sets;
}

bool is_certain(const std::vector<Culprits>& left, const SuspectOptions& options) {
  return left.size() == 1 && (options.limits || wrong_of(left[0]) < smallest_hand_of(left[0]));
}

Hand hand_of(const Placement& placement, std::uint32_t hand) {
  Hand bits = 0;
  for (const std::uint32_t member : placement.members(hand)) bits |= Hand{1} << member;
  return bits;
}

// What is wrong, or nothing.
std::string compare(const Hands& hands, Hand sick, const SuspectOptions& options) {
  const Placement placement = place(hands, 64);
  const Suspects found = find_suspects(placement, workers_in(sick), options).value();
  const auto left = sets_left(hands, sick, options);
  const std::set<Culprits> expected(left.begin(), left.end());
  if (found.certain != is_certain(left, options)) return "certain";
  if (found.more != (expected.size() > kMaxExplanations)) return "more";
  if (found.explanations.size() != std::min(expected.size(), kMaxExplanations)) return "number";
  for (const Explanation& explanation : found.explanations) {
    Culprits culprits;
    for (const std::uint32_t hand : explanation.hands) {
      culprits.hands.insert(hand_of(placement, hand));
      culprits.together |= hand_of(placement, hand);
    }
    if (!expected.contains(culprits)) return "an explanation";
    Numbers missing = workers_in(culprits.together & ~sick);
    Numbers extra = workers_in(sick & ~culprits.together);
    std::reverse(missing.begin(), missing.end());
    std::reverse(extra.begin(), extra.end());
    if (explanation.missing != missing || explanation.extra != extra) return "wrong reports";
  }
  return "";
}

// ---- single cases ----

TEST(Suspects, AreGroupedByEvidence) {
  const Hands hands{0b0111, 0b1110, 0b0111, 0b0011, 0b1000};
  const Suspects found = find(hands, 0b0011);
  ASSERT_EQ(found.ranked.size(), 3U);
  EXPECT_EQ(found.ranked[0].hit, 2U);
  EXPECT_EQ(found.ranked[0].outside, 0U);
  EXPECT_THAT(found.ranked[0].hands, ElementsAre(2));
  EXPECT_EQ(found.ranked[1].hit, 2U);
  EXPECT_EQ(found.ranked[1].outside, 1U);
  EXPECT_THAT(found.ranked[1].hands, ElementsAre(0));
  EXPECT_EQ(found.ranked[2].outside, 2U);
  EXPECT_THAT(found.ranked[2].hands, ElementsAre(1));
  EXPECT_TRUE(found.certain);
  ASSERT_EQ(found.explanations.size(), 1U);
  EXPECT_THAT(found.explanations[0].hands, ElementsAre(2));
}

TEST(Suspects, TwinsAreNeverCertain) {
  const Suspects found = find({0b0011, 0b1100, 0b0011}, 0b0011);
  EXPECT_EQ(found.explanations.size(), 1U);
  EXPECT_FALSE(found.certain);
}

// A hand that misses one worker explains as well as one to which one is extra.
TEST(Suspects, TiesAreNotCertain) {
  const Suspects found = find({0b1111, 0b0011}, 0b0111);
  EXPECT_EQ(found.explanations.size(), 2U);
  EXPECT_FALSE(found.certain);
  EXPECT_EQ(found.ranked[0].score, found.ranked[1].score);
  EXPECT_EQ(found.ranked[0].hit, 3U);
}

// One sick worker of three is in a hand at all: with as many wrong reports as it has workers.
TEST(Suspects, WeakEvidenceIsNotCertain) {
  const Suspects found = find({0b001111}, 0b110001);
  EXPECT_EQ(found.ranked.size(), 1U);
  EXPECT_THAT(found.explanations, IsEmpty());
  EXPECT_FALSE(found.certain);
  EXPECT_TRUE(find({0b001111}, 0b000001).certain);
}

// Nobody's fault is no explanation, though it would take two wrong reports only.
TEST(Suspects, WeakEvidenceOfPairsIsNotCertain) {
  SuspectOptions options;
  options.culprits = 2;
  EXPECT_THAT(find({0b0001111, 0b0110101}, 0b1000001, options).explanations, IsEmpty());
}

TEST(Suspects, LimitsAreWhatCertaintyRestsOn) {
  const Hands hands{0b00001111, 0b11110111};
  SuspectOptions options;
  EXPECT_TRUE(find(hands, 0b0111).certain);
  options.limits = {.missing = 1, .extra = 0};
  EXPECT_TRUE(find(hands, 0b0111, options).certain);
  options.limits = {.missing = 4, .extra = 0};
  EXPECT_EQ(find(hands, 0b0111, options).explanations.size(), 2U);
  options.limits = {.missing = 0, .extra = 0};
  EXPECT_THAT(find(hands, 0b0111, options).explanations, IsEmpty());
}

TEST(Suspects, OfSeveralCulprits) {
  const Hands hands{0b000111, 0b111000, 0b001110, 0b001001};
  SuspectOptions options;
  options.culprits = 2;
  const Suspects found = find(hands, 0b110111, options);
  EXPECT_TRUE(found.certain);
  ASSERT_EQ(found.explanations.size(), 1U);
  EXPECT_THAT(found.explanations[0].hands, ElementsAre(0, 1));
  EXPECT_THAT(found.explanations[0].missing, ElementsAre(3));
  EXPECT_THAT(found.explanations[0].extra, IsEmpty());
}

TEST(Suspects, OfNobody) {
  const Suspects found = find({}, 0b11);
  EXPECT_THAT(found.ranked, IsEmpty());
  EXPECT_FALSE(found.certain);
  EXPECT_THAT(find({0b11}, 0).ranked, IsEmpty());
}

// Ten tenants may be one culprit, ten or eleven the other; a hundred and twenty hold one sick
// worker.
TEST(Suspects, ListABoundedNumberOfExplanations) {
  Hands hands;
  for (std::uint32_t bit = 4; bit < 14; ++bit) hands.push_back(0b0011 | Hand{1} << bit);
  for (std::uint32_t bit = 14; bit < 24; ++bit) hands.push_back(0b1100 | Hand{1} << bit);
  SuspectOptions options;
  options.culprits = 2;
  const Suspects pairs = find(hands, 0b1111, options);
  EXPECT_EQ(pairs.explanations.size(), kMaxExplanations);
  EXPECT_FALSE(pairs.more);
  hands.push_back(0b1100 | Hand{1} << 24);
  const Suspects more_pairs = find(hands, 0b1111, options);
  EXPECT_EQ(more_pairs.explanations.size(), kMaxExplanations);
  EXPECT_TRUE(more_pairs.more);
  for (std::uint32_t a = 24; a < 36; ++a) {
    for (std::uint32_t b = 40; b < 50; ++b) hands.push_back(1 | Hand{1} << a | Hand{1} << b);
  }
  const Suspects singles = find(hands, 0b0001);
  EXPECT_EQ(singles.explanations.size(), kMaxExplanations);
  EXPECT_TRUE(singles.more);
  EXPECT_FALSE(singles.certain);
}

TEST(Suspects, RefuseOptionsOutOfRange) {
  const Placement placement = place({0b11}, 2'000);
  const auto refusal = [&placement](const SuspectOptions& options, std::size_t sick = 1) {
    Numbers workers(sick);
    for (std::uint32_t i = 0; i < sick; ++i) workers[i] = i;
    return find_suspects(placement, workers, options).error().message;
  };
  EXPECT_EQ(refusal({.culprits = 0}), "0 culprits, not 1 to 8");
  EXPECT_EQ(refusal({.culprits = 9}), "9 culprits, not 1 to 8");
  EXPECT_THAT(refusal({.missing_rate = 0}), HasSubstr("both must be above 0"));
  EXPECT_THAT(refusal({.missing_rate = 0.5, .background_rate = 0.5}), HasSubstr("below 1"));
  EXPECT_THAT(refusal({.background_rate = std::nan("")}), HasSubstr("nan"));
  EXPECT_EQ(refusal({.culprits = 2}, 1'025),
            "1025 sick workers, more than 1024, with more than one culprit");
}

// Hands of one of 7, one of 8 and one of 9 workers: 8 of them never hold all 24.
TEST(Suspects, RefuseToSearchWithoutEnd) {
  Hands hands;
  for (std::uint32_t a = 0; a < 7; ++a) {
    for (std::uint32_t b = 7; b < 15; ++b) {
      for (std::uint32_t c = 15; c < 24; ++c) {
        hands.push_back(Hand{1} << a | Hand{1} << b | Hand{1} << c);
      }
    }
  }
  const auto refused = find_suspects(place(hands, 64), workers_in(0xff'ffff), {.culprits = 8});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kResourceExhausted);
  EXPECT_EQ(refused.error().message, "finding 8 culprits takes more than 20000000 steps");
}

// ---- laws ----

// Up to 24 tenants of up to 16 workers, and what a few culprits would leave of them.
struct Outbreak {
  Hands hands;
  Hand sick = 0;
};

Outbreak any_outbreak() {
  Outbreak outbreak;
  const auto workers = *rc::gen::inRange(4U, 17U);
  const auto largest = *rc::gen::inRange(1U, std::min(workers, 7U));
  const bool sizes_differ = *rc::gen::arbitrary<bool>();
  const auto tenants = *rc::gen::inRange(1U, 25U);
  for (std::uint32_t i = 0; i < tenants; ++i) {
    const auto size = sizes_differ ? *rc::gen::inRange(1U, largest + 1) : largest;
    outbreak.hands.push_back(any_hand(workers, size));
  }
  const auto culprits = *rc::gen::inRange(0U, 4U);  // none: all are extra
  for (std::uint32_t i = 0; i < culprits; ++i) outbreak.sick |= *rc::gen::elementOf(outbreak.hands);
  const auto flipped = *rc::gen::inRange(0U, 4U);
  for (std::uint32_t i = 0; i < flipped; ++i) {
    outbreak.sick ^= Hand{1} << *rc::gen::inRange(0U, workers);
  }
  return outbreak;
}

RC_GTEST_PROP(AnySuspects, AreExplainedAsByTryingAllSets, ()) {
  const Outbreak outbreak = any_outbreak();
  const WrongReports limits{*rc::gen::inRange(0U, 5U), *rc::gen::inRange(0U, 4U)};
  for (std::uint32_t culprits = 1; culprits <= 3; ++culprits) {
    SuspectOptions options;
    options.culprits = culprits;
    RC_ASSERT(compare(outbreak.hands, outbreak.sick, options) == "");
    options.limits = limits;
    RC_ASSERT(compare(outbreak.hands, outbreak.sick, options) == "");
  }
}

RC_GTEST_PROP(AnySuspects, AreRankedByTheirLikelihood, ()) {
  const Outbreak outbreak = any_outbreak();
  const double missing = 0.01 * *rc::gen::inRange(1, 50);
  const double background = 0.01 * *rc::gen::inRange(1, 50);
  const Placement placement = place(outbreak.hands, 64);
  const auto found = find_suspects(placement, workers_in(outbreak.sick),
                                   {.missing_rate = missing, .background_rate = background});
  std::map<std::pair<std::size_t, std::size_t>, std::set<Hand>> groups;
  for (const Hand hand : outbreak.hands) {
    const std::size_t hit = size_of(hand & outbreak.sick);
    if (hit > 0) groups[{hit, size_of(hand) - hit}].insert(hand);
  }
  RC_ASSERT(found->ranked.size() == groups.size());
  double last = INFINITY;
  for (const SuspectGroup& group : found->ranked) {
    double score = 0;  // one worker after the other
    for (std::uint32_t i = 0; i < group.hit; ++i) score += std::log((1 - missing) / background);
    for (std::uint32_t i = 0; i < group.outside; ++i) score += std::log(missing / (1 - background));
    RC_ASSERT(std::abs(group.score - score) < 1e-9);
    RC_ASSERT(group.score <= last);
    last = group.score;
    std::set<Hand> hands;
    for (const std::uint32_t hand : group.hands) hands.insert(hand_of(placement, hand));
    RC_ASSERT((hands == groups[{group.hit, group.outside}]));
  }
}

// What the header derives: y + x < k - d r.
RC_GTEST_PROP(AnySuspects, AreCertainWithinTheBound, ()) {
  constexpr std::uint32_t kHand = 8;
  constexpr std::uint32_t kStripe = 8;  // lines of slope a through b, in 8 stripes of 8: r = 1
  const auto deck = BoundedDeck::make({.workers = kHand * kStripe,
                                       .hand = kHand,
                                       .max_overlap = 1,
                                       .stripes = kHand,
                                       .stripe_size = kStripe})
                        .value();
  Hands hands;
  Numbers dealt(kHand);
  for (std::uint64_t ordinal = 0; ordinal < deck.shape().capacity; ++ordinal) {
    RC_ASSERT(deck.deal(ordinal, dealt).has_value());
    Hand hand = 0;
    for (const std::uint32_t worker : dealt) hand |= Hand{1} << worker;
    hands.push_back(hand);
  }
  const auto culprits = *rc::gen::inRange(1U, 4U);
  const auto wrong = *rc::gen::inRange(0U, kHand - culprits);
  const auto missing = *rc::gen::inRange(0U, wrong + 1);
  const auto drawn = *rc::gen::inRange(1U, culprits + 1);
  std::set<Hand> behind;
  while (behind.size() < drawn) behind.insert(*rc::gen::elementOf(hands));
  Hand touched = 0;
  for (const Hand hand : behind) touched |= hand;
  Hand sick = touched;
  while (size_of(touched & ~sick) < missing) sick &= ~(Hand{1} << *rc::gen::inRange(0, 64));
  const std::uint32_t most_extra = 64U - static_cast<std::uint32_t>(size_of(touched));
  const std::uint32_t extra = std::min(wrong - missing, most_extra);
  while (size_of(sick & ~touched) < extra) {
    sick |= ~touched & Hand{1} << *rc::gen::inRange(0, 64);
  }
  const Placement placement = place(hands, 64);
  const Suspects found =
      find_suspects(placement, workers_in(sick),
                    {.culprits = culprits, .limits = WrongReports{missing, wrong - missing}})
          .value();
  RC_ASSERT(found.certain);
  std::set<Hand> blamed;
  for (const std::uint32_t hand : found.explanations[0].hands) {
    blamed.insert(hand_of(placement, hand));
  }
  RC_ASSERT(blamed == behind);
}

// ---- how often one missing worker leaves a unique answer: n=64, k=4, T=4096 ----

// Over all tenants and all members of their hands.
double unique_share(const Hands& hands) {
  const Placement placement = place(hands, 64);
  std::size_t certain = 0;
  std::size_t asked = 0;
  for (std::uint32_t tenant = 0; tenant < hands.size(); ++tenant) {
    const auto members = placement.members(placement.hand_of(tenant));
    for (const std::uint32_t missing : members) {
      Numbers sick(members.begin(), members.end());
      std::erase(sick, missing);
      const Suspects found = find_suspects(placement, sick).value();
      ++asked;
      if (!found.certain) continue;
      ++certain;
      EXPECT_EQ(found.ranked[0].hands, Numbers{placement.hand_of(tenant)});
      EXPECT_THAT(found.explanations[0].missing, ElementsAre(missing));
    }
  }
  return static_cast<double>(certain) / static_cast<double>(asked);
}

// Each of the 4,095 others holds the three sick workers with probability 61 / C(64,4), so that
// nobody does in 67.5 % of cases. The share's standard deviation from one placement to another is
// below 0.7 %: a tolerance of five of them raises less than one false alarm in a million.
TEST(OneMissingWorker, LeavesAUniqueAnswerInTwoThirdsOfRandomHands) {
  std::mt19937 random(20);
  Hands hands(4'096);
  for (Hand& hand : hands) {
    while (size_of(hand) < 4) hand |= Hand{1} << random() % 64;
  }
  const double expected = std::pow(1 - 61.0 / 635'376, 4'095);
  EXPECT_NEAR(expected, 0.675, 0.001);
  EXPECT_NEAR(unique_share(hands), expected, 0.035);
}

TEST(OneMissingWorker, AlwaysLeavesAUniqueAnswerOfParityHands) {
  const auto deck =
      BoundedDeck::make({.workers = 64, .hand = 4, .max_overlap = 2, .stripes = 4}).value();
  ASSERT_EQ(deck.shape().construction, "parity");
  ASSERT_EQ(deck.shape().capacity, 4'096U);
  Hands hands;
  Numbers dealt(4);
  for (std::uint64_t ordinal = 0; ordinal < 4'096; ++ordinal) {
    ASSERT_TRUE(deck.deal(ordinal, dealt));
    hands.push_back(0);
    for (const std::uint32_t worker : dealt) hands.back() |= Hand{1} << worker;
  }
  EXPECT_EQ(unique_share(hands), 1.0);
}

}  // namespace
}  // namespace croupier
