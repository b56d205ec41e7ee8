// Laws of hands that spread over several attributes at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "core/placement/test_decks.h"

namespace croupier::placement {
namespace {

using ::testing::HasSubstr;
using Cell = std::vector<std::string>;

// How many attributes have which values.
std::vector<std::uint32_t> any_shape() {
  const auto attributes = *rc::gen::inRange<std::size_t>(2, 5);
  std::vector<std::uint32_t> shape{*rc::gen::inRange(2U, 5U)};
  for (std::size_t a = 1; a < attributes; ++a) shape.push_back(*rc::gen::inRange(1U, 5U));
  return shape;
}

// Every combination with `least` to 3 workers; with 0, those without leave holes.
DeckSpec any_lattice(Spread spread, std::uint32_t least) {
  const auto shape = any_shape();
  const bool weighted = *rc::gen::arbitrary<bool>();
  DeckSpec deck;
  deck.spread = spread;
  const auto cells = std::accumulate(shape.begin(), shape.end(), 1U, std::multiplies<>());
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    Cell values;
    for (std::uint32_t rest = cell; const std::uint32_t count : shape) {
      values.push_back(std::to_string(rest % count));  // the same names for every attribute
      rest /= count;
    }
    const auto size = *rc::gen::inRange(least, 4U);
    for (std::uint32_t i = 0; i < size || (cell == 0 && i == 0); ++i) {
      const auto weight = weighted ? *rc::gen::inRange(1U, kMaxWeight + 1) : 1U;
      deck.workers.push_back({"w-" + std::to_string(deck.workers.size()), weight, values});
    }
  }
  return deck;
}

DeckSpec any_lattice() {
  return any_lattice(*rc::gen::element(Spread::kPrefer, Spread::kBalanced),
                     *rc::gen::inRange(0U, 2U));
}

std::size_t any_size(const TestDeck& deck) {
  return *rc::gen::inRange<std::size_t>(1, std::size_t{deck.largest_hand()} + 1);
}

std::string any_tenant() {
  return *rc::gen::arbitrary<std::string>();
}

// For each attribute, how many members each value of the deck has.
std::vector<std::map<std::string, std::uint32_t>> counts(const DeckSpec& spec,
                                                         const Positions& hand) {
  std::vector<std::map<std::string, std::uint32_t>> counts(spec.workers[0].values.size());
  for (std::size_t a = 0; a < counts.size(); ++a) {
    for (const DeckWorker& worker : spec.workers) counts[a][worker.values[a]];
    for (const std::uint32_t position : hand) ++counts[a][spec.workers[position].values[a]];
  }
  return counts;
}

bool even(const std::map<std::string, std::uint32_t>& counts) {
  const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end(), by_count);
  return most->second - least->second <= 1;
}

std::map<Cell, std::uint32_t> cells_of(const DeckSpec& spec, const Positions& hand) {
  std::map<Cell, std::uint32_t> cells;
  for (const std::uint32_t position : hand) ++cells[spec.workers[position].values];
  return cells;
}

RC_GTEST_PROP(Lattice, DealsDistinctWorkersAndNestsHands, ()) {
  TestDeck deck(any_lattice());
  const std::string tenant = any_tenant();
  const Positions largest = deck.deal(tenant, deck.largest_hand());
  RC_ASSERT(std::set<std::uint32_t>(largest.begin(), largest.end()).size() == largest.size());
  const std::size_t k = any_size(deck);
  deck.deal(any_tenant(), any_size(deck));  // what the scratch holds does not matter
  RC_ASSERT(deck.deal(tenant, k) ==
            Positions(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(k)));
}

RC_GTEST_PROP(Lattice, BalancesEveryAttributeInEveryHand, ()) {
  TestDeck deck(any_lattice(Spread::kBalanced, *rc::gen::inRange(0U, 2U)));
  const Positions hand = deck.deal(any_tenant(), any_size(deck));
  for (const auto& values : counts(deck.spec(), hand)) RC_ASSERT(even(values));
}

RC_GTEST_PROP(Lattice, TakesEveryCellEquallyOftenInTheLargestBalancedHand, ()) {
  TestDeck deck(any_lattice(Spread::kBalanced, 1));
  const auto cells = cells_of(deck.spec(), deck.deal(any_tenant(), deck.largest_hand()));
  for (const auto& [cell, count] : cells) RC_ASSERT(count == cells.begin()->second);
}

// The first attribute as evenly as the sizes allow; all of them until a cell is used up.
RC_GTEST_PROP(Lattice, PrefersWhatIsEven, ()) {
  TestDeck deck(any_lattice(Spread::kPrefer, *rc::gen::inRange(0U, 2U)));
  const DeckSpec& spec = deck.spec();
  const Positions hand = deck.deal(any_tenant(), any_size(deck));
  Positions all(spec.workers.size());
  std::iota(all.begin(), all.end(), 0U);
  const auto sizes = counts(spec, all)[0];
  const auto of_hand = counts(spec, hand);
  for (const auto& [name, count] : of_hand[0]) {
    for (const auto& [other, more] : of_hand[0]) {
      RC_ASSERT(count == sizes.at(name) || more <= count + 1);
    }
  }
  const auto cells = cells_of(spec, all);
  const auto taken = cells_of(spec, hand);
  std::size_t combinations = 1;
  for (const auto& values : of_hand) combinations *= values.size();
  const bool used_up = std::any_of(taken.begin(), taken.end(), [&](const auto& cell) {
    return cell.second == cells.at(cell.first);
  });
  if (combinations != cells.size() || used_up) return;
  for (const auto& values : of_hand) RC_ASSERT(even(values));
}

