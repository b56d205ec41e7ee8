// Laws of every deal, for decks and tenants drawn at random.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "core/placement/test_decks.h"

namespace croupier::placement {
namespace {

DeckSpec any_rendezvous_deck(Spread spread) {
  DeckSpec deck;
  deck.spread = spread;
  const auto count = *rc::gen::inRange<std::uint32_t>(2, 40);
  const auto zones = *rc::gen::inRange<std::uint32_t>(1, 6);
  const bool weighted = *rc::gen::arbitrary<bool>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto weight = weighted ? *rc::gen::inRange(1U, kMaxWeight + 1) : 1U;
    const auto zone = *rc::gen::inRange(0U, zones);
    deck.workers.push_back({"w-" + std::to_string(i), weight, {"zone-" + std::to_string(zone)}});
  }
  return deck;
}

Spread any_spread() {
  return *rc::gen::element(Spread::kNone, Spread::kPrefer, Spread::kBalanced);
}

DeckSpec any_deck() {
  const Policy policy = *rc::gen::element(Policy::kHmac, Policy::kRendezvous, Policy::kJavaDemo,
                                          Policy::kPythonSample);
  if (policy == Policy::kRendezvous) return any_rendezvous_deck(any_spread());
  return plain_deck(policy, *rc::gen::inRange<std::uint32_t>(2, 150));
}

std::size_t any_size(std::uint32_t largest) {
  return *rc::gen::inRange<std::size_t>(1, std::size_t{largest} + 1);
}

std::string any_tenant() {
  return *rc::gen::arbitrary<std::string>();
}

RC_GTEST_PROP(EveryPolicy, DealsDistinctMembersOfTheDeck, ()) {
  TestDeck deck(any_deck());
  const Positions hand = deck.deal(any_tenant(), any_size(deck.largest_hand()));
  RC_ASSERT(std::set<std::uint32_t>(hand.begin(), hand.end()).size() == hand.size());
  RC_ASSERT(*std::max_element(hand.begin(), hand.end()) < deck.spec().workers.size());
}

RC_GTEST_PROP(EveryPolicy, DealsTheSameHandAgain, ()) {
  const DeckSpec spec = any_deck();
  TestDeck one(spec);
  TestDeck other(spec);
  const std::string tenant = any_tenant();
  const std::size_t k = any_size(one.largest_hand());
  const Positions hand = one.deal(tenant, k);
  one.deal(any_tenant(), any_size(one.largest_hand()));  // what the scratch holds does not matter
  RC_ASSERT(one.deal(tenant, k) == hand);
  RC_ASSERT(other.deal(tenant, k) == hand);
}

RC_GTEST_PROP(EveryPolicyButPythonSample, NestsHandsAsTheyGrow, ()) {
  const DeckSpec spec = any_deck();
  RC_PRE(spec.policy != Policy::kPythonSample);
  TestDeck deck(spec);
  const std::string tenant = any_tenant();
  const Positions largest = deck.deal(tenant, deck.largest_hand());
  const std::size_t k = any_size(deck.largest_hand());
  RC_ASSERT(deck.deal(tenant, k) == Positions(largest.begin(), largest.begin() + k));
}

// Also when the worker was the last of its spread value: only whole zones may move more.
RC_GTEST_PROP(Rendezvous, OneWorkerOutMovesAtMostOneMember, ()) {
  const DeckSpec spec = any_rendezvous_deck(any_spread());
  DeckSpec less = spec;
  const auto gone = *rc::gen::inRange<std::size_t>(0, spec.workers.size());
  less.workers.erase(less.workers.begin() + static_cast<std::ptrdiff_t>(gone));
  TestDeck before(spec);
  TestDeck after(less);
  const std::string tenant = any_tenant();
  const std::size_t k = any_size(std::min(before.largest_hand(), after.largest_hand()));
  const Ids old_hand = before.ids(tenant, k);
  const Ids new_hand = after.ids(tenant, k);
  const std::string& id = spec.workers[gone].id;
  const bool held = std::count(old_hand.begin(), old_hand.end(), id) == 1;
  RC_ASSERT(without(old_hand, new_hand) == (held ? Ids{id} : Ids{}));
  RC_ASSERT(without(new_hand, old_hand).size() == (held ? 1U : 0U));
}

RC_GTEST_PROP(Rendezvous, IgnoresTheOrderOfWorkers, ()) {
  const DeckSpec spec = any_rendezvous_deck(any_spread());
  DeckSpec shuffled = spec;
  for (std::size_t i = shuffled.workers.size(); i > 1; --i) {
    std::swap(shuffled.workers[i - 1], shuffled.workers[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  TestDeck one(spec);
  TestDeck other(shuffled);
  const std::string tenant = any_tenant();
  const std::size_t k = any_size(one.largest_hand());
  RC_ASSERT(one.ids(tenant, k) == other.ids(tenant, k));
}

RC_GTEST_PROP(Rendezvous, SpreadsAsEvenlyAsTheSizesAllow, ()) {
  const Spread spread = *rc::gen::element(Spread::kPrefer, Spread::kBalanced);
  TestDeck deck(any_rendezvous_deck(spread));
  std::map<std::string, std::pair<int, int>> zones;  // size, count in the hand
  for (const DeckWorker& worker : deck.spec().workers) ++zones[worker.values[0]].first;
  const std::size_t k = any_size(deck.largest_hand());
  for (const std::uint32_t position : deck.deal(any_tenant(), k)) {
    ++zones[deck.spec().workers[position].values[0]].second;
  }
  for (const auto& [name, a] : zones) {
    for (const auto& [other, b] : zones) {
      const bool emptied = spread == Spread::kPrefer && a.second == a.first;
      RC_ASSERT(emptied || b.second - a.second <= 1);
    }
  }
}

RC_GTEST_PROP(Rendezvous, EqualWeightsDealAsNoWeights, ()) {
  const DeckSpec unweighted = [] {
    DeckSpec deck = any_rendezvous_deck(any_spread());
    for (DeckWorker& worker : deck.workers) worker.weight = 1;
    return deck;
  }();
  DeckSpec weighted = unweighted;
  const auto weight = *rc::gen::inRange(1U, kMaxWeight + 1);
  for (DeckWorker& worker : weighted.workers) worker.weight = weight;
  TestDeck one(unweighted);
  TestDeck other(weighted);
  const std::string tenant = any_tenant();
  const std::size_t k = any_size(one.largest_hand());
  RC_ASSERT(one.deal(tenant, k) == other.deal(tenant, k));
}

}  // namespace
}  // namespace croupier::placement
