// Finds all sets of several hands that explain a set of sick workers.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "croupier/suspects.h"

namespace croupier::analysis {

// What an explanation may need.
struct Allowed {
  std::uint64_t missing = 0, extra = 0;
  std::uint64_t together = 0;

  bool grants(std::uint64_t missing_now, std::uint64_t extra_now) const {
    return missing_now <= missing && extra_now <= extra && missing_now + extra_now <= together;
  }
};

// Takes sick workers one after the other: each is extra, or one of the hands that hold it is a
// culprit's. That finds every set in which each hand holds a sick worker that no other hand of the
// set does; of others, a smaller set explains as much.
class CulpritSearch {
 public:
  using Hands = std::vector<std::uint32_t>;

  // `sick`: distinct; it and the placement must outlive the search.
  CulpritSearch(const Placement& placement, std::span<const std::uint32_t> sick);

  // All such sets of at most `culprits` of the candidate hands, or more than kMaxExplanations of
  // them. kResourceExhausted: kMaxSuspectSteps is reached, by all calls
  // together.
  Result<std::set<Hands>> find(std::span<const std::uint32_t> candidates, std::uint32_t culprits,
                               const Allowed& allowed);

 private:
  bool stopped() const { return steps_ > kMaxSuspectSteps || found_.size() > kMaxExplanations; }

  // All sick workers before `place` are held or extra.
  void extend(std::size_t place);
  bool out_of_reach() const;
  bool take(std::uint32_t hand);
  void give_back(std::uint32_t hand);

  static constexpr std::uint32_t kHealthy = UINT32_MAX;

  const Placement& placement_;
  const std::span<const std::uint32_t> sick_;
  std::vector<std::uint32_t> place_;  // by worker: its place among the sick ones, or kHealthy
  std::vector<std::uint32_t> takes_;  // by worker: hands taken that hold it
  std::vector<bool> is_extra_;        // by place
  std::vector<Hands> holders_;        // by place: candidates that hold it
  std::uint64_t open_, missing_ = 0, extra_ = 0;  // open: sick, not held, not extra
  std::uint64_t steps_ = 0;
  std::uint32_t culprits_ = 0;
  Allowed allowed_;
  Hands taken_;
  std::set<Hands> found_;
};

}  // namespace croupier::analysis