RC_GTEST_PROP(Lattice, IgnoresTheOrderOfWorkers, ()) {
  const DeckSpec spec = any_lattice();
  DeckSpec shuffled = spec;
  for (std::size_t i = shuffled.workers.size(); i > 1; --i) {
    std::swap(shuffled.workers[i - 1], shuffled.workers[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  TestDeck one(spec);
  TestDeck other(shuffled);
  const std::string tenant = any_tenant();
  const std::size_t k = any_size(one);
  RC_ASSERT(one.ids(tenant, k) == other.ids(tenant, k));
}

// One worker out, and read backwards one in: at most one member, balanced, as long as the lattice
// stays full, and else where the hand leaves a worker of the same cell.
RC_GTEST_PROP(Lattice, OneWorkerOutMovesAtMostOneMember, ()) {
  const Spread spread = *rc::gen::element(Spread::kPrefer, Spread::kBalanced);
  const DeckSpec spec = any_lattice(spread, spread == Spread::kPrefer ? 1 : 2);
  DeckSpec less = spec;
  const auto gone = *rc::gen::inRange<std::size_t>(0, spec.workers.size());
  less.workers.erase(less.workers.begin() + static_cast<std::ptrdiff_t>(gone));
  TestDeck before(spec);
  TestDeck after(less);
  Positions all(spec.workers.size());
  std::iota(all.begin(), all.end(), 0U);
  const Cell& cell = spec.workers[gone].values;
  const std::uint32_t in_cell = cells_of(spec, all).at(cell);
  const std::string tenant = any_tenant();
  const std::size_t k =
      *rc::gen::inRange(1U, std::min(before.largest_hand(), after.largest_hand()) + 1);
  const std::uint32_t taken = cells_of(spec, before.deal(tenant, k))[cell];
  RC_PRE(spread == Spread::kBalanced || taken < in_cell);
  const Ids old_hand = before.ids(tenant, k);
  const Ids new_hand = after.ids(tenant, k);
  const std::string& id = spec.workers[gone].id;
  const bool held = std::count(old_hand.begin(), old_hand.end(), id) == 1;
  RC_ASSERT(without(old_hand, new_hand) == (held ? Ids{id} : Ids{}));
  RC_ASSERT(without(new_hand, old_hand).size() == (held ? 1U : 0U));
}

DeckSpec grid(Spread spread, const std::vector<Cell>& cells) {
  DeckSpec deck;
  deck.spread = spread;
  for (const Cell& cell : cells) {
    deck.workers.push_back({"w-" + std::to_string(deck.workers.size()), 1, cell});
  }
  return deck;
}

TEST(Lattice, NamesTheHoleAndTheSmallestCell) {
  const std::vector<Cell> hole = {{"a", "1"}, {"a", "2"}, {"b", "1"}, {"c", "1"}, {"c", "2"}};
  TestDeck holed(grid(Spread::kBalanced, hole));
  EXPECT_EQ(holed.largest_hand(), 1u);
  EXPECT_TRUE(holed.try_deal("acme", 1));
  for (const char* tenant : {"acme", "another"}) {
    const auto refused = holed.try_deal(tenant, 2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
    EXPECT_EQ(refused.error().message,
              "hand size 2 is above 1, the largest balanced hand: no worker has \"b\" and \"2\"");
  }
  EXPECT_EQ(TestDeck(grid(Spread::kPrefer, hole)).largest_hand(), 5u);

  const std::vector<Cell> full = {{"a", "1"}, {"a", "1"}, {"a", "2"}, {"b", "1"}, {"b", "2"}};
  TestDeck small(grid(Spread::kBalanced, full));
  EXPECT_EQ(small.largest_hand(), 4u);
  EXPECT_THAT(small.try_deal("acme", 5).error().message,
              HasSubstr("hand size 5 is above 4, the largest balanced hand: only 1 have \"a\" and "
                        "\"2\""));
}

TEST(Lattice, NeedsAsManyValuesOfEveryWorker) {
  const auto message = [](const std::vector<Cell>& cells) {
    return make_dealer(grid(Spread::kPrefer, cells), test_key()).error().message;
  };
  EXPECT_EQ(message({{"a", "1"}, {"a"}}),
            "worker \"w-1\" has 1 values to spread over, and the first worker 2");
  EXPECT_THAT(message({{}}), HasSubstr("cannot spread over 0 attributes; over 1 to 16"));
  EXPECT_THAT(message({Cell(17, "a")}), HasSubstr("cannot spread over 17 attributes"));
}

}  // namespace
}  // namespace croupier::placement
