// Checks that look at the whole fleet, once all sections are read.
#pragma once

#include "fleet/model.h"
#include "fleet/report.h"
#include "fleet/tenant_index.h"

namespace croupier::fleet {

// Groups and guests that share an id with a tenant; groups without members.
void check_tenants(const Fleet& fleet, const TenantIndex& tenants, Report& report);

// A dedicated worker serves its owner alone, in every deck: no second owner, no pin by another, no
// place in a spill pool.
void check_dedicated(const Fleet& fleet, Report& report);

// Deck workers without endpoint or without the attribute to spread over, weights that a policy
// ignores, keys that no deck uses.
void check_decks(const Fleet& fleet, Report& report);

// Routes that an earlier one hides.
void check_routes(const Fleet& fleet, Report& report);

// Identity sources that the listener cannot feed, and unknown tenants that cannot be dealt a hand.
void check_identity(const Fleet& fleet, Report& report);

}  // namespace croupier::fleet
