#include <gtest/gtest.h>

#include <future>

#include "core/placement/test_decks.h"

namespace croupier::placement {
namespace {

constexpr std::array kPolicies = {Policy::kHmac, Policy::kRendezvous, Policy::kJavaDemo,
                                  Policy::kPythonSample};

TEST(PolicyName, RoundTrips) {
  for (const Policy policy : kPolicies) EXPECT_EQ(find_policy(policy_name(policy)), policy);
  EXPECT_EQ(policy_name(Policy::kJavaDemo), "java-demo");
  EXPECT_EQ(find_policy("Rendezvous"), std::nullopt);
  EXPECT_EQ(find_policy(""), std::nullopt);
}

struct BadDeck {
  const char* name;
  void (*spoil)(DeckSpec&);
  const char* message;
};

class MakeDealerRefuses : public testing::TestWithParam<BadDeck> {};

TEST_P(MakeDealerRefuses, WithTheValueAndTheLimit) {
  DeckSpec deck = plain_deck(Policy::kRendezvous, 3);
  GetParam().spoil(deck);
  const auto dealer = make_dealer(deck, test_key());
  ASSERT_FALSE(dealer);
  EXPECT_EQ(dealer.error().code, Code::kInvalidArgument);
  EXPECT_EQ(dealer.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, MakeDealerRefuses,
    testing::Values(
        BadDeck{"NoWorkers", [](DeckSpec& d) { d.workers.clear(); }, "the deck has no workers"},
        BadDeck{"TooManyWorkers",
                [](DeckSpec& d) { d = plain_deck(Policy::kHmac, kMaxWorkers + 1); },
                "the deck has 65537 workers, above the limit of 65536"},
        BadDeck{"DuplicateId", [](DeckSpec& d) { d.workers[2].id = "w-0"; },
                "worker \"w-0\" stands twice in the deck"},
        BadDeck{"EmptyId", [](DeckSpec& d) { d.workers[1].id = ""; },
                "worker at position 1: id is empty; an id has 1 to 255 bytes (offset 0)"},
        BadDeck{"IdNotUtf8", [](DeckSpec& d) { d.workers[2].id = "w\xFF"; },
                "worker at position 2: id is not valid UTF-8 at byte offset 1"},
        BadDeck{"ZeroWeight", [](DeckSpec& d) { d.workers[1].weight = 0; },
                "weight 0 of worker \"w-1\" is not between 1 and 1000000"},
        BadDeck{"HugeWeight", [](DeckSpec& d) { d.workers[1].weight = 1'000'001; },
                "weight 1000001 of worker \"w-1\" is not between 1 and 1000000"},
        BadDeck{"SpreadOfHmac",
                [](DeckSpec& d) {
                  d.policy = Policy::kHmac;
                  d.spread = Spread::kPrefer;
                },
                "policy 'hmac' cannot spread hands; only 'rendezvous' can"},
        BadDeck{"SpreadOfPythonSample",
                [](DeckSpec& d) {
                  d.policy = Policy::kPythonSample;
                  d.spread = Spread::kBalanced;
                },
                "policy 'python-sample' cannot spread hands; only 'rendezvous' can"}),
    [](const auto& row) { return row.param.name; });

TEST(MakeDealer, TakesTheLargestDeckAndWeight) {
  DeckSpec deck = plain_deck(Policy::kRendezvous, kMaxWorkers);
  deck.workers[5].weight = kMaxWeight;
  TestDeck largest(deck);
  EXPECT_EQ(largest.deal("acme", 3).front(), 5U);
}

TEST(Dealer, RefusesHandsOfNoneAndOfMoreThanTheDeck) {
  for (const Policy policy : kPolicies) {
    TestDeck deck(plain_deck(policy, 5));
    EXPECT_EQ(deck.largest_hand(), 5U);
    EXPECT_TRUE(deck.try_deal("acme", 5));
    const auto none = deck.try_deal("acme", 0);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "hand size 0 is below 1");
    const auto more = deck.try_deal("acme", 6);
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().code, Code::kInvalidArgument);
    EXPECT_EQ(more.error().message, "hand size 6 is above 5, the number of workers");
  }
}

TEST(Dealer, OneObjectServesAllThreads) {
  const auto dealer = make_dealer(zoned_deck(Spread::kPrefer, {9, 5, 7}), test_key()).value();
  const auto deal_all = [&dealer] {
    DealScratch scratch;
    Positions members;
    Positions hand;
    for (int i = 0; i < 2'000; ++i) {
      if (!dealer->deal({"t-" + std::to_string(i)}, 4, hand, scratch)) return Positions{};
      members.insert(members.end(), hand.begin(), hand.end());
    }
    return members;
  };
  std::vector<std::future<Positions>> threads;
  for (int i = 0; i < 4; ++i) threads.push_back(std::async(std::launch::async, deal_all));
  const Positions alone = deal_all();
  EXPECT_EQ(alone.size(), 8'000U);
  for (auto& thread : threads) EXPECT_EQ(thread.get(), alone);
}

TEST(Dealer, OneWorkerIsEveryHand) {
  for (const Policy policy : kPolicies) {
    EXPECT_EQ(TestDeck(plain_deck(policy, 1)).deal("acme", 1), Positions{0});
  }
}

TEST(Dealer, KeyedPoliciesHeedTheKeyAndOthersDoNot) {
  const auto hand = [](Policy policy, const char* key) {
    return TestDeck(plain_deck(policy, 1'000), Key(key)).deal("acme", 4);
  };
  EXPECT_NE(hand(Policy::kHmac, "a"), hand(Policy::kHmac, "b"));
  EXPECT_NE(hand(Policy::kRendezvous, "a"), hand(Policy::kRendezvous, "b"));
  EXPECT_EQ(hand(Policy::kJavaDemo, "a"), hand(Policy::kJavaDemo, "b"));
  EXPECT_EQ(hand(Policy::kPythonSample, "a"), hand(Policy::kPythonSample, "b"));
}

}  // namespace
}  // namespace croupier::placement
