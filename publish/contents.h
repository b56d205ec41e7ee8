// From a fleet to the contents of its snapshot.
#pragma once

#include <string>
#include <vector>

#include "fleet/load.h"
#include "fleet/resolve.h"
#include "snapshot/contents.h"

namespace croupier::publish {

// Everything a router needs to know of the fleet, in canonical order: tenants and groups by id.
// `decks` and `keys` are those of the fleet, without errors. Cost: O(workers + tenants).
snapshot::Contents snapshot_contents(const fleet::Fleet& fleet,
                                     const std::vector<fleet::DealtDeck>& decks,
                                     const std::vector<Key>& keys,
                                     const std::string& config_digest);

}  // namespace croupier::publish
