// Which workers a deck deals from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fleet/model.h"

namespace croupier::fleet {

// Of each worker, by index, whether it is dedicated to somebody.
std::vector<bool> dedicated_workers(const Fleet& fleet);

// Of each worker, by index, whether it is one of these.
std::vector<bool> flags_of(const Fleet& fleet, std::span<const std::uint32_t> workers);

struct Eligible {
  std::vector<std::uint32_t> workers;    // indices, in the deck's order
  std::vector<std::uint32_t> draining;   // withheld, though recorded hands may still have them
  std::size_t spill = 0, dedicated = 0;  // how many are withheld from all hands
};

// The deck's active workers, less spill and dedicated ones.
Eligible eligible_workers(const Fleet& fleet, const Deck& deck, const std::vector<bool>& dedicated);

// What the deck deals a worker by: of each of its attributes the worker's value, empty without one.
std::vector<std::string> dealt_values(const Worker& worker, const Deck& deck);

// What the deck's dealer spreads over. Recorded hands were spread when they were found.
Spread dealt_spread(const Deck& deck);

}  // namespace croupier::fleet
