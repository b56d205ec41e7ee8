// Who needs a record in a deck of a stored policy.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fleet/model.h"

namespace croupier::fleet {

struct Holder {
  enum class Kind : std::uint8_t { kGuest, kGroup, kTenant } kind = Kind::kGuest;
  std::uint32_t index = 0;  // of the group or tenant
};

// The guest, the groups that a member is dealt a hand as, and the tenants without group that no
// hand is pinned to; each in file order. O(tenants).
std::vector<Holder> holders_of(const Fleet& fleet, const Deck& deck);

// The id that the holder's hand is dealt under.
std::string_view id_of(const Fleet& fleet, const Deck& deck, const Holder& holder);

// "tenant \"acme\"", "group \"g\"", "the guest".
std::string describe(const Fleet& fleet, const Holder& holder);

}  // namespace croupier::fleet
