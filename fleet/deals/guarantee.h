// What a deck of a stored policy promises its tenants, and for how many more it can.
#pragma once

#include <cstdint>
#include <optional>

#include "fleet/resolve.h"

namespace croupier::fleet {

inline constexpr std::uint32_t kAnyNumber = UINT32_MAX;
inline constexpr std::uint64_t kMostSuspended = 10'000;

struct Guarantee {
  std::uint32_t max_overlap = 0;    // workers that the hands of two groups, or tenants, share
  std::uint32_t smallest_hand = 0;  // of the deck and of listed tenants, but for dedicated hands
  // So many tenants at once can fail all their workers, and every other tenant, but those of their
  // own groups, has one left: floor((smallest_hand - 1) / max_overlap). kAnyNumber without overlap.
  std::uint32_t poison_survived = 0;
  std::uint64_t records = 0;
  std::uint64_t unlisted = 0;  // records of whom the fleet no longer lists
  std::uint64_t hands_left = 0;
  bool left_is_limit = false;  // `search`: at most so many (Johnson's bound); it may end before
  std::uint32_t spares = 0;    // `bounded`: workers that no hand has, ready to take a slot
  // Pairs whose hands break the bound, by pins; kMostSuspended: so many or more.
  std::uint64_t suspended = 0;
};

// Nothing for decks without a bound, or that could not be dealt. Cost: O(tenants).
std::optional<Guarantee> guarantee_of(const Fleet& fleet, const DealtDeck& deck);

}  // namespace croupier::fleet
