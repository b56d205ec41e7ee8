// Which instance of a ring page each worker of a deck is.
#pragma once

#include <cstdint>
#include <vector>

#include "fleet/model.h"

namespace croupier::fleet {

// The options of a deck of `mimir-ring` with one instance for each of `dealt`, the workers that the
// deck deals from, in their order. kFailedPrecondition, naming the first few and how many, unless
// workers and instances of the page are the same by id and, where the ring heeds zones, by zone.
Result<MimirRingOptions> match_ring(const Fleet& fleet, const Deck& deck,
                                    const MimirRingOptions& page,
                                    const std::vector<std::uint32_t>& dealt);

}  // namespace croupier::fleet
