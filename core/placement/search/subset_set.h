// Which t-subsets of the workers are taken: every one belongs to at most one hand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace croupier::placement {

// Numbers below 2^63, as a bitset where all of them fit into kMostDenseBytes, else as a flat table
// with open addressing that grows with what it holds (at most 16 bytes a number).
class NumberSet {
 public:
  static constexpr std::uint64_t kMostDenseBytes = 256u << 20;

  explicit NumberSet(std::uint64_t bound);  // all numbers are below it

  bool contains(std::uint64_t number) const;
  void insert(std::uint64_t number);  // that is not there
  void erase(std::uint64_t number);   // that is there
  // Hints that contains(number) comes soon.
  void prefetch(std::uint64_t number) const;

  bool dense() const { return !bits_.empty(); }

 private:
  static constexpr std::uint64_t kEmpty = UINT64_MAX;

  std::size_t slot_of(std::uint64_t number) const;  // where it is or would be
  void grow();

  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> table_;
  std::size_t used_ = 0;
};

// Numbers the t-subsets of a hand: a < b < c < ... has rank a + C(b, 2) + C(c, 3) + ..., whatever
// the number of workers is, so a deck may grow.
class SubsetRanks {
 public:
  // C(workers, t) must be below 2^63; see fits().
  SubsetRanks(std::uint32_t workers, std::uint32_t t);
  static bool fits(std::uint32_t workers, std::uint32_t t);

  std::uint64_t count() const;  // C(workers, t)

  // Calls visit(rank) for every t-subset of the ascending members, until visit says false. True
  // when it never did.
  template <typename Visit>
  bool each(std::span<const std::uint32_t> members, const Visit& visit) const {
    return members.size() < t_ || choose(members, t_, 0, visit);
  }
  // The same for those that have members[with].
  template <typename Visit>
  bool each_with(std::span<const std::uint32_t> members, std::size_t with,
                 const Visit& visit) const {
    return members.size() < t_ || choose_with(members, with, t_, 0, visit);
  }

 private:
  std::uint64_t binomial(std::uint32_t n, std::uint32_t r) const {
    return table_[std::size_t{r - 1} * (workers_ + 1) + n];
  }

  // All subsets of `left` of the members, their ranks on top of `rank`.
  template <typename Visit>
  bool choose(std::span<const std::uint32_t> members, std::uint32_t left, std::uint64_t rank,
              const Visit& visit) const {
    if (left == 0) return visit(rank);
    for (std::size_t i = members.size(); i >= left; --i) {
      if (!choose(members.first(i - 1), left - 1, rank + binomial(members[i - 1], left), visit)) {
        return false;
      }
    }
    return true;
  }

  // Those of them that have members[with].
  template <typename Visit>
  bool choose_with(std::span<const std::uint32_t> members, std::size_t with, std::uint32_t left,
                   std::uint64_t rank, const Visit& visit) const {
    for (std::size_t i = members.size(); i > with + 1 && left > 1; --i) {
      if (i < left) return true;
      if (!choose_with(members.first(i - 1), with, left - 1, rank + binomial(members[i - 1], left),
                       visit)) {
        return false;
      }
    }
    if (with + 1 < left) return true;  // too few below it
    return choose(members.first(with), left - 1, rank + binomial(members[with], left), visit);
  }

  std::uint32_t workers_;
  std::uint32_t t_;
  std::vector<std::uint64_t> table_;  // C(n, r) for n up to the workers and r from 1 to t
};

}  // namespace croupier::placement
