// How many workers every tenant shares with every other one: exact, without comparing all pairs.
//
// N_j(u) is the sum over the j-subsets of u's hand of the other tenants that hold the subset. Those
// that share exactly j workers with u follow by inclusion and exclusion:
//   e_j = sum over i >= j of (-1)^(i-j) C(i,j) N_i(u)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "croupier/placement.h"

namespace croupier {

namespace analysis {
class LargeHands;
class SubsetWalk;
}  // namespace analysis

// Hands above it are compared with every other hand.
inline constexpr std::uint32_t kMaxSubsetHand = 16;

// The most work such comparisons may take, in members looked at: about a nanosecond each.
inline constexpr std::uint64_t kMaxComparedMembers = 200'000'000'000;

// Counts a part of the work. Workers may be divided among several counters, one for each thread:
// a counter is not thread-safe, but all may read the same placement, which must outlive them.
//
// Memory: 4 bytes for each member of a distinct hand and 4 for the hand; twice that where hands are
// compared one by one.
class OverlapCounter {
 public:
  // kResourceExhausted: comparing the large hands would break kMaxComparedMembers.
  static Result<OverlapCounter> make(const Placement& placement);

  // Counts what belongs to one worker. Every worker of the placement must be counted exactly once,
  // by any of the counters, in any order. Cost of all together: hands of k <= kMaxSubsetHand visit
  // those of their subsets that another hand holds too, at most 2^k; larger hands, and all hands
  // where that is less work, look at the members of all hands.
  void count(std::uint32_t worker);

  OverlapCounter(OverlapCounter&&) noexcept;
  OverlapCounter& operator=(OverlapCounter&&) noexcept;
  ~OverlapCounter();

 private:
  friend class Overlaps;
  explicit OverlapCounter(const Placement& placement);

  std::unique_ptr<analysis::SubsetWalk> subsets_;
  std::unique_ptr<analysis::LargeHands> large_;
};

class Overlaps {
 public:
  // Puts together what the counters, at least one, have counted of `placement`, which must outlive
  // the result.
  static Overlaps combine(const Placement& placement, std::vector<OverlapCounter> counters);

  // All of it on this thread. Errors as OverlapCounter::make's.
  static Result<Overlaps> of(const Placement& placement);

  // Of each tenant that has the hand: how many others share exactly 0, 1, ... workers with it, up
  // to the hand's size.
  std::span<const std::uint32_t> exactly(std::uint32_t hand) const {
    return std::span(exactly_).subspan(placement_->begin(hand) + hand, placement_->size(hand) + 1U);
  }

  // The other tenants whose whole hands lie inside this one: what each of its tenants takes down.
  std::uint32_t covered(std::uint32_t hand) const;

  // Unordered pairs of tenants that share exactly 0, 1, ... workers, up to the largest hand's size.
  const std::vector<std::uint64_t>& pairs() const { return pairs_; }

  // The most workers that any two tenants share; 0 with fewer than two tenants.
  std::uint32_t largest() const;

 private:
  explicit Overlaps(const Placement& placement) : placement_(&placement) {}

  void include_and_exclude();
  void count_pairs();

  const Placement* placement_;
  std::vector<std::uint32_t> exactly_;  // row by row
  std::vector<std::uint32_t> inside_;   // tenants of other hands inside each; empty: nowhere
  std::vector<std::uint64_t> pairs_;
};

// What the worst single tenant does to others by failing every worker of its hand: the most that
// any takes down, the most that any touches, and the first tenant that does so. Tenant numbers mean
// nothing without tenants.
struct WorstAttacker {
  std::uint32_t most_down = 0, most_down_by = 0;
  std::uint32_t most_touched = 0, most_touched_by = 0;
};
WorstAttacker worst_attacker(const Placement& placement, const Overlaps& overlaps);

}  // namespace croupier
