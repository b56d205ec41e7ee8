// How `search` finds its next hand (docs/policies/search.md, "Algorithm").
#pragma once

#include <cstdint>

#include "core/placement/search/ascending.h"
#include "core/placement/search/balance.h"
#include "core/placement/search/free_hands.h"
#include "core/placement/search/keyed_random.h"
#include "croupier/search.h"

namespace croupier::placement {

// Draws hands at random until they hardly ever are free, then goes through all that are left. In
// small decks it weighs several free hands and takes the one that leaves the most others.
class HandFinder {
 public:
  enum class Found { kHand, kNone, kUnknown };
  static constexpr std::uint64_t kMostSteps = 100'000'000;  // through all hands, then it gives up

  HandFinder(const SearchSpec& spec, Balance balance, const Key& key);

  Balance& balance() { return balance_; }

  // Replaces `hand` by a free one, ascending. kNone: there is none. kUnknown: it gave up.
  Found find(const FreeHands& free, Members& hand);

  // Must be told of every hand that is released; nothing need be told of hands that are taken.
  void forget();

  std::uint64_t draws() const { return draws_; }

 private:
  bool draw(const FreeHands& free, Members& hand);
  bool draw_members(std::size_t size, Members& hand);
  bool fits(const FreeHands& free, const Members& hand, std::size_t place);
  bool draw_and_scan(const FreeHands& free, Members& hand);

  template <typename Visit>
  Found walk(const FreeHands& free, Members& hand, const Visit& visit);
  template <typename Visit>
  Found extend(const FreeHands& free, Members& hand, const Visit& visit);

  Found find_first(const FreeHands& free, Members& hand);
  Found find_best(const FreeHands& free, Members& hand);
  bool draw_listed(const FreeHands& free, Members& hand);

  std::uint32_t workers_;
  std::uint32_t size_;  // of a hand
  bool small_;
  Balance balance_;
  KeyedRandom random_;
  std::uint64_t draws_ = 0;
  std::uint64_t steps_ = 0;  // of the walk through all hands that is under way
  std::uint32_t first_ = 0;  // no free hand has a least worker below
  bool listed_ = false;
  Members list_;  // small decks: hand after hand, all that are free among them
};

}  // namespace croupier::placement
