// What failed workers and poison tenants do to the listed tenants of a fleet, exactly.
//
// A tenant is touched when a member of its hand failed, down when none is left, degraded when it is
// touched and not down. A poison tenant fails every member of its own hand; it is not its own
// victim, but those who share its hand (its group among them) are. Spill pools are not counted on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/resolve.h"

namespace croupier::fleet {

// The most work one deck's poison tenants may take, in meetings: pairs of distinct hands, once for
// each worker they share. Some nanoseconds each.
inline constexpr std::uint64_t kMaxMeetings = 20'000'000'000;

// The worst case of one measure, and the first fault that causes it.
struct Extreme {
  double share = 0;                // 0 to 1
  std::vector<std::uint32_t> who;  // the failed workers, or the poison tenant, by index
};

// One kind of fault in one deck, over all faults of the kind: each worker, each pair of workers
// (of those that the deck deals from or that stand in pinned hands) or each listed tenant.
struct RiskFigure {
  std::uint32_t deck = 0;  // index
  bool evaluated = true;   // false: kMaxMeetings would be broken; the rest has no meaning
  RiskRule::When when = RiskRule::When::kWorkersFailed;
  std::uint32_t count = 1;          // workers that fail together: 1 or 2; poison tenants: 1
  std::uint64_t tenants = 0;        // that shares refer to: all listed, less the poison tenant
  Extreme touched, degraded, down;  // largest shares
  double mean_touched = 0, mean_degraded = 0, mean_down = 0;  // over all faults alike
  Extreme keep{1.0, {}};  // smallest share of its hand's weight that any tenant is left with
};

// Three figures for each deck that has a dealer: one worker, two workers (one, where there is no
// second), one poison tenant. All zero (keep 1) without listed tenants. Errors as resolve_listed's.
// Cost: one deal per tenant; O(distinct hands * k^2) for workers; for poison tenants up to
// kMaxMeetings, above which their figure is not evaluated.
Result<std::vector<RiskFigure>> evaluate_risk(const Fleet& fleet,
                                              const std::vector<DealtDeck>& decks);

// Holds the figures against the fleet's risk budget: an error at the rule's place for every limit
// that a figure breaks, with figure, limit and the fault that breaks it, and for every rule whose
// figure was not evaluated.
void check_risk(const Fleet& fleet, const std::vector<RiskFigure>& figures,
                std::vector<Problem>& problems);

// "1 failed worker", "2 failed workers", "1 poison tenant".
std::string describe_fault(RiskRule::When when, std::uint32_t count);

struct Neighbour {
  std::uint32_t tenant = 0;           // index
  std::vector<std::uint32_t> shared;  // worker indices that both hands hold, ascending
};

// The listed tenants, at most `count`, that share most workers with `tenant` (which need not be
// listed) in `deck`; equals in file order; none that shares nothing. Errors as resolve's.
// Cost: one deal per listed tenant.
Result<std::vector<Neighbour>> closest_neighbours(const Fleet& fleet, const DealtDeck& deck,
                                                  std::string_view tenant, std::size_t count);

}  // namespace croupier::fleet
