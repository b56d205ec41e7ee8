// The maps of the policies that copy what others deal.
#pragma once

#include "fleet/parse_state.h"

namespace croupier::fleet {

// Each fills deck.options, and deck.attributes where the policy deals by attributes.
void read_apf(ParseState& state, const MapReader& map, Deck& deck);
void read_infima(ParseState& state, const MapReader& map, Deck& deck);
void read_thanos(ParseState& state, const MapReader& map, Deck& deck);

// Also reads the ring file; its instances stand in the options as in the page, all of them and in
// its order. match_ring() brings them into the deck's.
void read_mimir_ring(ParseState& state, const MapReader& map, Deck& deck);

}  // namespace croupier::fleet
