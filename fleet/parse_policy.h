// A deck's policy: its name, its key and what else it needs to know.
#pragma once

#include "fleet/parse_state.h"

namespace croupier::fleet {

// Reads `policy`, `key` and the map that is called as the policy is. The deck's name and hand size
// must have been read.
void read_policy(ParseState& state, const MapReader& map, Deck& deck);

}  // namespace croupier::fleet
