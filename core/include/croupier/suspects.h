// Which tenants are behind these sick workers?
//
// A *suspect* is a tenant with a sick worker in its hand. Taking some suspects for the culprits
// makes some reports wrong: a *missing* worker is in a culprit's hand and not sick, an *extra* one
// is sick and in no culprit's hand.
//
// Why it works: let the hands of k workers of any two tenants share at most r, and let the true
// culprits, at most d, have y missing and x extra workers. If y + x < k - d r, no other set of at
// most d tenants explains the sick workers with so few of each. If it lacks a culprit, it holds at
// most d r workers of that hand, so that at least k - d r - y > x sick workers are extra to it; if
// it has all culprits and others, at least k - d r - x > y workers of another are missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/placement.h"

namespace croupier {

inline constexpr std::uint32_t kMaxCulprits = 8;

inline constexpr std::size_t kMaxExplanations = 100;

// Sets of several culprits are searched for among at most so many sick workers, in so many steps,
// of a hand each: about a second.
inline constexpr std::size_t kMaxSickSearched = 1'024;
inline constexpr std::uint64_t kMaxSuspectSteps = 20'000'000;

struct WrongReports {
  std::uint32_t missing = 0, extra = 0;  // workers
};

struct SuspectOptions {
  std::uint32_t culprits = 1;  // at most so many at once: 1 to kMaxCulprits
  // Explanations may need no more than this; without it, only the fewest wrong reports count.
  std::optional<WrongReports> limits{};
  // For ranking: how likely a culprit's worker is missing, and any other worker is sick. Both above
  // 0, their sum below 1. Equal ones rank by fewest wrong reports.
  double missing_rate = 0.1, background_rate = 0.1;
};

// Suspects of equal evidence.
struct SuspectGroup {
  std::uint32_t hit = 0, outside = 0;  // sick and healthy workers of each hand
  // How much likelier the sick workers are if one of these alone is the culprit than if nobody is:
  // the natural logarithm, hit * ln((1 - missing_rate) / background_rate) +
  // outside * ln(missing_rate / (1 - background_rate)).
  double score = 0;
  std::vector<std::uint32_t> hands;  // ascending
};

// Culprits that explain the sick workers: one tenant of each of these hands.
struct Explanation {
  std::vector<std::uint32_t> hands;           // ascending
  std::vector<std::uint32_t> missing, extra;  // workers, ascending
};

struct Suspects {
  std::vector<SuspectGroup> ranked;  // all suspects: by score, equal scores by more sick workers

  // Those sets of 1 to `culprits` suspects that are left:
  // - with limits: of the sets within them, those of the fewest tenants;
  // - without: of all sets, those with the fewest wrong reports, missing and extra together, and
  //   among these those of the fewest tenants; none if these are as many wrong reports as the
  //   largest hand has workers.
  std::vector<Explanation> explanations;
  bool more = false;  // explanations than the kMaxExplanations that are listed

  // Exactly one set of tenants is left: there is one explanation, and no twin has a hand of it.
  // Without limits, its wrong reports are also fewer than each of its hands has workers: with as
  // many, even hands that share nothing could not decide.
  bool certain = false;
};

// `sick`: distinct workers of the placement, in any order. kInvalidArgument: options out of range;
// kResourceExhausted: more sick workers than kMaxSickSearched with several culprits, or more steps
// than kMaxSuspectSteps. Cost for one culprit: the hands that hold a sick worker times the sick
// workers.
Result<Suspects> find_suspects(const Placement& placement, std::span<const std::uint32_t> sick,
                               const SuspectOptions& options = {});

}  // namespace croupier
