// Which hands may still be dealt: those none of whose t-subsets is in a hand already.
#pragma once

#include <cstdint>
#include <span>

#include "core/placement/search/ascending.h"
#include "core/placement/search/subset_set.h"

namespace croupier::placement {

// Of a deck of n workers and hands of k, any two of which share fewer than t. Members are given
// ascending; a set of fewer than t is always free.
class FreeHands {
 public:
  FreeHands(std::uint32_t workers, std::uint32_t hand, std::uint32_t t)
      : workers_(workers), hand_(hand), t_(t), ranks_(workers, t), taken_(ranks_.count()) {}

  bool is_free(std::span<const std::uint32_t> members) const {
    return ranks_.each(members, [&](std::uint64_t rank) { return !taken_.contains(rank); });
  }
  // The same for members that are free without members[place].
  bool is_free_with(std::span<const std::uint32_t> members, std::size_t place) const {
    return ranks_.each_with(members, place,
                            [&](std::uint64_t rank) { return !taken_.contains(rank); });
  }
  // Hints that is_free(members) comes soon.
  void prefetch(std::span<const std::uint32_t> members) const;

  // Whether all t-subsets of the hand are taken, as those of a dealt hand are.
  bool is_taken(std::span<const std::uint32_t> hand) const;
  void take(std::span<const std::uint32_t> hand);     // that is free
  void release(std::span<const std::uint32_t> hand);  // that was taken

  // How many other free hands a free hand would take away: those that share t members or more with
  // it. Counts no further than `most`. Cost: a few look-ups for each of up to
  // C(k, t) * C(n-t, k-t) hands.
  std::uint64_t count_blocked_by(const Members& hand, std::uint64_t most) const;

 private:
  struct Count;
  void shrink(Count& count, Members& kept, std::size_t from) const;
  void grow(Count& count, Members& members, std::uint32_t least) const;

  std::uint32_t workers_;
  std::uint32_t hand_;
  std::uint32_t t_;
  SubsetRanks ranks_;
  NumberSet taken_;
};

}  // namespace croupier::placement
