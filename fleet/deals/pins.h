// Pinned hands beside dealt ones: whether the deck's largest overlap still holds.
#pragma once

#include <cstdint>
#include <vector>

#include "fleet/load.h"
#include "fleet/resolve.h"

namespace croupier::fleet {

// A pinned hand that shares more workers with another tenant's hand than the deck's bound allows.
struct BrokenBound {
  std::uint32_t tenant = 0;  // whose hand is pinned; index
  std::uint32_t other = 0;   // index
  std::uint32_t shared = 0;  // workers
};

// Every pair of listed tenants whose hands break the bound of a stored policy, each once, by
// tenant, at most `most`; tenants that share a hand by their group count as one, the first of them.
// Empty for decks without bound or records. Cost: O(tenants) and a meeting for every pin that a
// tenant shares a worker with; nothing without pins.
std::vector<BrokenBound> find_broken_bounds(const Fleet& fleet, const DealtDeck& deck,
                                            std::size_t most);

// Tells of them: errors, or warnings where the deck's pins may suspend the bound.
void check_pins(const Fleet& fleet, const DealtDeck& deck, std::vector<Problem>& problems);

// The deck's largest overlap between any two hands; nothing for policies without one.
std::optional<std::uint32_t> bound_of(const Deck& deck);

}  // namespace croupier::fleet
