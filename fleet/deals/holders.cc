#include "fleet/deals/holders.h"

#include <fmt/format.h>

#include "croupier/quote.h"
#include "fleet/resolve.h"

namespace croupier::fleet {

std::vector<Holder> holders_of(const Fleet& fleet, const Deck& deck) {
  using Kind = Holder::Kind;
  std::vector<bool> dealt_groups(fleet.groups.size());
  std::vector<Holder> tenants;
  for (std::uint32_t i = 0; i < fleet.tenants.size(); ++i) {
    if (is_pinned(fleet, deck, fleet.tenants[i])) continue;
    if (const auto group = fleet.tenants[i].group) {
      dealt_groups[*group] = true;
    } else {
      tenants.push_back({Kind::kTenant, i});
    }
  }
  std::vector<Holder> holders = {{Kind::kGuest, 0}};
  for (std::uint32_t i = 0; i < dealt_groups.size(); ++i) {
    if (dealt_groups[i]) holders.push_back({Kind::kGroup, i});
  }
  holders.insert(holders.end(), tenants.begin(), tenants.end());
  return holders;
}

std::string_view id_of(const Fleet& fleet, const Deck& deck, const Holder& holder) {
  switch (holder.kind) {
    case Holder::Kind::kGuest:
      return deck.guest;
    case Holder::Kind::kGroup:
      return fleet.groups[holder.index].id;
    case Holder::Kind::kTenant:
      return fleet.tenants[holder.index].id;
  }
  return {};
}

std::string describe(const Fleet& fleet, const Holder& holder) {
  switch (holder.kind) {
    case Holder::Kind::kGuest:
      return "the guest";
    case Holder::Kind::kGroup:
      return fmt::format("group {}", quote(fleet.groups[holder.index].id));
    case Holder::Kind::kTenant:
      return fmt::format("tenant {}", quote(fleet.tenants[holder.index].id));
  }
  return {};
}

}  // namespace croupier::fleet
